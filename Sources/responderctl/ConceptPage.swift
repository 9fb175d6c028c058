// The sections of docs/concepts.md as plain text, for responderctl help.

import WebPages

/// One concept with its explanation.
struct ConceptPage {
  /// The word by which the page is found.
  let topic: String
  /// The heading of the section.
  let title: String
  /// The section as text: code is indented, pictures and targets of links are left out.
  let text: String

  /// The pages in the order of the document. `<!-- topic: NAME -->` is above the heading of each.
  static let all: [ConceptPage] = pages(of: WebPages.concepts)

  static func pages(of document: String) -> [ConceptPage] {
    var pages: [ConceptPage] = []
    var topic: String?
    var title = ""
    var lines: [String] = []
    func finish() {
      guard let topic else { return }
      let text = plain(lines.drop { $0.isEmpty })
      pages.append(ConceptPage(topic: topic, title: title, text: "\(title)\n\n\(text)\n"))
    }
    var next: String?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if let name = comment(line, "topic") {
        next = name
      } else if let heading = next, line.hasPrefix("#") {
        finish()
        (topic, title, next, lines) = (
          heading, withoutMarks(String(line.drop { $0 == "#" || $0 == " " })), nil, []
        )
      } else {
        lines.append(String(line))
      }
    }
    finish()
    return pages
  }

  private static func comment(_ line: Substring, _ word: String) -> String? {
    let (start, end) = ("<!-- \(word): ", " -->")
    guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
    return String(line.dropFirst(start.count).dropLast(end.count))
  }

  // Blocks of code are indented; comments and pictures are left out, with one empty line in their
  // place.
  private static func plain(_ lines: ArraySlice<String>) -> String {
    var text: [String] = []
    var isCode = false
    for line in lines {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        text.append(line.isEmpty ? "" : "    \(line)")
      } else if !line.hasPrefix("<!--"), !line.hasPrefix("![") {
        let line = withoutMarks(line)
        if !line.isEmpty || text.last?.isEmpty == false { text.append(line) }
      }
    }
    while text.last?.isEmpty == true { text.removeLast() }
    return text.joined(separator: "\n")
  }

  // Links are their text, and words are neither bold nor code.
  private static func withoutMarks(_ line: String) -> String {
    var text = ""
    var rest = line[...]
    while let character = rest.popFirst() {
      if character == "`", let end = rest.firstIndex(of: "`") {
        text += rest[..<end]
        rest = rest[rest.index(after: end)...]
        continue
      }
      if character == "*" { continue }
      guard character == "[", let close = rest.firstIndex(of: "]"),
        rest[close...].hasPrefix("]("), let end = rest[close...].firstIndex(of: ")")
      else {
        text.append(character)
        continue
      }
      text += withoutMarks(String(rest[..<close]))
      rest = rest[rest.index(after: end)...]
    }
    return text
  }
}
