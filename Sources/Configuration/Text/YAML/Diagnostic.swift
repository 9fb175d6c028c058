// An error or warning with its position in a text.

/// One complaint about a position in a text.
package struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether the text can be used despite it.
  package enum Severity: String, Sendable { case error, warning }

  /// The name of the text.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column in characters, from 1.
  package var column: Int
  /// The way from the top of the document, empty at the top.
  package var path: String
  /// What was expected, what was found, and a fix.
  package var message: String
  /// The line of text and a second line with a mark under the position.
  package var excerpt: String?
  /// Whether the text can be used despite it.
  package var severity: Severity

  /// A complaint about a position given in numbers.
  package init(
    file: String, line: Int, column: Int, path: String = "", message: String,
    excerpt: String? = nil, severity: Severity = .error
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.message = message
    self.excerpt = excerpt
    self.severity = severity
  }

  /// A complaint about a marked position.
  package init(
    at mark: Mark, path: String = "", _ message: String, severity: Severity = .error
  ) {
    self.init(
      file: mark.source.file, line: mark.line, column: mark.column, path: path,
      message: message,
      excerpt: mark.source.excerpt(line: mark.line, column: mark.column, length: mark.length),
      severity: severity)
  }

  /// The diagnostic in one line: position, path and message.
  package var summary: String {
    "\(file):\(line):\(column): " + (severity == .warning ? "warning: " : "")
      + (path.isEmpty ? "" : "\(path): ") + message
  }

  /// The message about a value at a path of a larger value, without file and line.
  package func message(at whole: String) -> String {
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return "\(whole)\(separator)\(path): \(message)"
  }

  /// The complaint and the marked line, with its severity for errors, too.
  package var report: String {
    guard severity == .error else { return description }
    let head = "\(file):\(line):\(column): "
    return head + "error: " + description.dropFirst(head.count)
  }

  /// The complaint, and the marked line under it.
  package var description: String { excerpt.map { summary + "\n" + $0 } ?? summary }
}

/// Why a text is not YAML that can be used; every complaint that could be found.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The complaints, in the order of the text.
  package let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The messages about a value of a request, each with its path in the request.
  package func message(at path: String) -> String {
    diagnostics.map { $0.message(at: path) }.joined(separator: "\n")
  }

  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
