// The report of a reconnection.

/// The daemon is connected again: what happened to the program's additions.
public struct Connected: Hashable, Sendable {
  /// Whether it is another run of the daemon, or another configuration.
  public let isNew: Bool
  /// The views, recognizers and presented controllers of this program that were added again.
  public internal(set) var added: [String] = []
  /// The additions that were refused, and why; they are tried again next time.
  public internal(set) var refused: [String: String] = [:]

  init(isNew: Bool) { self.isNew = isNew }
}
