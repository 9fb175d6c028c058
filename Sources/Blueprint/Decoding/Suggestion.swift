// "Did you mean …?", as complaints about the configuration end.

import Words

/// A hint with the known word nearest to a written one, or nil where none is near.
func didYouMean(_ written: String, among known: [String]) -> String? {
  nearest(to: written, in: known).map { "did you mean \"\($0)\"?" }
}
