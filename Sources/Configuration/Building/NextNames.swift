// The responders that `next` names, by id, so that a responder that is added later can be one.

import ResponderKit

/// The ids of next responders, by the ids of the responders that name them.
struct NextNames {
  private var named: [String: String] = [:]
  /// The ids of responders whose next responder was removed.
  private(set) var waiting: Set<String> = []

  var isEmpty: Bool { named.isEmpty }

  subscript(_ id: String) -> String? { named[id] }

  /// A responder names another as its next, or none.
  mutating func set(_ id: String, to next: String?) {
    named[id] = next
    waiting.remove(id)
  }

  /// Removes responders with these ids; returns the remaining responders that named one of them.
  mutating func remove(_ ids: Set<String>) -> [String] {
    for id in ids { set(id, to: nil) }
    let left = named.filter { ids.contains($0.value) }.map(\.key)
    waiting.formUnion(left)
    return left
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

  /// Adds new responders to the chains of those that name them, unless that would close a cycle.
  func joinChains() {
    for id in nextNames.waiting {
      guard let responder = registry.responder(id),
        let next = nextNames[id].flatMap({ registry.responder($0) }),
        !next.chain.contains(where: { $0 === responder })
      else { continue }
      chain(responder, to: next)
    }
  }
}
