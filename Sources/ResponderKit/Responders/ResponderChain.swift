// The sequence of responders in a chain.

/// A responder and its next responders, in order; a chain with a cycle ends after some rounds.
public struct ResponderChain: Sequence, IteratorProtocol {
  private var link: Responder?
  // Brent's cycle detection: the mark is the responder after 1, 2, 4, 8 … steps.
  private var mark: Responder?
  private var steps = 0
  private var limit = 1

  /// The chain that begins at a responder.
  public init(from responder: Responder) { link = responder }

  public mutating func next() -> Responder? {
    guard let answer = link else { return nil }
    let following = answer.next
    link = following === mark ? nil : following
    steps += 1
    if steps == limit {
      mark = answer
      limit *= 2
    }
    return answer
  }
}

extension Responder {
  /// The chain that begins at this responder.
  public final var chain: ResponderChain { ResponderChain(from: self) }
}
