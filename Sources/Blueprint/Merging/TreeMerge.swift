// The edits of a difference of two texts, made in the current tree one by one.
//
// Programs may have changed the tree. So an edit names its objects; removed objects are ignored, and
// an edit that needs the result of a later one is tried again at the end.

package import ResponderKit
import YAML

/// Learns what is about to go, for messages to its owners.
package protocol TreeMergeDelegate: AnyObject {
  /// Views are about to go, with everything in them, because of what has this name in the file.
  func willRemove(_ views: [View], because name: String)
  /// A recognizer is about to go.
  func willRemove(_ recognizer: GestureRecognizer, because name: String)
}

/// The merging of a new text's tree into a living one.
package final class TreeMerge {
  let tree: Tree
  let visible: VisibleTree
  package let difference: TreeDifference
  let marks = MarkCounter(file: "configuration")
  unowned let delegate: any TreeMergeDelegate
  /// The edits that could not be made, in words.
  package private(set) var problems: [String] = []
  /// The views and recognizers of the new text that contradict the tree as programs changed it, and
  /// were not added.
  package private(set) var missing: Set<String> = []

  /// A merging that has not begun.
  package init(
    _ difference: TreeDifference, into tree: Tree, delegate: any TreeMergeDelegate
  ) {
    self.difference = difference
    self.tree = tree
    self.delegate = delegate
    visible = VisibleTree(tree)
  }

  var old: Tree { difference.old }
  var new: Tree { difference.new }

  /// Makes all edits.
  package func run() {
    var waiting = difference.edits
    var leftBefore = Int.max
    while true {
      problems = []
      missing = []
      var failed: [TreeEdit] = []
      for edit in waiting {
        perform(edit, left: &failed)
        tree.endPlan()
      }
      // A later edit may have added what an earlier one needs: all failed edits are tried again, as
      // long as one of them succeeds.
      guard !failed.isEmpty, failed.count < leftBefore else { break }
      leftBefore = failed.count
      waiting = failed
    }
    finish()
  }

  /// Puts screens into force, on which everything else depends; comes first.
  package func begin() {
    tree.screens = new.screens.map { model in
      guard let screen = tree.screen(model.id) else { return model }
      screen.size = model.size
      screen.pointsPerMillimeter = model.pointsPerMillimeter
      screen.edgeGate = model.edgeGate
      return screen
    }
  }

  /// Whether the new text describes something of this name.
  package func describes(_ name: String) -> Bool { new.registry[name] != nil }

  /// Reports why an edit, or a part of it, could not be done.
  func report(_ error: BlueprintError, of edit: TreeEdit) {
    problems.append(error.diagnostics.map(\.message).joined(separator: "; "))
    switch edit {
    case .add(let id, _): missing.insert(id)
    case .change(let change): for setting in change.added { missing.formUnion(setting.names) }
    case .move, .remove, .position, .set, .delegate: break
    }
  }

  // Brings windows into their order, and gates to their edges.
  private func finish() {
    orderWindows()
    for window in tree.application.windows {
      let gate = window.edgeGateGestureRecognizer
      guard window.followEdgeGate() else { continue }
      if let gate { tree.forget(gate) }
      tree.registerEdgeGate(of: window)
    }
    tree.endPlan()
  }

  // Windows of the file have the file's order, behind those that programs have shown.
  private func orderWindows() {
    let application = tree.application
    let wanted = new.application.windows.compactMap { tree.registry.view($0.id) as? Window }
      .filter { $0.shownBy === application }
    let present = application.windows.filter { window in wanted.contains { $0 === window } }
    guard !present.elementsEqual(wanted, by: { $0 === $1 }) else { return }
    let others = application.windows.filter { window in !wanted.contains { $0 === window } }
    for window in wanted + others { application.show(window) }
  }
}
