// The way up from a responder, for whoever only looks.

/// A responder and those that follow it, in order; a chain in a circle ends after some rounds.
public struct ResponderChain: Sequence, IteratorProtocol {
  private var link: Responder?
  // Brent's way to find a circle: the mark waits where the walk was after 1, 2, 4, 8 … steps.
  private var mark: Responder?
  private var steps = 0
  private var limit = 1

  /// The chain from a responder on, itself first.
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
  /// Itself and the responders that follow it.
  public final var chain: ResponderChain { ResponderChain(from: self) }
}
