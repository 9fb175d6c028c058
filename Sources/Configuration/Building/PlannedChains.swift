// The chains of responders as they will be when a description has been read.
//
// A description is checked completely before anything changes, so a chain is followed through the next
// responders that it names.

import ResponderKit

/// The planned changes of chains, on top of the tree as it is.
struct PlannedChains {
  // The keys' objects are kept, so that no other object gets their address meanwhile.
  private struct Link<Target> {
    let owner: Responder
    let target: Target
  }

  private var overrides: [ObjectIdentifier: Link<Responder?>] = [:]
  private var presenters: [ObjectIdentifier: Link<ViewController>] = [:]

  /// Plans the next responder of a responder; nil for that of the hierarchy.
  mutating func chain(_ responder: Responder, to next: Responder?) {
    overrides[ObjectIdentifier(responder)] = Link(owner: responder, target: next)
  }

  /// Plans that one controller presents another.
  mutating func present(_ presented: ViewController, by presenting: ViewController) {
    presenters[ObjectIdentifier(presented)] = Link(owner: presented, target: presenting)
  }

  /// Plans nothing for a responder any more.
  mutating func forget(_ responder: Responder) {
    overrides[ObjectIdentifier(responder)] = nil
    presenters[ObjectIdentifier(responder)] = nil
  }

  private func next(of responder: Responder) -> Responder? {
    let planned = overrides[ObjectIdentifier(responder)]
    if let next = planned?.target ?? (planned == nil ? responder.nextOverride : nil) { return next }
    switch responder {
    case let window as Window: return window.application
    case let container as PresentationContainer: return container.hierarchyNext
    case let view as View: return view.viewController ?? view.superview
    case let controller as ViewController:
      return presenters[ObjectIdentifier(controller)]?.target
        ?? controller.presentingViewController
        ?? (controller.presentationContainer == nil ? controller.view?.superview : nil)
    default: return planned == nil ? responder.next : nil
    }
  }

  // Longer chains than this serve no purpose, and every event climbs them.
  static let longestChain = 1000

  /// Why a chain through a responder is no chain: it leads back to it, or is too long; nil when it
  /// is one.
  func obstacle(toChainThrough responder: Responder) -> String? {
    var ids = [responder.id]
    var count = 1
    var current = next(of: responder)
    while let here = current {
      ids.append(here.id)
      if here === responder {
        return "expected a responder whose chain ends, found a cycle: "
          + ids.joined(separator: " → ")
      }
      count += 1
      guard count <= PlannedChains.longestChain else {
        // A cycle beyond it is an obstacle for those in that cycle.
        if Set(ids).count < ids.count { return nil }
        return
          "expected a chain of at most \(PlannedChains.longestChain) responders, found a longer "
          + "one from \"\(responder.id)\""
      }
      current = next(of: here)
    }
    return nil
  }
}
