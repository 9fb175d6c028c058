// The limits of depth and size of a tree, in the file and for edits alike.

import ConfigurationText
import Protocol
import ResponderKit

/// Limits so that one touch takes no more than a moment.
package enum TreeBounds {
  /// The number of nested views, the window included.
  static var depth: Int { Limits.standard.viewDepth }
  /// The number of recognizers of a view.
  static var recognizersOfView: Int { Limits.standard.recognizersOfView }
  /// The number of recognizers that one touch reaches: those of its view and of all ancestors.
  static var recognizersOfTouch: Int { Limits.standard.recognizersOfTouch }

  /// The number of recognizers, each by its id, that one recognizer waits for.
  static var requirements: Int { Limits.standard.requirements }
  /// The number of scroll views that requests move at once: each step takes time between frames.
  package static var movingScrollViews: Int { Limits.standard.movingScrollViews }
  /// The number of subviews of a view.
  static var subviews: Int { Limits.standard.subviews }

  static func tooWide(_ id: String, _ found: Int) -> String {
    "expected at most \(subviews) subviews in a view, found \(found) in \"\(id)\""
  }

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
  /// Reports an error for views that are too deep, or under too many recognizers.
  func checkBounds(in application: Node?, most: Int = Limits.standard.views) {
    if tree.nameCount > most, let application {
      reader.complain(
        application.complaint(
          "expected at most \(most) views, controllers and recognizers, found \(tree.nameCount)"))
    }
    for window in tree.application.windows { checkBounds(of: window, depth: 1, recognizers: 0) }
  }

  private func checkBounds(of view: View, depth: Int, recognizers: Int) {
    let own = view.gestureRecognizers.count
    let all = recognizers + own
    if let message = depth > TreeBounds.depth
      ? TreeBounds.tooDeep(view.id, depth)
      : view.subviews.count > TreeBounds.subviews
        ? TreeBounds.tooWide(view.id, view.subviews.count)
        : own > TreeBounds.recognizersOfView
          ? TreeBounds.tooMany(view.id, own)
          : all > TreeBounds.recognizersOfTouch
            ? TreeBounds.tooManyReached(view.id, all) : nil
    {
      if let node = nodes[view.id] {
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
