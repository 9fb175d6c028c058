// One file of scenarios: YAML documents become scenarios or located problems.

import Configuration
import ConfigurationText
import ResponderKit

/// Reads the documents of one file.
enum ScenarioFile {
  /// What a document turned out to be.
  typealias Reading = Result<Scenario, Problems>

  /// The scenarios of a text, in its order; a text that is no YAML is one failed reading.
  static func read(_ text: String, file: String) -> [Reading] {
    do {
      return try YAML.parse(text, file: file).map { ScenarioReader.read($0) }
    } catch {
      return [
        .failure(
          Problems(
            list: error.diagnostics.map { diagnostic in
              Problem(
                at: Place(file: file, line: diagnostic.line, column: diagnostic.column),
                diagnostic.message)
            }))
      ]
    }
  }
}

/// Reads one document and collects its errors.
private struct ScenarioReader {
  private let document: Node
  private var problems: [Problem] = []

  private static let required = [
    "id", "title", "rules", "confidence", "tree", "script", "observe", "expect",
  ]
  private static let optional = ["controllers", "recognizers", "until", "hitTwice", "note"]

  static func read(_ document: Node) -> ScenarioFile.Reading {
    var reader = ScenarioReader(document: document)
    let scenario = reader.scenario()
    return reader.problems.isEmpty
      ? .success(scenario) : .failure(Problems(list: reader.problems))
  }

  private init(document: Node) { self.document = document }

  private mutating func scenario() -> Scenario {
    checkKeys()
    return Scenario(
      id: text("id"), title: text("title"), rules: list("rules"),
      tree: TreeNode.parse(lines("tree"), &problems),
      controllers: ControllerLine.parse(lines("controllers"), &problems),
      recognizers: RecognizerLine.parse(lines("recognizers"), &problems),
      script: ScriptParser.parse(lines("script"), &problems),
      until: seconds("until").map { Instant(seconds: $0) }, hitTwice: flag("hitTwice"),
      observed: categories(), expected: list("expect"), place: Place(document.mark))
  }

  private mutating func checkKeys() {
    guard let mapping = document.mapping else {
      problems.append(
        Problem(at: Place(document.mark), expected: "a scenario", found: document.inWords))
      return
    }
    for entry in mapping.entries
    where !Self.required.contains(entry.key) && !Self.optional.contains(entry.key) {
      problems.append(
        Problem(at: Place(entry.keyMark), "unknown key \"\(entry.key)\" of a scenario"))
    }
    for key in Self.required where mapping[key] == nil {
      problems.append(Problem(at: Place(document.mark), "the scenario has no \"\(key)\""))
    }
    _ = text("confidence")
    _ = text("note")
  }

  private mutating func text(_ key: String) -> String {
    guard let node = document[key] else { return "" }
    guard let text = node.string else {
      return refuse(node, key, "text", instead: "")
    }
    return text
  }

  private mutating func list(_ key: String) -> [String] {
    guard let node = document[key] else { return [] }
    guard let texts = node.sequence?.map(\.string), !texts.contains(nil) else {
      return refuse(node, key, "a list of texts", instead: [])
    }
    return texts.compactMap(\.self)
  }

  private mutating func seconds(_ key: String) -> Double? {
    guard let node = document[key] else { return nil }
    guard let seconds = node.scalar?.double, seconds.isFinite else {
      return refuse(node, key, "seconds", instead: nil)
    }
    return seconds
  }

  private mutating func flag(_ key: String) -> Bool {
    guard let node = document[key] else { return false }
    return node.scalar?.bool ?? refuse(node, key, "true or false", instead: false)
  }

  private mutating func categories() -> Set<Category> {
    let names = list("observe")
    var categories: Set<Category> = []
    for (index, name) in names.enumerated() {
      if let category = Category(rawValue: name) {
        categories.insert(category)
      } else if let node = document["observe"]?.sequence?[index] {
        let known = Category.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append(Problem(at: Place(node.mark), expected: "one of \(known)", found: name))
      }
    }
    return categories
  }

  /// The lines of a block; their places are those in the file, whatever YAML's own indentation.
  private mutating func lines(_ key: String) -> [TextLine] {
    guard let node = document[key] else { return [] }
    guard let scalar = node.scalar else { return refuse(node, key, "lines", instead: []) }
    var place = Place(node.mark)
    if scalar.style == .literal || scalar.style == .folded {
      place.line += 1
      let first = scalar.text.unicodeScalars.prefix { $0 != "\n" }.count
      place.column = max(1, node.mark.source.line(place.line).count - first + 1)
    }
    return TextLine.lines(of: scalar.text, from: place)
  }

  private mutating func refuse<Value>(
    _ node: Node, _ key: String, _ expected: String, instead: Value
  ) -> Value {
    problems.append(
      Problem(at: Place(node.mark), expected: "\(expected) for \(key)", found: node.inWords))
    return instead
  }
}

extension Place {
  fileprivate init(_ mark: Mark) {
    self.init(file: mark.source.file, line: mark.line, column: mark.column)
  }
}
