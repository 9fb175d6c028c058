// Names with stars and question marks.

/// Whether a text fits a pattern in which `*` is any run and `?` any one character.
func glob(_ pattern: String, _ text: String) -> Bool {
  let pattern = Array(pattern.unicodeScalars)
  let text = Array(text.unicodeScalars)
  var (p, t) = (0, 0)
  // Where to go back to: after the last star, one character further each time.
  var star: (p: Int, t: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == "*" {
      star = (p + 1, t)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let back = star {
      star = (back.p, back.t + 1)
      (p, t) = (back.p, back.t + 1)
    } else {
      return false
    }
  }
  return pattern[p...].allSatisfy { $0 == "*" }
}
