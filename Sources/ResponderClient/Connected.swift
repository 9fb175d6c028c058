// The report of a reconnection.

/// The daemon is connected again: what became of what the program has put.
public struct Connected: Hashable, Sendable {
  /// Whether it is another run of the daemon.
  public let isNew: Bool
  /// The ids at which puts wait, because their places are not there or the ids are the file's.
  public internal(set) var waits: [String] = []
  /// The puts that were refused, and why.
  public internal(set) var refused: [String: String] = [:]

  init(isNew: Bool) { self.isNew = isNew }
}
