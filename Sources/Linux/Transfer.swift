// The result of one attempt to read or write without waiting.

/// The outcome of a read or write that does not wait.
package enum Transfer: Hashable, Sendable {
  /// So many bytes went over.
  case bytes(Int)
  /// No byte can be transferred now.
  case wouldBlock
  /// The other side has closed the connection.
  case closed
}
