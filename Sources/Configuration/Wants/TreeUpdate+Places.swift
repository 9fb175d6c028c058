// Where views lie in what is wanted now: in which view, among which siblings, how large.

import ConfigurationText
import Protocol
import ResponderKit

extension TreeUpdate {
  /// Moves a view that stays to its wanted place.
  func moveToPlace(_ view: View) {
    guard let parent = new(view.id)?.place?.superview.flatMap({ living($0) }) else { return }
    // One that stays may go into another that was in it.
    if parent.isDescendant(of: view), difference.isStaying(parent.id) { moveToPlace(parent) }
    if view.superview !== parent { resized.insert(view.id) }
    place(view, in: parent)
  }

  /// Puts a view among the wanted views of its parent.
  func place(_ view: View, in parent: View) {
    let wanted = new(parent.id)
    let siblings = wanted?.subviews ?? []
    let index = wanted?.places[view.id] ?? 0
    func isThere(_ sibling: WantedThing) -> View? {
      tree.registry.view(sibling.id).flatMap { $0.superview === parent && $0 !== view ? $0 : nil }
    }
    if let behind = siblings[..<index].reversed().lazy.compactMap(isThere).first {
      put(view, in: parent, .above(behind))
    } else if let front = siblings[index...].lazy.filter({ [difference] in
      // One that moves has not its place yet.
      !difference.moved.contains($0.id)
    }).compactMap(isThere).first {
      put(view, in: parent, .below(front))
    } else {
      put(view, in: parent, .index(0))
    }
  }

  func put(_ view: View, in parent: View, _ place: VisibleTree.Position) {
    if !parent.isDescendant(of: view) { visible.put(view, in: parent, place) }
  }

  // MARK: Sizes

  static let geometryKeys = ["frame", "bounds", "center"]

  /// Sets the frame of a view that stays, if it or what it is measured by is another one.
  func setGeometry(of view: View, _ thing: WantedThing, from before: WantedThing?) {
    let isOther =
      TreeUpdate.geometryKeys.contains { before?[$0] != thing[$0] }
      || before?.arranged != thing.arranged
    if let window = view as? Window, before?["screen"] != thing["screen"] {
      window.screen = thing["screen"]?.string.flatMap { tree.screen($0) } ?? tree.screens.first
      resized.insert(window.id)
      tree.application.hasChanged(window)
    }
    guard isOther || !resized.isEmpty || hasOtherDensity else { return }
    let screen = view.window?.screen
    let frame = thing["frame"] ?? .string("fill")
    let hasOtherArea =
      resized.contains(view.id) || view.superview.map { resized.contains($0.id) } ?? false
      || view is Window && screen.map { resized.contains($0.id) } ?? false
    let isArranged = thing.arranged != nil
    let isPart = isArranged || frame.mentions { $0 == "fill" || $0.hasSuffix("%") }
    let depends =
      isPart && hasOtherArea
      || hasOtherDensity
        && (isArranged || TreeUpdate.geometryKeys.contains { isInMillimeters(thing[$0]) })
    guard isOther || depends else { return }
    let size = view.bounds.size
    builder.reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    let area = view.superview?.bounds.size ?? screen?.size ?? .zero
    // Without the transform, as when a view is made.
    if let rect = thing.arranged?.rect(in: area, screen?.pointsPerMillimeter)
      ?? builder.reader.rect(frame.node(in: document), in: area)
    {
      if view.bounds.size != rect.size { view.bounds.size = rect.size }
      view.unzoomedCenter = rect.center
    }
    if let bounds = thing["bounds"]?.node(in: document) {
      builder.reader.rect(bounds, in: view.bounds.size).map { view.bounds = $0 }
    } else if before?["bounds"] != nil {
      view.bounds.origin = .zero
    }
    if let center = thing["center"]?.node(in: document) {
      builder.reader.point(center).map { view.unzoomedCenter = $0 }
    }
    if view.bounds.size != size { resized.insert(view.id) }
    tree.application.hasChanged(view)
  }

  /// Scroll views that arrange their subviews have their content from them.
  func fitContents() {
    for thing in difference.views.map(\.entry.thing) + remeasured {
      guard let arrangement = thing.arrangement, let view = living(thing.id) as? ScrollView else {
        continue
      }
      let size = arrangement.contentSize(of: thing.items)
        .rect(in: view.bounds.size, view.window?.screen?.pointsPerMillimeter).size
      guard view.contentSize != size else { continue }
      view.contentSize = size
      tree.application.hasChanged(view)
    }
  }

  func isInMillimeters(_ value: JSON?) -> Bool {
    value?.mentions { $0.hasSuffix("mm") } ?? false
  }
}
