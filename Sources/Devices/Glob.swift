// Patterns with `*` for anything and `?` for one character.

/// Patterns with `*` for anything and `?` for one character; upper and lower case differ.
package enum Glob {
  /// Whether the whole text matches the pattern; the time is at most the product of their lengths.
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var place = (pattern: 0, text: 0)
    var star: (pattern: Int, text: Int)?
    while place.text < text.count {
      if place.pattern < pattern.count, pattern[place.pattern] == "*" {
        star = place
        place.pattern += 1
      } else if place.pattern < pattern.count,
        pattern[place.pattern] == "?" || pattern[place.pattern] == text[place.text]
      {
        place.pattern += 1
        place.text += 1
      } else if let last = star {
        // The text of the last star becomes one character longer.
        star = (last.pattern, last.text + 1)
        place = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[place.pattern...].allSatisfy { $0 == "*" }
  }
}
