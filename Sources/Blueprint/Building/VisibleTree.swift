// A tree as one client sees it: the only way from a name to a thing of a tree.
//
// Outside of this room no name can be looked up without a client's audience, so that no answer,
// refusal or suggestion is made from a thing that the client may not know of. What is hidden is as
// if it did not exist.

package import ResponderKit
import Words

/// The part of a tree of which a client may know, and the edits of it.
package struct VisibleTree {
  /// Whether the machine has a user or group.
  package enum Knowledge { case known, unknown, notLookedUp }

  let tree: Tree
  /// The audiences that the client belongs to.
  package let audience: Audience
  /// Whether the machine has a user or group that an edit names.
  let knows: (PeerSettings) -> Knowledge
  /// The number of different audiences that the tree may have after an edit of the client.
  let audiences: Int

  /// The tree as clients with these audiences see it.
  package init(
    _ tree: Tree, for audience: Audience, audiences: Int = AudienceTable.most,
    knowing knows: @escaping (PeerSettings) -> Knowledge = { _ in .known }
  ) {
    self.tree = tree
    self.audience = audience
    self.audiences = audiences
    self.knows = knows
  }

  // MARK: Names

  /// The thing with a name.
  package subscript(_ id: String) -> Registry.Item? {
    tree.registry[id].flatMap { isVisible($0) ? $0 : nil }
  }

  /// The responder of this name.
  package func responder(_ id: String) -> Responder? {
    if case .responder(let responder) = self[id] { responder } else { nil }
  }

  /// The view of this name.
  package func view(_ id: String) -> View? { responder(id) as? View }

  /// The recognizer of this name.
  package func recognizer(_ id: String) -> GestureRecognizer? {
    if case .recognizer(let recognizer) = self[id] { recognizer } else { nil }
  }

  // So many names are compared with a mistyped one in less than a millisecond.
  private static let mostCompared = 2_000

  /// The name of a thing that fits which is nearest to a mistyped one; nil when none is near. Of many
  /// names, and where some may be hidden, only one that is a single slip away is found: so how long
  /// it takes, and what is found, does not depend on how many names there are.
  package func nearest(to word: String, where fits: (Registry.Item) -> Bool) -> String? {
    let registry = tree.registry
    var misspelling = Misspelling(word)
    if audience == .all, registry.count <= VisibleTree.mostCompared {
      registry.eachName { id, item in misspelling.compare(with: id) { fits(item) } }
    } else {
      Misspelling.forEachSlip(of: word) { id in
        guard let item = registry[id] else { return }
        misspelling.compare(with: id) { fits(item) && isVisible(item) }
      }
    }
    return misspelling.nearest
  }

  /// Whether an id is reserved for the hidden views in a view: it begins with that view's id and a
  /// dot. So no client can find out which of these ids are in use.
  func isReserved(_ id: String) -> Bool {
    guard audience != .all else { return false }
    return id.utf8.indices.contains { index in
      id.utf8[index] == UInt8(ascii: ".")
        && view(String(id[..<index])).map { !audience.sees($0) } ?? false
    }
  }

  private func isVisible(_ item: Registry.Item) -> Bool {
    if audience == .all { return true }
    return switch item {
    case .responder(let responder): audience.knows(responder)
    case .recognizer(let recognizer): audience.sees(recognizer)
    }
  }

  // MARK: Looking

  /// Asks the engine something whose answer is written as far as these audiences may see it.
  package func asking<Answer>(_ body: (Application, Audience) -> Answer) -> Answer {
    body(tree.application, audience)
  }

  /// Asks the engine something of a point.
  package func asking<Answer>(
    at x: Double, _ y: Double, _ body: (Application, Point, Audience) -> Answer
  ) -> Answer {
    body(tree.application, Point(x: x, y: y), audience)
  }

  /// The screen of this name, or the first; screens are no secret.
  package func screen(_ id: String?) -> Screen? {
    id.map { tree.screen($0) } ?? tree.screens.first
  }

  /// The names of the screens, in the order of the configuration.
  package var screenNames: [String] { tree.screens.map(\.id) }

  /// The number of views that the client may see, windows included.
  package var viewCount: Int {
    if audience == .all { return tree.registry.viewCount }
    var count = 0
    for window in tree.application.windows {
      window.forEachInSubtree { if audience.knows($0) { count += 1 } }
    }
    return count
  }

  /// The touches that are down and may be known of.
  package var liveTouches: [Touch] {
    tree.application.liveTouches.filter { touch in
      touch.audience.isShown(to: audience) && touch.view.map { audience.sees($0) } ?? true
    }
  }

  /// The touches with these numbers, and their views.
  package func liveTouches(among numbers: Set<Int>) -> (touches: [Touch], views: [View]) {
    let touches = liveTouches.filter { numbers.contains($0.id) }
    return (touches, touches.compactMap(\.view))
  }

  /// The actors that views name, as far as these may be seen.
  package var actors: Set<String> {
    guard tree.namesActors else { return [] }
    var actors: Set<String> = []
    for window in tree.application.windows {
      window.forEachInSubtree {
        if let actor = $0.actor, audience.sees($0) { actors.insert(actor) }
      }
    }
    return actors
  }

  /// The recognizer that waits for the answer to a question, of whose touches all may be known.
  package func recognizer(waitingFor question: Int) -> GestureRecognizer? {
    tree.application.recognizer(waitingFor: question).flatMap { seesAttempt(of: $0) ? $0 : nil }
  }

  /// Whether a recognizer and all touches that it follows may be known of.
  package func seesAttempt(of recognizer: GestureRecognizer) -> Bool {
    audience.sees(recognizer) && recognizer.attemptAudience.isShown(to: audience)
  }

  /// The first responder, seen or not: whether it may change depends on where it is.
  package var firstResponder: Responder? {
    tree.application.focused ?? tree.application.firstResponder
  }

  /// Under which views programs may put views of their own, as far as they may be known of.
  package var mountPoints: [(id: String, point: MountPoint)] {
    tree.mountPoints.all.filter { view($0.key) != nil }.map { ($0.key, $0.value) }
  }

  // MARK: Planning

  /// Ends the planning of a batch, which was performed or will not be. New responders are added to
  /// the chains that its client may change.
  package func endPlan(changing mayChange: (Responder) -> Bool = { _ in true }) {
    tree.endPlan(changing: mayChange)
  }

  /// The tree as it will be after the edits that are being planned.
  package var planned: PlannedTree {
    get { tree.planned }
    // In place: a copy for each edit would make a batch quadratic.
    nonmutating _modify { yield &tree.planned }
  }

  /// Why a chain through a responder is no chain; nil when it is one.
  package func obstacle(toChainThrough responder: Responder) -> String? {
    tree.planned.obstacle(toChainThrough: responder) { name(of: $0) }
  }
}
