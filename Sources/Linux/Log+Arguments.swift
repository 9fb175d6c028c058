// The level of the log, as a command line gives it.

package import CommandLine

extension Arguments {
  /// The level that `--log` names, or nil without it.
  package func logLevel() throws(UsageError) -> Log.Level? {
    guard let word = value("log") else { return nil }
    if let level = Log.Level.allCases.first(where: { $0.word == word }) { return level }
    let words = Log.Level.allCases.map(\.word)
    let hint = nearest(to: word, in: words).map { "; did you mean \($0)?" } ?? ""
    throw UsageError("--log \(word): expected one of \(words.joined(separator: ", "))\(hint)")
  }
}
