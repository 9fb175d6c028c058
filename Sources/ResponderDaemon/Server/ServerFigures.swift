// Counters of the server for the status.

/// Counters since the start.
struct ServerFigures {
  /// Accepted connections.
  var accepted = 0
  /// Connections refused because of a limit.
  var refused = 0
  /// Valid requests.
  var requests = 0
  /// Lines that are not a valid request.
  var badRequests = 0
  /// Lines of records written to clients.
  var recordsSent = 0
  /// Bytes written to clients, or waiting for them.
  var bytes = 0
  /// Records replaced by newer ones, of closed connections.
  var coalesced = 0
  /// Clients disconnected because they did not read.
  var overflows = 0
}
