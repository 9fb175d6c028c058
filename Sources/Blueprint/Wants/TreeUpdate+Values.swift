// The values of what stays in a change to a new text.

import ResponderKit
import YAML

extension TreeUpdate {
  /// Sets each value in which the two texts differ, or which means something else now.
  func setValues() {
    for view in new.views where difference.staying.contains(view.id) {
      guard let living = living(view.id), let kind = view.viewKind else { continue }
      set(view, of: living) { [usual] in usual.keys(of: kind) + usual.ownKeys(of: kind) }
      if let controller = new.controllers[view.id], let living = living.viewController {
        set(controller, of: living) { [usual] in usual.controllerKeys }
      }
      for recognizer in view.children(.recognizer) {
        guard case .recognizer(let kind) = recognizer.kind, difference.stays(recognizer.id) else {
          continue
        }
        set(recognizer) { [usual] in usual.keys(of: kind) }
      }
      setParts(of: view)
      orderRecognizers(of: living, view)
    }
    let application = new.application
    // The application keeps its name for life.
    set(application, of: tree.application) { [usual] in usual.applicationKeys }
    if let delegate = application.children(.delegate).first, difference.stays(delegate.id),
      let living = tree.registry.responder(delegate.id)
    {
      set(delegate, of: living) { [usual] in usual.responderKeys }
    }
  }

  private func setParts(of view: WantedThing) {
    let now = view.children(.part)
    let gone = (old.things[view.id]?.children(.part) ?? []).filter { new.things[$0.id] == nil }
    for part in now + gone {
      let keys = part.kind == .part(.pan) ? usual.scrollPan : usual.scrollPinch
      set(part, isGone: new.things[part.id] == nil) { keys }
    }
  }

  private func set(
    _ thing: WantedThing, of responder: Responder,
    _ keys: () -> [UsualSettings.Entry<Responder>]
  ) {
    let before = thing.kind == .application ? old.application : old.things[thing.id]
    set(thing.values, before?.values ?? [], thing.id, keys) {
      [tree, visible] (key, node) throws(BlueprintError) in
      try tree.edit(key, to: node, of: responder, for: visible, keepingUnknownNames: true)()
    }
  }

  private func set(
    _ thing: WantedThing, isGone: Bool = false,
    _ keys: () -> [UsualSettings.Entry<GestureRecognizer>]
  ) {
    guard let recognizer = tree.registry.recognizer(thing.id) else { return }
    set(isGone ? [] : thing.values, old.things[thing.id]?.values ?? [], thing.id, keys) {
      [tree, visible] (key, node) throws(BlueprintError) in
      try tree.edit(key, to: node, of: recognizer, for: visible, keepingUnknownNames: true)()
    }
  }

  private func set<Owner>(
    _ values: [Setting.Entry], _ before: [Setting.Entry], _ id: String,
    _ keys: () -> [UsualSettings.Entry<Owner>],
    _ edit: (String, Node) throws(BlueprintError) -> Void
  ) {
    let again = values.filter { meansSomethingElse($0, of: id) }.map(\.key)
    if values == before, again.isEmpty { return }
    for entry in keys() where entry.key.isLive {
      let key = entry.key.name
      if key == "frame" || key == "bounds" || key == "center" { continue }
      let value = values.first { $0.key == key }?.value
      let isOther = value != before.first { $0.key == key }?.value
      guard isOther || again.contains(key),
        let whole = TreeUpdate.whole(value ?? entry.usual, of: key)
      else { continue }
      do throws(BlueprintError) {
        // What it named before must not stay where the new name is not there yet.
        if isOther, value != nil, key == "next" || key == "zoomView" {
          try edit(key, Setting.null.node(marks))
        }
        try edit(key, whole.node(marks))
        tree.endPlan()
        if entry.key.isKept { tree.kept.put(value, for: key, of: id) }
      } catch {
        for diagnostic in error.diagnostics { report(diagnostic.message) }
      }
    }
  }

  // Whether an unchanged value names something that is new, or is measured by another length.
  private func meansSomethingElse(_ entry: Setting.Entry, of id: String) -> Bool {
    if hasOtherDensity, isInMillimeters(entry.value) { return true }
    if resized.contains(id), entry.value.mentions({ $0.hasSuffix("%") }) { return true }
    return !added.isEmpty && TreeUpdate.naming.contains(entry.key)
      && entry.value.mentions { added.contains($0) }
  }

  // Keys by which a thing names others.
  static let naming: Set = [
    "next", "hit", "veto", "zoomView", "touchesShouldBegin", "touchesShouldCancel",
    "shouldReceive", "shouldBegin", "simultaneousWith", "requiresFailureOf", "requiredToFailBy",
    "canPrevent", "canBePrevented",
  ]

  /// A value as it is set: whole, where a text may give a part; nil where nothing is set.
  private static func whole(_ value: Setting?, of key: String) -> Setting? {
    let parts: [(String, Setting)]
    switch key {
    // A window that becomes the key window replaces the earlier one, so there is no value to unset.
    case "isKeyWindow": return value
    case "hit":
      parts = [
        ("shape", .text("rectangle")), ("inset", .integer(0)), ("passthrough", .bool(false)),
        ("redirect", .null),
      ]
    case "tracking": parts = [("slop", .null), ("begin", .list([]))]
    case "constants": parts = ConstantKeys.readers.map { ($0.name, $0.read(Constants())) }
    case "maximumNumberOfTouches": return value ?? .integer(.max)
    default: return value ?? .null
    }
    return Setting(parts).merging(value ?? .mapping([]))
  }
}
