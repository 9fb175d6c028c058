// How deep and how full a tree may be, in the file and by edits alike.

import ResponderKit
import YAML

/// The bounds that keep one touch from costing more than a moment.
enum TreeBounds {
  /// How many views may lie in each other, the window included.
  static let depth = 64
  /// How many recognizers a view may have.
  static let recognizersOfView = 64
  /// How many recognizers one touch may reach: those of its view and of all that it lies in.
  static let recognizersOfTouch = 256

  static func tooDeep(_ id: String, _ found: Int) -> String {
    "expected at most \(depth) views in each other, found \(found) with \"\(id)\""
  }

  static func tooMany(_ id: String, _ found: Int) -> String {
    "expected at most \(recognizersOfView) recognizers on a view, found \(found) on \"\(id)\""
  }

  static func tooManyReached(_ id: String, _ found: Int) -> String {
    "expected at most \(recognizersOfTouch) recognizers that one touch reaches, found \(found) "
      + "for a touch in \"\(id)\", counting those of the views that it lies in"
  }
}

extension Builder {
  /// Complains about views that lie too deep, or under too many recognizers.
  func checkBounds() {
    for window in tree.application.windows { checkBounds(of: window, depth: 1, recognizers: 0) }
  }

  private func checkBounds(of view: View, depth: Int, recognizers: Int) {
    reader.breathe()
    let own = view.gestureRecognizers.count
    let all = recognizers + own
    if let message = depth > TreeBounds.depth
      ? TreeBounds.tooDeep(view.id, depth)
      : own > TreeBounds.recognizersOfView
        ? TreeBounds.tooMany(view.id, own)
        : all > TreeBounds.recognizersOfTouch
          ? TreeBounds.tooManyReached(view.id, all) : nil
    {
      if let node = nodes.first(where: { $0.id == view.id })?.node {
        reader.complain(node.complaint(message))
      }
      // Everything in it has the same error.
      return
    }
    for child in view.subviews {
      checkBounds(of: child, depth: depth + 1, recognizers: all)
    }
  }
}
