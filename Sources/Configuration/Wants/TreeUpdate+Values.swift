// The values of what stays.

import ConfigurationText
import Protocol
import ResponderKit

extension TreeUpdate {
  /// Sets each value that differs, or that means something else now.
  func setValues() {
    for (entry, change) in difference.views {
      if let view = change.view { setValues(of: entry, view, from: change.before?.thing) }
    }
    for view in remeasured { setValues(of: view.id) }
    var named: Set<String> = []
    for id in added { named.formUnion(difference.naming(id)) }
    for id in named {
      guard let entry = new(id) else { continue }
      if let view = entry.view.flatMap({ new($0)?.thing }) ?? entry.thing.ownView {
        setValues(of: view.id)
      }
    }
    let application = difference.application
    // The application keeps its name for life.
    set(
      application, from: difference.formerApplication, of: tree.application,
      tree.tables.application)
    if let delegate = application.children(.delegate).first, difference.stays(delegate.id),
      let living = tree.registry.responder(delegate.id)
    {
      set(delegate, from: old(delegate.id), of: living, tree.tables.responder)
    }
  }

  private func setValues(of view: String) {
    if let entry = new(view), let living = living(view) {
      setValues(of: entry, living, from: old(view))
    }
  }

  private func setValues(
    of entry: WantedTree.Entry, _ living: View, from before: WantedThing?
  ) {
    let view = entry.thing
    guard let kind = view.viewKind else { return }
    set(view, from: before, of: living, tree.tables.view(kind))
    if let controller = entry.controller, let living = living.viewController {
      set(controller, from: old(controller.id), of: living, tree.tables.controller)
    }
    let gone = (before?.children(.part) ?? []).filter { new($0.id) == nil }
    for thing in view.children + gone {
      func recognizer() -> GestureRecognizer? { tree.registry.recognizer(thing.id) }
      switch thing.kind {
      case .recognizer(let kind):
        guard difference.stays(thing.id) else { continue }
        set(thing, from: old(thing.id), of: recognizer(), tree.tables.recognizer(kind))
      case .part(let kind):
        let isGone = new(thing.id) == nil
        guard let part = recognizer() else {
          // The tree says its values, also while the scroll view does not use it.
          let values = isGone ? [] : thing.values
          if values != old(thing.id)?.values ?? [] { tree.application.hasChanged(living) }
          continue
        }
        set(thing, from: old(thing.id), of: part, tree.tables.part(kind), isGone: isGone)
      case .application, .delegate, .viewController, .view: continue
      }
    }
    orderRecognizers(of: living, view)
  }

  private func set<Owner: AnyObject>(
    _ thing: WantedThing, from before: WantedThing?, of owner: Owner?,
    _ table: KeyIndex<Owner, Builder>, isGone: Bool = false
  ) {
    guard let owner else { return }
    let values = isGone ? [] : thing.values
    let before = before?.values ?? []
    func edit(_ key: Key<Owner, Builder>, _ value: JSON) throws(BlueprintError) {
      try editor.edit(key, to: value.node(in: document), of: owner)()
    }
    var changes: [(index: Int, value: JSON?, isOther: Bool)] = []
    // Places have been set already.
    func note(_ key: String, _ value: JSON?, isOther: Bool) {
      guard !TreeUpdate.geometryKeys.contains(key), let index = table[key],
        table.keys[index].isLive
      else { return }
      changes.append((index, value, isOther))
    }
    for entry in values {
      let isOther = !before.contains(entry)
      if isOther || meansSomethingElse(entry, of: thing.id) {
        note(entry.name, entry.value, isOther: isOther)
      }
    }
    for entry in before where !values.contains(where: { $0.name == entry.name }) {
      note(entry.name, nil, isOther: true)
    }
    for (index, value, isOther) in changes.sorted(by: { $0.index < $1.index }) {
      let key = table.keys[index]
      let meant = value ?? table.usual[index].value
      guard let whole = TreeUpdate.whole(meant, of: key.name) else { continue }
      do throws(BlueprintError) {
        // What it named before must not stay where the new name is not there yet.
        if isOther, value != nil, key.name == "next" || key.name == "zoomView" {
          try edit(key, .null)
        }
        try edit(key, whole)
        tree.plannedRequirements = nil
      } catch {
        for diagnostic in error.diagnostics { report(diagnostic.message) }
      }
    }
  }

  // Whether an unchanged value names something that is new, or is measured by another length.
  private func meansSomethingElse(_ entry: JSON.Member, of id: String) -> Bool {
    if hasOtherDensity, isInMillimeters(entry.value) { return true }
    if resized.contains(id), entry.value.mentions({ $0.hasSuffix("%") }) { return true }
    return !added.isEmpty && WantedThing.naming.contains(entry.name)
      && entry.value.mentions { added.contains($0) }
  }

  /// A value as it is set: whole, where a text may give a part; nil where nothing is set.
  private static func whole(_ value: JSON?, of key: String) -> JSON? {
    let parts: [(String, JSON)]
    switch key {
    // A window that becomes the key window replaces the earlier one, so there is no value to unset.
    case "isKeyWindow": return value
    case "hit":
      parts = [
        ("shape", .string("rectangle")), ("inset", .integer(0)), ("passthrough", .bool(false)),
        ("redirect", .null),
      ]
    case "tracking": parts = [("slop", .null), ("begin", .array([]))]
    case "constants": parts = ConstantKeys.readers.map { ($0.name, $0.read(Constants())) }
    case "maximumNumberOfTouches": return value ?? .integer(.max)
    default: return value ?? .null
    }
    return JSON(parts).merging(value ?? .object([]))
  }
}
