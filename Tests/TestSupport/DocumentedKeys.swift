// The tables of keys in the documents, and what follows from a row: values that fit and values that do not.

package import Linux

/// One row of a table of keys.
package struct DocumentedKey {
  /// The path of the key, such as `broker.tls.ca` or `tables[].port`.
  package let path: String
  private let type: String
  private let usual: String

  /// The rows of a table, which stands between two marks in a page.
  package static func rows(of table: String, in page: String) throws(SystemError) -> [DocumentedKey]
  {
    let lines = try Repository.text(of: page).split(separator: "\n").map(String.init)
    let rest = lines.drop { $0 != "<!-- keys: \(table) -->" }.dropFirst(3)
    return rest.prefix { $0 != "<!-- end -->" }.map { line in
      let cells = line.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return DocumentedKey(path: quoted(cells[0])[0], type: cells[1], usual: cells[2])
    }
  }

  private static func quoted(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0 % 2 == 1 ? String($1) : nil }
  }

  /// The texts in which a row is not what is read: a value that is not the usual one, a value that fits and
  /// is refused, or one that is read and does not fit.
  package func misfits<Settings: Equatable>(
    beside needed: [String: String], read: (String) throws -> Settings
  ) -> [String] {
    var misfits: [String] = []
    if let usual = usualValue {
      let text = text(usual, beside: needed)
      let found = try? read(text)
      if found == nil || found != (try? read(self.text(nil, beside: needed))) {
        misfits.append(text)
      }
    }
    for value in values {
      let text = text(value.text, beside: needed)
      if ((try? read(text)) != nil) != value.fits { misfits.append(text) }
    }
    return misfits
  }

  // The value that the key has without being written, if the row has it; words in capitals stand for others.
  private var usualValue: String? {
    let words = DocumentedKey.quoted(usual)
    guard words.count == 1, usual == "`\(words[0])`" else { return nil }
    return words[0].contains(where: \.isUppercase) ? nil : words[0]
  }

  // Values that its type names, and whether they fit.
  private var values: [(text: String, fits: Bool)] {
    let words = DocumentedKey.quoted(type)
    if type.hasPrefix("list of `") { return words.map { ("[\($0)]", true) } + [("[other]", false)] }
    if type.hasPrefix("`") { return words.map { ($0, true) } + [("other", false)] }
    let bounds = type.split(separator: " ").compactMap { Double($0) }
    if type.contains("number, "), bounds.count == 2 {
      let step = type.hasPrefix("whole") ? 1 : 0.001
      func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
      }
      return [
        (text(bounds[0]), true), (text(bounds[1]), true), (text(bounds[0] - step), false),
        (text(bounds[1] + step), false),
      ]
    }
    switch type {
    case "true or false": return [("true", true), ("false", true), ("7", false)]
    case "list of names": return [("[a, b]", true), ("[[a]]", false)]
    case "name", "text", "IP address": return [("[a]", false)]
    default: return type.hasPrefix("absolute path") ? [("/a", true), ("a", false)] : []
    }
  }

  // A configuration in which the key has a value, or is left out; the mappings on the way have what they
  // must have, by their paths or by that of the key.
  private func text(_ value: String?, beside needed: [String: String]) -> String {
    var (text, rest) = (value, Substring(path))
    while true {
      let name = rest.split(separator: ".").last ?? rest
      let before = rest.dropLast(name.count)
      let key = name.filter { !"[]".contains($0) }
      let other = (needed[String(rest)] ?? needed[String(before)])
        .flatMap { $0.hasPrefix("\(key):") ? nil : $0 }
      let own = text.map { "\(key): \(key == name ? $0 : "[\($0)]")" }
      text = "{ \([other, own].compactMap(\.self).joined(separator: ", ")) }"
      guard !before.isEmpty else { return text ?? "" }
      rest = before.dropLast()
    }
  }
}
