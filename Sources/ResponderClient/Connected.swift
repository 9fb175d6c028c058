// What a program is told when the daemon is there again.

/// The daemon is there again, and this is what became of the program's additions.
public struct Connected: Hashable, Sendable {
  /// Whether it is another run of the daemon, or another configuration.
  public let isNew: Bool
  /// The views, recognizers and presented controllers of this program that were added again.
  public internal(set) var added: [String] = []
  /// Those that could not be added again, and why; they are tried again next time.
  public internal(set) var refused: [String: String] = [:]

  init(isNew: Bool) { self.isNew = isNew }
}
