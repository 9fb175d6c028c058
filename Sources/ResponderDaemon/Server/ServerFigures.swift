// What the server counts for the status.

/// Counters since the start.
struct ServerFigures {
  /// Connections that were taken.
  var accepted = 0
  /// Connections refused because of a limit.
  var refused = 0
  /// Requests that arrived and were understood.
  var requests = 0
  /// Lines that arrived and were not understood.
  var badRequests = 0
  /// Lines of records written to peers.
  var recordsSent = 0
  /// Bytes written to peers, or waiting for them.
  var bytes = 0
  /// Records left out for newer ones, of connections that ended.
  var coalesced = 0
  /// Peers disconnected because they did not read.
  var overflows = 0
}
