// Colours of the lines that a person reads at a terminal.

import Linux

/// Colours the words of a line that say how something is.
enum Colours {
  /// Whether output to a descriptor is coloured: to a terminal, unless $NO_COLOR is set.
  static func apply(to isTerminal: Bool, _ environment: Environment) -> Bool {
    isTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM", default: "dumb"] != "dumb"
  }

  // The codes of a terminal for red, green, yellow and cyan.
  private static let codes: [Substring: String] = [
    "error:": "31", "failed": "31", "failed:": "31", "OK": "32", "OK:": "32", "ended": "32",
    "ended:": "32", "warning:": "33", "cancelled": "33", "cancelled:": "33", "note:": "36",
    "fix:": "36", "began": "36", "began:": "36",
  ]

  /// The line with each of these words in its colour.
  static func coloured(_ line: String) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false).map { word in
      codes[word].map { "\u{1B}[\($0)m\(word)\u{1B}[0m" } ?? String(word)
    }.joined(separator: " ")
  }
}

extension Environment {
  fileprivate subscript(_ name: String, default usual: String) -> String { self[name] ?? usual }
}
