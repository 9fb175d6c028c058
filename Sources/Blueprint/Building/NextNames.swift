// The responders that `next` names, by id, so that a responder that is added later can be one.

import ResponderKit

/// The ids of next responders, by the ids of the responders that name them.
struct NextNames {
  private var named: [String: String] = [:]
  /// The ids of responders whose next responder was removed.
  private(set) var waiting: Set<String> = []
  // Responders whose next responder's id was used for a new responder by a client that may not
  // change their chain.
  private var kept: Set<String> = []
  // The ids that the edits being planned have brought.
  private var arrivals: Set<String> = []

  var isEmpty: Bool { named.isEmpty }

  subscript(_ id: String) -> String? { named[id] }

  /// A responder names another as its next, or none.
  mutating func set(_ id: String, to next: String?) {
    named[id] = next
    waiting.remove(id)
    kept.remove(id)
  }

  /// Removes responders with these ids; returns the remaining responders that named one of them.
  mutating func remove(_ ids: Set<String>) -> [String] {
    for id in ids { set(id, to: nil) }
    let left = named.filter { ids.contains($0.value) }.map(\.key)
    waiting.formUnion(left)
    kept.subtract(left)
    return left
  }

  /// A responder of this id is about to be added.
  mutating func arrive(_ id: String) {
    if !waiting.isEmpty { arrivals.insert(id) }
  }

  /// Ends the adding by a client that may change the chains of some responders only; returns the
  /// responders that may use their next responder again, because it exists.
  mutating func ready(where mayChange: (String) -> Bool) -> Set<String> {
    if !arrivals.isEmpty {
      for id in waiting where named[id].map({ arrivals.contains($0) }) ?? false {
        if !mayChange(id) { kept.insert(id) }
      }
      arrivals = []
    }
    return waiting.subtracting(kept)
  }
}

extension Tree {
  /// Sets a responder's next responder: the one that `next` names, or that of the hierarchy.
  func chain(_ responder: Responder, to next: Responder?) {
    responder.nextOverride = next
    nextNames.set(responder.id, to: next?.id)
  }

  /// Removes responders of these ids from the chains of the responders that name them.
  func removeFromChains(_ ids: @autoclosure () -> Set<String>) {
    guard !nextNames.isEmpty else { return }
    for id in nextNames.remove(ids()) { registry.responder(id)?.nextOverride = nil }
  }

  /// Releases the chosen chains, because the configuration is replaced: a reference cycle of views
  /// and next responders would keep it in memory.
  package func breakReferenceCycles() {
    for window in application.windows {
      window.forEachInSubtree { view in
        view.nextOverride = nil
        view.viewController?.nextOverride = nil
      }
    }
    application.nextOverride = nil
    (application.delegate as? Responder)?.nextOverride = nil
  }

  /// Adds a new responder to the chains of those that name it, as far as the client that added it
  /// may change them, and unless that would close a cycle.
  func joinChains(changing mayChange: (Responder) -> Bool) {
    guard !nextNames.waiting.isEmpty else { return }
    for id in nextNames.ready(where: { registry.responder($0).map(mayChange) ?? false }) {
      guard let responder = registry.responder(id),
        let next = nextNames[id].flatMap({ registry.responder($0) }),
        !next.chain.contains(where: { $0 === responder })
      else { continue }
      chain(responder, to: next)
    }
  }
}
