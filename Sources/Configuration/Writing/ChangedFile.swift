// The text of a configuration file after what is wanted of its tree has changed. What has not changed
// stays as it is written, comments and keys of other things included.
//
//     thing of the file ──► its value in the text ─┬─► keys that differ: replaced, added, removed
//                                                  └─► things in it that come, go or change places
//
// What lies in an alias or in a repeated element has no place of its own in the text, and is refused.

import ConfigurationText
import Protocol

/// A file with other wants.
package struct ChangedFile {
  /// Why the text cannot be changed.
  package struct Obstacle: Error {
    package let message: String
  }

  private var edited: EditedText
  private let tables = TreeTables()
  // What is written of each thing.
  private var values: [String: TextValue] = [:]

  /// The text of a file, in which something else is wanted now.
  package static func text(
    of file: [UInt8], wanting before: WantedThing, now: WantedThing
  ) throws(Obstacle) -> String {
    let root: TextValue
    do { root = try TextValue.read(SourceText(file: "", bytes: file)) } catch {
      throw Obstacle(message: "the file cannot be read: \(error)")
    }
    var changed = ChangedFile(file, root, before)
    var kinds: [String: WantedThing.Kind] = [:]
    now.visit { kinds[$0.id] = $0.kind }
    let now = changed.tables.necessary(of: now, besides: before) { name, key in
      kinds[name].map { $0.canBeNamed(by: key) } ?? false
    }
    try changed.compare(before, now)
    if !changed.edited.isChanged { return String(decoding: file, as: UTF8.self) }
    let text = changed.edited.text
    let read: WantedThing
    do { read = try Blueprint.load(text, file: "the changed file").wanted.application } catch {
      throw Obstacle(message: "the changed file would be refused: \(error)")
    }
    if let strange = now.difference(from: read) {
      throw Obstacle(message: "the changed file would not want the same of \(strange)")
    }
    return text
  }

  private init(_ file: [UInt8], _ root: TextValue, _ application: WantedThing) {
    edited = EditedText(file)
    guard let written = root["application"] else { return }
    note(written)
    values[application.id] = written
    if let delegate = application.children(.delegate).first {
      values[delegate.id] = written["delegate"]
    }
  }

  private mutating func note(_ value: TextValue) {
    if let id = value["id"]?.text, values[id] == nil { values[id] = value }
    for inner in value.elements ?? value.entries?.map(\.value) ?? [] { note(inner) }
  }

  // MARK: Things

  private mutating func compare(_ old: WantedThing, _ new: WantedThing) throws(Obstacle) {
    if old === new { return }
    if let inside = old.inside, let other = new.inside { try compare(inside, other) }
    for (name, from, to) in old.values.differences(to: new.values) {
      try set(name, from: from, to: to, of: old)
    }
    for (relation, key) in WantedThing.lists {
      try compare(old.children(relation), new.children(relation), key, of: old)
    }
    for child in old.children where !child.isInList {
      if let same = new.children.first(where: { $0.id == child.id && $0.relation == child.relation }
      ) {
        try compare(child, same)
      } else {
        throw Obstacle.at(child.id, "it has gone, and is no element of a list")
      }
    }
    for child in new.children
    where !child.isInList && !old.children.contains(where: { $0.id == child.id }) {
      let key = child.relation == .root ? "rootViewController" : "presents"
      let owner = try value(of: old)
      edited.add(key, tables.written(child), to: owner)
    }
  }

  private func value(of thing: WantedThing) throws(Obstacle) -> TextValue {
    guard let value = values[thing.id], value.entries != nil else {
      throw Obstacle.at(thing.id, "it is written in an alias or a repeated element")
    }
    return value
  }

  // MARK: Values

  private mutating func set(
    _ name: String, from old: JSON?, to new: JSON?, of thing: WantedThing
  ) throws(Obstacle) {
    let path = "\(thing.id).\(name)"
    let (outer, word) = try place(of: thing)
    let inner = word.flatMap { outer.entry($0) }
    for owner in [outer, inner?.value].compactMap(\.self) {
      guard let entry = owner.entry(name) else { continue }
      return try change(entry, in: owner, from: old, to: new, path)
    }
    guard let new else { throw Obstacle.at(path, "it is written in a merged mapping") }
    if let word, tables.isOfKind(name, thing) {
      guard let inner else { return edited.add(word, .object([.init(name, new)]), to: outer) }
      guard inner.value.entries != nil else {
        return edited.replace(inner, by: .object([.init(name, new)]), in: outer)
      }
      return edited.add(name, new, to: inner.value)
    }
    edited.add(name, new, to: outer)
  }

  // The mapping with the keys of a thing, and the word under which those of its kind are.
  private func place(
    of thing: WantedThing
  ) throws(Obstacle) -> (outer: TextValue, word: String?) {
    switch thing.kind {
    case .view(let kind):
      return (try value(of: thing), ViewKind.written.contains(kind) ? kind.rawValue : nil)
    case .recognizer(let kind): return (try value(of: thing), kind.word)
    case .part(let kind):
      let view = String(thing.id.dropLast(kind.word.count + 1))
      guard let content = values[view]?["scrollView"], content.entries != nil else {
        throw Obstacle.at(thing.id, "its scroll view has no keys in the file")
      }
      return (content, thing.partKey)
    case .application, .delegate, .viewController: return (try value(of: thing), nil)
    }
  }

  private mutating func change(
    _ entry: TextValue.Entry, in owner: TextValue, from old: JSON?, to new: JSON?, _ path: String
  ) throws(Obstacle) {
    guard !entry.value.hasAnchor else {
      throw Obstacle.at(path, "it has an anchor, so other values may follow from it")
    }
    guard let new else {
      if edited.remove(entry, from: owner) { return }
      throw Obstacle.at(path, "it is the only key of its mapping")
    }
    guard let before = old?.members, let after = new.members, entry.value.entries != nil else {
      return edited.replace(entry, by: new, in: owner)
    }
    for (name, from, to) in before.differences(to: after) {
      if let inner = entry.value.entry(name) {
        try change(inner, in: entry.value, from: from, to: to, "\(path).\(name)")
      } else if let to {
        edited.add(name, to, to: entry.value)
      }
    }
  }

  // MARK: Lists of things

  private mutating func compare(
    _ old: [WantedThing], _ new: [WantedThing], _ key: String, of owner: WantedThing
  ) throws(Obstacle) {
    let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    for thing in new { if let same = known[thing.id] { try compare(same, thing) } }
    if old.map(\.id) == new.map(\.id) { return }
    var outer = try value(of: owner)
    if key == "viewControllers", let inner = outer["navigationController"] { outer = inner }
    let added = new.filter { known[$0.id] == nil }
    guard let entry = outer.entry(key), let elements = entry.value.elements, !elements.isEmpty
    else {
      guard old.isEmpty else { throw Obstacle.at(owner.id, "its \(key) are written in an alias") }
      let list = JSON.array(added.map { tables.element($0) })
      if let entry = outer.entry(key) {
        edited.replace(entry, by: list, in: outer)
      } else {
        edited.add(key, list, to: outer)
      }
      return
    }
    guard !entry.value.hasAnchor else {
      throw Obstacle.at(owner.id, "its \(key) have an anchor, so other values may follow from them")
    }
    let units = try units(of: elements, old, owner)
    let fresh = Dictionary(uniqueKeysWithValues: added.map { ($0.id, $0) })
    var pieces: [EditedText.Piece] = []
    var rest = new.map(\.id)[...]
    while let id = rest.first {
      if let thing = fresh[id] {
        pieces.append(.new(tables.element(thing)))
        rest.removeFirst()
      } else if let number = units.firstIndex(where: { rest.starts(with: $0) }) {
        pieces.append(.element(number))
        rest.removeFirst(units[number].count)
      } else {
        throw Obstacle.at(id, "it is one of the things of a repeated element")
      }
    }
    guard edited.rebuild(entry.value, pieces) else {
      throw Obstacle.at(owner.id, "its \(key) begin in the middle of a line")
    }
  }

  // The things of each element: a repeated one has several.
  private func units(
    of elements: [TextValue], _ old: [WantedThing], _ owner: WantedThing
  ) throws(Obstacle) -> [[String]] {
    var rest = old.map(\.id)[...]
    var units: [[String]] = []
    for element in elements {
      let count = element["repeat"]?.text.flatMap { Int($0) } ?? 1
      let unit = Array(rest.prefix(count))
      let id = element["id"]?.text ?? element["viewController"]?["id"]?.text
      guard unit.count == count, id == unit[0] || element["repeat"] != nil else {
        throw Obstacle.at(owner.id, "what is in it is written in an alias")
      }
      rest.removeFirst(count)
      units.append(unit)
    }
    return units
  }
}

extension ChangedFile.Obstacle {
  fileprivate static func at(_ name: String, _ why: String) -> Self {
    Self(message: "\(name) cannot be changed in the text of the file: \(why)")
  }
}

extension TreeTables {
  /// The thing without values that are the usual ones, where another one does not have them either,
  /// and without the names of things that are not there.
  fileprivate func necessary(
    of thing: WantedThing, besides other: WantedThing?,
    _ isThere: (_ name: String, _ key: String) -> Bool
  ) -> WantedThing {
    let known = Dictionary(
      (other?.children ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let values = thing.values.compactMap { value -> JSON.Member? in
      if other?[value.name] == nil, isUsual(value, thing) { return nil }
      let rest = value.value.withoutMissing(value.name) { isThere($0, value.name) }
      // One name need not be a list.
      return rest == .array([value.value]) ? value : rest.map { JSON.Member(value.name, $0) }
    }
    return thing.with(values: values).with(
      children: thing.children.map { necessary(of: $0, besides: known[$0.id], isThere) })
  }

  private func isUsual(_ value: JSON.Member, _ thing: WantedThing) -> Bool {
    if TreeUpdate.geometryKeys.contains(value.name) { return false }
    func isUsual<Owner>(_ table: KeyIndex<Owner, Builder>) -> Bool {
      table[value.name].flatMap { table.usual[$0].value }?.comparable == value.value.comparable
    }
    return switch thing.kind {
    case .application: isUsual(application)
    case .delegate: isUsual(responder)
    case .viewController: isUsual(controller)
    case .view(let kind): isUsual(view(kind))
    case .recognizer(let kind): isUsual(recognizer(kind))
    case .part(let kind): isUsual(part(kind))
    }
  }

  /// Whether a key is one of the kind of a thing.
  fileprivate func isOfKind(_ key: String, _ thing: WantedThing) -> Bool {
    switch thing.kind {
    case .view(let kind):
      let table = view(kind)
      return table[key].map { table.isOfKind($0) } ?? false
    case .recognizer, .part: return true
    case .application, .delegate, .viewController: return false
    }
  }

  /// A thing as a file has it, with the keys of its kind under the word of that.
  fileprivate func written(_ thing: WantedThing) -> JSON {
    func values(of thing: WantedThing) -> WantedThing.Values {
      let ofKind = thing.values.filter { isOfKind($0.name, thing) }
      return (thing.values.filter { !isOfKind($0.name, thing) }, ofKind)
    }
    return thing.written(values) { _ in true }
  }

  /// The same as an element of a list.
  fileprivate func element(_ thing: WantedThing) -> JSON {
    thing.relation == .subview ? thing.asSubview(written(thing)) : written(thing)
  }
}

extension WantedThing {
  /// The first thing that is another one in another tree.
  fileprivate func difference(from other: WantedThing) -> String? {
    if comparable == other.comparable { return nil }
    let pairs = zip(children, other.children)
    return pairs.lazy.compactMap { $0.difference(from: $1) }.first ?? id
  }

  // The keys of the lists of things, by what these are.
  fileprivate static let lists: [(relation: Relation, key: String)] = [
    (.window, "windows"), (.recognizer, "gestureRecognizers"), (.subview, "subviews"),
    (.child, "children"), (.page, "viewControllers"),
  ]

  fileprivate var isInList: Bool { WantedThing.lists.contains { $0.relation == relation } }

  /// What it says, however it is written.
  fileprivate var comparable: JSON {
    written(inside: \.inside?.comparable, with: { _ in true }).comparable
  }
}

extension WantedThing.Kind {
  // Whether a thing of this kind can have the name that is the value of a key.
  fileprivate func canBeNamed(by key: String) -> Bool {
    switch self {
    case .view: key == "hit" || key == "zoomView" || key == "next"
    case .application, .delegate, .viewController: key == "next"
    case .recognizer, .part: key == "requiresFailureOf" || key == "requiredToFailBy"
    }
  }
}

extension [JSON.Member] {
  /// The keys whose values are others in other members.
  fileprivate func differences(to other: Self) -> [(name: String, from: JSON?, to: JSON?)] {
    let (old, new) = (JSON.object(self), JSON.object(other))
    let names = map(\.name) + other.map(\.name).filter { old[$0] == nil }
    return names.map { ($0, old[$0], new[$0]) }.filter { $1?.comparable != $2?.comparable }
  }
}

extension JSON {
  /// The value without the order of its members, and with numbers of one kind.
  fileprivate var comparable: JSON {
    switch self {
    case .integer(let number): .number(Double(number))
    case .array(let elements): .array(elements.map(\.comparable))
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.value.comparable) }.sorted { $0.name < $1.name })
    case .null, .bool, .number, .string: self
    }
  }
}
