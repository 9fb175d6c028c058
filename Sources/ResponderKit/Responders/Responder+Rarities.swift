// Properties that few responders need, stored apart so that most responders stay small.

/// Rarely used properties of a responder.
class Rarities {
  final var performs: Set<String> = []
  final var nextOverride: Responder?
}

extension Responder {
  /// The rarely used properties, made for the first one.
  final var madeRarities: Rarities {
    if let rarities { return rarities }
    let made = makeRarities()
    rarities = made
    return made
  }

  /// The actions that the responder performs for controls whose target is the chain.
  public final var performs: Set<String> {
    get { rarities?.performs ?? [] }
    set { if rarities != nil || !newValue.isEmpty { madeRarities.performs = newValue } }
  }

  /// The next responder that a program has set, instead of the one of the hierarchy.
  ///
  /// It is used while it is attached: a view that leaves its window leaves this chain as well.
  public final var nextOverride: Responder? {
    get { rarities?.nextOverride }
    set { if rarities != nil || newValue != nil { madeRarities.nextOverride = newValue } }
  }
}
