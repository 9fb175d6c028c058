// What became of one attempt to read or write without waiting.

/// The outcome of a read or write that does not wait.
package enum Transfer: Hashable, Sendable {
  /// So many bytes went over.
  case bytes(Int)
  /// Nothing can go now.
  case wouldBlock
  /// The other side is gone.
  case closed
}
