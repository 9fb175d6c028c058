// The tree as it will be after the planned edits.
//
// A batch is checked completely before anything changes, so an edit reads the tree as the edits
// before it leave it: the parents of views, and the next responders.

package import ResponderKit

/// The planned changes of a tree's shape, on top of the tree as it is.
package struct PlannedTree {
  // The keys' objects are kept, so that no other object gets their address meanwhile.
  private struct Link<Target> {
    let owner: Responder
    let target: Target
  }

  private var parents: [ObjectIdentifier: Link<View>] = [:]
  private var arrivals: [ObjectIdentifier: ContiguousArray<View>] = [:]
  private var overrides: [ObjectIdentifier: Link<Responder?>] = [:]
  private var presenters: [ObjectIdentifier: Link<ViewController>] = [:]
  private var recognizers: [ObjectIdentifier: Int] = [:]
  // The subviews of the views of navigation controllers, where their order is another one.
  private var orders: [ObjectIdentifier: [View]] = [:]

  // MARK: Planning

  /// Plans that a view will be in another one.
  package mutating func put(_ view: View, in parent: View) {
    if let old = parents[ObjectIdentifier(view)]?.target {
      arrivals[ObjectIdentifier(old)]?.removeAll { $0 === view }
    }
    parents[ObjectIdentifier(view)] = Link(owner: view, target: parent)
    arrivals[ObjectIdentifier(parent), default: []].append(view)
  }

  /// Plans the position of a view among the pages of a navigation controller.
  package mutating func arrange(_ view: View, in parent: View, _ position: VisibleTree.Position) {
    guard parent.viewController is NavigationController else { return }
    var order = subviews(of: parent)
    order.removeAll { $0 === view }
    let index: Int? =
      switch position {
      case .front: nil
      case .index(let wanted): wanted
      case .below(let sibling): order.firstIndex { $0 === sibling }
      case .above(let sibling): order.firstIndex { $0 === sibling }.map { $0 + 1 }
      }
    order.insert(view, at: min(max(index ?? order.count, 0), order.count))
    orders[ObjectIdentifier(parent)] = order
  }

  /// Plans the next responder of a responder; nil for that of the hierarchy.
  mutating func chain(_ responder: Responder, to next: Responder?) {
    overrides[ObjectIdentifier(responder)] = Link(owner: responder, target: next)
  }

  /// Plans that one controller presents another.
  mutating func present(_ presented: ViewController, by presenting: ViewController) {
    presenters[ObjectIdentifier(presented)] = Link(owner: presented, target: presenting)
  }

  /// Plans that a view will have so many more recognizers.
  package mutating func attach(_ count: Int, to view: View) {
    recognizers[ObjectIdentifier(view), default: 0] += count
  }

  // MARK: Asking

  /// The view in which another one will be.
  package func parent(of view: View) -> View? {
    parents[ObjectIdentifier(view)]?.target ?? view.superview
  }

  /// The window in which a view will be.
  package func window(of view: View) -> Window? {
    var top = view
    while let parent = parent(of: top) { top = parent }
    return top as? Window
  }

  /// The views in the view of a navigation controller, from back to front.
  package func subviews(of parent: View) -> [View] {
    (orders[ObjectIdentifier(parent)] ?? Array(parent.subviews)).filter {
      self.parent(of: $0) === parent
    }
  }

  /// The number of subviews that a view will have, or more: one that leaves is counted until the
  /// edits are made.
  package func childCount(of view: View) -> Int {
    view.subviews.count + (arrivals[ObjectIdentifier(view)]?.count { $0.superview !== view } ?? 0)
  }

  private func children(of view: View) -> ContiguousArray<View> {
    if parents.isEmpty { return view.subviews }
    let staying = view.subviews.filter { parents[ObjectIdentifier($0)] == nil }
    return staying + (arrivals[ObjectIdentifier(view)] ?? [])
  }

  private func next(of responder: Responder) -> Responder? {
    let planned = overrides[ObjectIdentifier(responder)]
    if let next = planned?.target ?? (planned == nil ? responder.nextOverride : nil) { return next }
    switch responder {
    case let window as Window: return window.application
    case let container as PresentationContainer: return container.hierarchyNext
    case let view as View: return view.viewController ?? parent(of: view)
    case let controller as ViewController:
      return presenters[ObjectIdentifier(controller)]?.target
        ?? controller.presentingViewController
        ?? (controller.presentationContainer == nil
          ? controller.view.flatMap { parent(of: $0) } : nil)
    default: return planned == nil ? responder.next : nil
    }
  }

  // Longer chains than this serve no purpose, and every event climbs them.
  private static let longestChain = 1000

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
      guard count <= PlannedTree.longestChain else {
        return "expected a chain of at most \(PlannedTree.longestChain) responders, found a longer "
          + "one from \"\(responder.id)\""
      }
      current = next(of: here)
    }
    return nil
  }

  // MARK: Bounds

  /// Why a view cannot be in another one; nil if it can.
  package func obstacle(to view: View, in parent: View) -> String? {
    let old = self.parent(of: view)
    if old !== parent, childCount(of: parent) >= TreeBounds.subviews {
      return TreeBounds.tooWide(parent.id, childCount(of: parent) + 1)
    }
    let depth = depth(of: parent)
    let above = recognizersReached(from: parent)
    // A view that is no deeper than before, under no more recognizers, needs no check of its
    // subviews.
    if let old, depth <= self.depth(of: old), above <= recognizersReached(from: old) { return nil }
    let extent = extent(of: view)
    if depth + extent.height > TreeBounds.depth {
      return TreeBounds.tooDeep(view.id, depth + extent.height)
    }
    if above + extent.recognizers > TreeBounds.recognizersOfTouch {
      return TreeBounds.tooManyReached(view.id, above + extent.recognizers)
    }
    return nil
  }

  /// Why a new window cannot be shown; nil when it can.
  package func obstacle(toShow window: View) -> String? {
    let extent = extent(of: window)
    if extent.height > TreeBounds.depth { return TreeBounds.tooDeep(window.id, extent.height) }
    return extent.recognizers > TreeBounds.recognizersOfTouch
      ? TreeBounds.tooManyReached(window.id, extent.recognizers) : nil
  }

  /// Why a view cannot have one more recognizer; nil when it can.
  package func obstacleToRecognizer(on view: View) -> String? {
    let own = ownRecognizers(of: view) + 1
    if own > TreeBounds.recognizersOfView { return TreeBounds.tooMany(view.id, own) }
    let above = parent(of: view).map { recognizersReached(from: $0) } ?? 0
    let all = above + extent(of: view).recognizers + 1
    return all > TreeBounds.recognizersOfTouch ? TreeBounds.tooManyReached(view.id, all) : nil
  }

  /// The error for too many recognizers on a new view or in it; nil if there are not too many.
  package func obstacle(within view: View) -> String? {
    if view.subviews.count > TreeBounds.subviews {
      return TreeBounds.tooWide(view.id, view.subviews.count)
    }
    let own = ownRecognizers(of: view)
    if own > TreeBounds.recognizersOfView { return TreeBounds.tooMany(view.id, own) }
    for child in children(of: view) { if let found = obstacle(within: child) { return found } }
    return nil
  }

  private func ownRecognizers(of view: View) -> Int {
    view.gestureRecognizers.count + (recognizers[ObjectIdentifier(view)] ?? 0)
  }

  private func depth(of view: View) -> Int {
    var depth = 1
    var current = view
    while let parent = parent(of: current) {
      depth += 1
      current = parent
    }
    return depth
  }

  private func recognizersReached(from view: View) -> Int {
    var count = 0
    var current: View? = view
    while let here = current {
      count += ownRecognizers(of: here)
      current = parent(of: here)
    }
    return count
  }

  /// The number of nested views in a view, itself included, and the number of recognizers that one
  /// touch in it reaches at most.
  private func extent(of view: View) -> (height: Int, recognizers: Int) {
    var height = 0
    var recognizers = 0
    for child in children(of: view) {
      let inside = extent(of: child)
      height = max(height, inside.height)
      recognizers = max(recognizers, inside.recognizers)
    }
    return (height + 1, recognizers + ownRecognizers(of: view))
  }
}
