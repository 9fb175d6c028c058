// The file that names commands for records, read with located errors.

import Configuration
import ConfigurationText
import Linux
import Protocol

/// A file of bindings.
struct BindingsFile: Hashable, Sendable {
  /// The entries, in their order.
  var bindings: [Binding] = []

  /// Reads a file, or throws all of its errors; warnings are printed.
  static func read(_ path: String, _ output: Output) throws -> BindingsFile {
    let text = try RequestText.text(of: path)
    let documents: [Node]
    do throws(YAMLError) {
      documents = try YAML.parse(Array(text.utf8), file: path)
    } catch {
      throw Failure(.usage, "\(path) cannot be used:\n\(joined(error.diagnostics))")
    }
    guard documents.count == 1, let root = documents.first else {
      throw Failure(
        .usage, "\(path): expected one document with the key \"bindings\", found \(documents.count)"
      )
    }
    let reader = Reader()
    var file = BindingsFile()
    reader.fields(of: root, into: &file, keys: keys, context: reader, what: "a file of bindings")
    guard reader.errors.isEmpty else {
      throw Failure(.usage, "\(path) cannot be used:\n\(joined(reader.sorted(reader.errors)))")
    }
    for warning in reader.sorted(reader.warnings) { output.error(warning.description) }
    return file
  }

  private static var keys: [Key<BindingsFile, Reader>] {
    [
      Key("bindings", \.bindings, required: true) { reader, node in
        reader.list(node, "bindings") { reader.binding($0) }
      }
    ]
  }

  private static func joined(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension Reader {
  /// A program with its arguments, or text for the shell.
  func command(_ node: Node) -> [String]? {
    if node.sequence != nil {
      guard let words = list(node, "words", { text($0) }) else { return nil }
      if words.isEmpty { expected("a program and its arguments", at: node) }
      return words.isEmpty ? nil : words
    }
    guard let line = text(node), !line.isEmpty else { return nil }
    return ["/bin/sh", "-c", line]
  }

  /// One binding whose keys go together.
  func binding(_ node: Node) -> Binding? {
    var binding = Binding()
    let before = errors.count
    fields(of: node, into: &binding, keys: Binding.keys, context: self, what: "a binding")
    guard errors.count == before else { return nil }
    let subjects = ["recognizer", "control", "activity"].filter { node[$0] != nil }
    guard subjects.count == 1 else {
      let found = subjects.isEmpty ? "none" : subjects.joined(separator: " and ")
      complain(
        node.complaint(
          "expected one of recognizer, control and activity in a binding, found \(found)"))
      return nil
    }
    let allowed = [
      "recognizer": ["phases", "directions", "numberOfTouches", "every"], "control": ["events"],
      "activity": [],
    ]
    for key in ["phases", "directions", "numberOfTouches", "every", "events"] {
      guard let value = node[key], !(allowed[subjects[0]]?.contains(key) ?? false) else { continue }
      complain(value.complaint("\(key): not possible in a binding of \(subjects[0])"))
    }
    if binding.every != nil, let phases = node["phases"] {
      complain(
        phases.complaint(
          "phases: not possible beside every, which runs the command while the gesture moves"))
    }
    if binding.phases.isEmpty { binding.phases = [.ended] }
    if binding.events.isEmpty { binding.events = ["primaryActionTriggered"] }
    return errors.count == before ? binding : nil
  }
}
