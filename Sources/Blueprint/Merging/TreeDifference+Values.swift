// The values in which a view of two trees differs.

import ResponderKit

extension TreeDifference {
  /// The differences of a view that both trees have.
  func change(of before: View, to after: View) -> ViewChange {
    var change = ViewChange(after.id)
    if before.center != after.center || before.bounds.size != after.bounds.size {
      change.frame = (after.center, after.bounds.size)
    }
    if !(after is ScrollView), before.bounds.origin != after.bounds.origin {
      change.origin = after.bounds.origin
    }
    let screens = (before as? Window)?.screen?.id
    if let screen = (after as? Window)?.screen?.id, screen != screens { change.screen = screen }
    let kind = ViewKind(of: after)
    change.values =
      values(from: before, to: after, usual.keys(of: kind))
      + values(from: before, to: after, usual.ownKeys(of: kind))
    if let before = before.viewController, let after = after.viewController {
      change.controllerValues = values(from: before, to: after, usual.controllerKeys)
    }
    let written = recognizers(of: after)
    change.added = written.filter { !match.hasRecognizer($0) }
      .map { TreeWriter(new, writingAllOf: [], usual).recognizer($0) }
    for recognizer in written where match.hasRecognizer(recognizer) {
      guard let old = old.registry.recognizer(recognizer.id) else { continue }
      let kind = RecognizerKind(of: recognizer) ?? .tap
      append(values(from: old, to: recognizer, usual.keys(of: kind)), recognizer, to: &change)
    }
    if let before = before as? ScrollView, let after = after as? ScrollView {
      append(
        values(from: before.panGestureRecognizer, to: after.panGestureRecognizer, usual.scrollPan),
        after.panGestureRecognizer, to: &change)
      if let pinch = after.pinchGestureRecognizer {
        append(
          values(from: before.pinchGestureRecognizer, to: pinch, usual.scrollPinch), pinch,
          to: &change)
      }
    }
    change.order = order(of: before, after)
    return change
  }

  private func append(
    _ values: [TreeValue], _ recognizer: GestureRecognizer, to change: inout ViewChange
  ) {
    if !values.isEmpty { change.recognizerValues.append((recognizer.id, values)) }
  }

  // The order is set if new recognizers do not just follow the old ones.
  private func order(of before: View, _ after: View) -> [String]? {
    let wanted = after.gestureRecognizers.map(\.id)
    let staying = before.gestureRecognizers.filter { match.hasRecognizer($0) || isPart($0, after) }
    let ids = Set(staying.map(\.id))
    let appended = staying.map(\.id) + wanted.filter { !ids.contains($0) }
    return appended == wanted ? nil : wanted
  }

  private func isPart(_ recognizer: GestureRecognizer, _ after: View) -> Bool {
    !recognizers(of: after).contains { $0.id == recognizer.id }
      && after.gestureRecognizers.contains { $0.id == recognizer.id }
  }

  /// The values in which two things of one kind differ; with nothing before, all of them.
  func values<Owner>(
    from before: Owner?, to after: Owner, _ keys: [UsualSettings.Entry<Owner>]
  ) -> [TreeValue] {
    let id = name(of: after)
    var found: [TreeValue] = []
    for key in keys.map(\.key) {
      let value = new.value(of: after, id, key)
      // A value that names a replaced view is set again, because it was removed with that view.
      let isSame =
        before.map { old.value(of: $0, id, key) == value } ?? (value == nil)
        && !(value?.mentions { isRebuilt($0) || isMeasuredAgain($0) } ?? false)
      if !isSame, let value = TreeDifference.whole(value, of: key.name) {
        found.append(TreeValue(key: key.name, value: value))
      }
    }
    if let responder = after as? Responder, keys.contains(where: { $0.key.name == "next" }),
      new.nextNames[responder.id] != old.nextNames[responder.id]
    {
      found.append(
        TreeValue(key: "next", value: new.nextNames[responder.id].map { .text($0) } ?? .null))
    }
    return found
  }

  private func name<Owner>(of owner: Owner) -> String {
    (owner as? Responder)?.id ?? (owner as? GestureRecognizer)?.id ?? ""
  }

  private func isRebuilt(_ name: String) -> Bool {
    old.registry[name] != nil && new.registry[name] != nil && !match.has(name)
  }

  // Millimetres are other points now.
  private func isMeasuredAgain(_ text: String) -> Bool { hasOtherDensity && text.hasSuffix("mm") }

  /// A value as it is set: whole, where a setting may give a part; nil where nothing is set.
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

extension Tree {
  /// The value of a key of one of its things; nil where there is none.
  func value<Owner>(of owner: Owner, _ id: String, _ key: Key<Owner, Builder>) -> Setting? {
    switch key.writing {
    case .read(let read): read(owner)
    case .kept, .keptPart: kept[id, key.name]
    case .structure: nil
    }
  }
}

extension Setting {
  // Keys by which a thing names others.
  private static let naming: Set = [
    "next", "hit", "veto", "zoomView", "touchesShouldBegin", "touchesShouldCancel",
    "shouldReceive", "shouldBegin", "simultaneousWith", "requiresFailureOf", "requiredToFailBy",
    "canPrevent", "canBePrevented",
  ]
  private static let nesting: Set = Set(
    [
      "subviews", "gestureRecognizers", "view", "viewController", "rootViewController", "presents",
      "children", "navigationController", "viewControllers",
    ] + TreeTables.viewWords + TreeTables.recognizerWords)

  /// The description without the keys that name something that does not exist yet, and these values
  /// with their owners.
  func leavingOut(
    of owner: String, where isMeant: (Setting) -> Bool
  ) -> (rest: Setting, left: [(id: String, values: [TreeValue])]) {
    switch self {
    case .list(let elements):
      let parts = elements.map { $0.leavingOut(of: owner, where: isMeant) }
      return (.list(parts.map(\.rest)), parts.flatMap(\.left))
    case .mapping(let entries):
      var owner = owner
      if case .text(let id)? = entries.first(where: { $0.key == "id" })?.value { owner = id }
      var rest: [Entry] = []
      var own: [TreeValue] = []
      var left: [(id: String, values: [TreeValue])] = []
      for entry in entries {
        // A window that is added is shown before it can have the keys.
        let isLate =
          entry.key == "isKeyWindow" || Setting.naming.contains(entry.key) && isMeant(entry.value)
        if isLate {
          own.append(TreeValue(key: entry.key, value: entry.value))
          continue
        }
        guard let inner = Setting.owner(of: entry.key, owner) else {
          rest.append(entry)
          continue
        }
        let part = entry.value.leavingOut(of: inner, where: isMeant)
        rest.append(Entry(key: entry.key, value: part.rest))
        left += part.left
      }
      if !own.isEmpty { left.append((owner, own)) }
      return (.mapping(rest), left)
    case .null, .bool, .integer, .number, .text: return (self, [])
    }
  }

  private static func owner(of key: String, _ owner: String) -> String? {
    switch key {
    case "panGestureRecognizer": "\(owner).pan"
    case "pinchGestureRecognizer": "\(owner).pinch"
    default: isNest(key) ? owner : nil
    }
  }

  /// Whether there are other things under a key, or more keys of the same thing.
  static func isNest(_ key: String) -> Bool { nesting.contains(key) }
}
