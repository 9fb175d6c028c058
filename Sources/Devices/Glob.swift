// Patterns with `*` for anything and `?` for one character.

/// Patterns with `*` for anything and `?` for one character; upper and lower case differ.
package enum Glob {
  /// Whether the whole text matches the pattern; the time is at most the product of their lengths.
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var position = (pattern: 0, text: 0)
    var star: (pattern: Int, text: Int)?
    while position.text < text.count {
      if position.pattern < pattern.count, pattern[position.pattern] == "*" {
        star = position
        position.pattern += 1
      } else if position.pattern < pattern.count,
        pattern[position.pattern] == "?" || pattern[position.pattern] == text[position.text]
      {
        position.pattern += 1
        position.text += 1
      } else if let last = star {
        // The text of the last star becomes one character longer.
        star = (last.pattern, last.text + 1)
        position = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[position.pattern...].allSatisfy { $0 == "*" }
  }
}
