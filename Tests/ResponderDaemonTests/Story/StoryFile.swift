// The configuration file of a story, and what a reload of it may change.

import ResponderKit

@testable import Configuration
@testable import ResponderDaemon

/// The trees of the file that is applied, and of the one that was read last.
struct StoryFile {
  /// The tree that was read last.
  var readTree: UInt64
  private var appliedTree: UInt64

  init(tree: UInt64) {
    readTree = tree
    appliedTree = tree
  }

  /// The file that was read last is applied.
  mutating func isApplied() { appliedTree = readTree }

  /// The views of programs, with the views around them.
  static func builtViews(of names: StoryNames) -> [(view: View, parents: [View])] {
    names.views.filter { $0.id.hasPrefix("n") }.map { (view: $0, parents: parents(of: $0)) }
  }

  /// Views that only one of the two files has are added or removed; views of programs stay as long as
  /// the view around them.
  func judgeMerge(
    _ names: StoryNames, _ built: [(view: View, parents: [View])]
  ) throws -> [String] {
    var complaints: [String] = []
    let before = try fileNames(of: appliedTree)
    let after = try fileNames(of: readTree)
    let (open, stillOpen) = (try openViews(of: appliedTree), try openViews(of: readTree))
    let closed = open.all.subtracting(stillOpen.all)
      .union(open.mountPoints.subtracting(stillOpen.mountPoints))
    for view in names.views where before.contains(view.id) && !after.contains(view.id) {
      complaints.append("\(view.id) is not in the file any more and still there")
    }
    for (view, parents) in built where view.application == nil && !parents.isEmpty {
      // The file may present a controller instead, give the window a root, close a mount point, or
      // move a view out of one.
      let isReplaced = parents.contains {
        $0.viewController?.presentedViewController != nil
          || view.id.hasSuffix(".root") && ($0 as? Window)?.rootViewController != nil
          || sequence(first: $0, next: \.superview).contains { closed.contains($0.id) }
      }
      if parents.allSatisfy({ $0.application != nil }), !isReplaced {
        complaints.append("\(view.id) has gone by a reload, though \(parents.map(\.id)) stand")
      }
    }
    return complaints
  }

  // A presented controller stays as long as its presenter and the views around it.
  private static func parents(of view: View) -> [View] {
    let controller = (view is PresentationContainer ? view.subviews.first : view)?.viewController
    return [controller?.presentingViewController?.view, view.superview].compactMap(\.self)
  }

  private func fileNames(of tree: UInt64) throws -> Set<String> {
    let text = StoryTree.configuration(seed: tree)
    let application = try Blueprint.load(text, file: "f").build().application
    return Set(StoryNames(of: application).views.map(\.id))
  }

  // The views that are mount points, into which all programs may put something, and all in these.
  private func openViews(of seed: UInt64) throws -> (mountPoints: Set<String>, all: Set<String>) {
    let tree = try Blueprint.load(StoryTree.configuration(seed: seed), file: "f").build()
    let views = StoryNames(of: tree.application).views
    let mountPoints = Set(views.map(\.id).filter { tree.mountPoints[$0] != nil })
    let all = views.filter { view in
      sequence(first: view, next: \.superview).contains { mountPoints.contains($0.id) }
    }
    return (mountPoints, Set(all.map(\.id)))
  }
}
