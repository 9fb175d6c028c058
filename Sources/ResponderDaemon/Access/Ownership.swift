// The views and recognizers that belong to one program.

import ResponderKit

/// The views and recognizers that a program owns; they are removed when it disconnects.
final class Ownership {
  private var viewOrder: ContiguousArray<View> = []
  private var recognizerOrder: ContiguousArray<GestureRecognizer> = []
  private var ids: Set<ObjectIdentifier> = []
  // Other programs may remove views; above this number the list is cleaned up.
  private var trigger = 64

  /// Whether the program owns nothing.
  var isEmpty: Bool { ids.isEmpty }

  /// Whether the program owns a view.
  func owns(_ view: View) -> Bool { ids.contains(ObjectIdentifier(view)) }

  /// Whether the program owns a recognizer.
  func owns(_ recognizer: GestureRecognizer) -> Bool {
    ids.contains(ObjectIdentifier(recognizer))
  }

  /// Adds the views and recognizers that a batch has added for the program.
  func add(_ views: [View], _ recognizers: [GestureRecognizer]) {
    for view in views where ids.insert(ObjectIdentifier(view)).inserted { viewOrder.append(view) }
    for recognizer in recognizers where ids.insert(ObjectIdentifier(recognizer)).inserted {
      recognizerOrder.append(recognizer)
    }
    guard ids.count > trigger else { return }
    viewOrder = ContiguousArray(self.views)
    recognizerOrder = ContiguousArray(self.recognizers)
    ids = Set(viewOrder.map { ObjectIdentifier($0) })
      .union(recognizerOrder.map { ObjectIdentifier($0) })
    trigger = max(64, 2 * ids.count)
  }

  /// Removes the latest views and recognizers from the list, at most so many of each; returns those
  /// that are still in a window, in the order in which they were added.
  func removeLast(_ count: Int) -> (views: [View], recognizers: [GestureRecognizer]) {
    let views = Array(viewOrder.suffix(count))
    let recognizers = Array(recognizerOrder.suffix(count))
    viewOrder.removeLast(views.count)
    recognizerOrder.removeLast(recognizers.count)
    for view in views { ids.remove(ObjectIdentifier(view)) }
    for recognizer in recognizers { ids.remove(ObjectIdentifier(recognizer)) }
    return (
      views.filter(isShown), recognizers.filter { $0.view.map(isShown) ?? false }
    )
  }

  /// The views that are still in a window, in the order in which they were added.
  private var views: [View] { viewOrder.filter(isShown) }

  /// The recognizers that are still in a window, in the order in which they were added.
  private var recognizers: [GestureRecognizer] {
    recognizerOrder.filter { $0.view.map(isShown) ?? false }
  }

  /// The views and recognizers that are in one of these views.
  func inside(_ places: [View]) -> (views: [View], recognizers: [GestureRecognizer]) {
    func isInside(_ view: View) -> Bool { places.contains { view.isDescendant(of: $0) } }
    return (
      views.filter(isInside), recognizers.filter { $0.view.map(isInside) ?? false }
    )
  }

  /// The current number of views and recognizers; a view inside of an owned view is counted once.
  var count: Int {
    var count = recognizers.count
    for view in viewOrder where isShown(view) && !isInOwned(view) {
      view.forEachInSubtree { _ in count += 1 }
    }
    return count
  }

  private func isShown(_ view: View) -> Bool { view.window?.shownBy != nil }

  private func isInOwned(_ view: View) -> Bool {
    var above = view.superview
    while let each = above {
      if owns(each) { return true }
      above = each.superview
    }
    return false
  }
}
