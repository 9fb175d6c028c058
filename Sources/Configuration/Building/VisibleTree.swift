// A tree as requests read and edit it: the only way from a name to a thing of a tree.

import CommandLine
package import ConfigurationText
package import ResponderKit

/// The things of a tree by their names, and the edits of it.
package struct VisibleTree {
  /// Whether the machine has a user or group.
  package enum Knowledge { case known, unknown, notLookedUp }

  let tree: Tree
  /// Whether the machine has a user or group that an edit names.
  let knows: (PeerSettings) -> Knowledge

  /// A tree to read and edit.
  package init(
    _ tree: Tree, knowing knows: @escaping (PeerSettings) -> Knowledge = { _ in .known }
  ) {
    self.tree = tree
    self.knows = knows
  }

  // MARK: Names

  /// The thing with a name.
  package subscript(_ id: String) -> Registry.Item? { tree.registry[id] }

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
  /// names only one that is a single slip away is found.
  package func nearest(to word: String, where fits: (Registry.Item) -> Bool) -> String? {
    let registry = tree.registry
    var misspelling = Misspelling(word)
    if registry.count <= VisibleTree.mostCompared {
      registry.eachName { id, item in misspelling.compare(with: id) { fits(item) } }
    } else {
      Misspelling.forEachSlip(of: word) { id in
        guard let item = registry[id] else { return }
        misspelling.compare(with: id) { fits(item) }
      }
    }
    return misspelling.nearest
  }

  // MARK: Looking

  /// Asks the engine something.
  package func asking<Answer>(_ body: (Application) -> Answer) -> Answer { body(tree.application) }

  /// Asks the engine something of a point.
  package func asking<Answer>(
    at x: Double, _ y: Double, _ body: (Application, Point) -> Answer
  ) -> Answer {
    body(tree.application, Point(x: x, y: y))
  }

  /// The screen of this name, or the first.
  package func screen(_ id: String?) -> Screen? {
    id.map { tree.screen($0) } ?? tree.screens.first
  }

  /// The names of the screens, in the order of the configuration.
  package var screenNames: [String] { tree.screens.map(\.id) }

  /// The number of views, windows included.
  package var viewCount: Int { tree.registry.viewCount }

  /// The actors that views name.
  package var actors: Set<String> {
    guard tree.namesActors else { return [] }
    var actors: Set<String> = []
    for window in tree.application.windows {
      window.forEachInSubtree { if let actor = $0.actor { actors.insert(actor) } }
    }
    return actors
  }

  /// The recognizer that waits for the answer to a question.
  package func recognizer(waitingFor question: Int) -> GestureRecognizer? {
    tree.application.recognizer(waitingFor: question)
  }

  /// What a responder would take the keys from: what was given the focus of its zone, or else the first
  /// responder.
  package func holder(beside responder: Responder) -> Responder? {
    tree.application.keyHolder(beside: responder)
  }

  /// Under which views programs may put views of their own.
  package var mountPoints: [(id: String, point: MountPoint)] {
    tree.mountPoints.all.map { ($0.key, $0.value) }
  }

  // MARK: Planning

  /// Ends the reading of values, which were set or will not be.
  package func endPlan() { tree.endPlan() }

  /// Why a chain through a responder is no chain; nil when it is one.
  func obstacle(toChainThrough responder: Responder) -> String? {
    tree.planned.obstacle(toChainThrough: responder)
  }
}
