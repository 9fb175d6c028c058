// Counters of the server for the status.

/// What the server and its connections count: since the start, and what waits now.
final class ServerFigures {
  /// Accepted connections.
  private(set) var accepted = 0
  /// Connections refused because of a limit.
  private(set) var refused = 0
  /// Valid requests.
  private(set) var requests = 0
  /// Lines that are not a valid request.
  private(set) var badRequests = 0
  /// Lines of records written to clients.
  private(set) var recordsSent = 0
  /// Bytes written to clients, or waiting for them.
  private(set) var bytes = 0
  /// Records left out for newer ones, of closed connections.
  private(set) var coalesced = 0
  /// Clients disconnected because they did not read.
  private(set) var stalled = 0
  /// Times that a subscription lost records, because its client read too slowly.
  private(set) var lost = 0
  /// The number of bytes that wait for all clients together.
  private(set) var queuedBytes = 0

  /// Counts an accepted connection.
  func countAccepted() { accepted += 1 }

  /// Counts a refused connection.
  func countRefused() { refused += 1 }

  /// Counts a valid request.
  func countRequest() { requests += 1 }

  /// Counts a line that is not a valid request.
  func countBadRequest() { badRequests += 1 }

  /// Counts lines of records.
  func countSent(records: Int) { recordsSent += records }

  /// Counts lines of so many bytes.
  func countSent(bytes: Int) { self.bytes += bytes }

  /// Counts records that were left out for newer ones.
  func countCoalesced(_ count: Int) { coalesced += count }

  /// Counts a client that did not read.
  func countStalled() { stalled += 1 }

  /// Counts a subscription that has lost records.
  func countLost() { lost += 1 }

  /// Counts a change of the bytes that wait.
  func countQueued(_ change: Int) { queuedBytes += change }
}
