// Patterns with `*` for anything and `?` for one character of ASCII.

internal import Glibc

/// Patterns with `*` for anything and `?` for one byte; upper and lower case differ.
package enum Glob {
  /// Whether the whole text matches the pattern.
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    // A name with brackets matches itself; `fnmatch` would read a set of characters.
    let pattern = pattern.split(separator: "[", omittingEmptySubsequences: false)
      .joined(separator: "[[]")
    return unsafe fnmatch(pattern, text, FNM_NOESCAPE) == 0
  }
}
