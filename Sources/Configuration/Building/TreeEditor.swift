// Changes of living things by the keys that the configuration uses for them.

import CommandLine
import ConfigurationText
package import Protocol
import ResponderKit

/// Reads values for the things of a tree, one after the other.
package final class TreeEditor {
  private let visible: VisibleTree
  private let keepsUnknownNames: Bool
  private var tree: Tree { visible.tree }
  private let document = Document(file: "request")
  // The next value needs no other one, unless it has complained.
  private lazy var builder = newBuilder()

  /// An editor of a tree; names of things that are not there may be kept and no errors.
  package init(_ visible: VisibleTree, keepingUnknownNames: Bool = false) {
    self.visible = visible
    keepsUnknownNames = keepingUnknownNames
  }

  private func newBuilder() -> Builder {
    let builder = tree.builder(for: visible)
    builder.keepsUnknownNames = keepsUnknownNames
    return builder
  }

  // MARK: By name

  /// Checks a value of a living thing; null takes a value back, whatever values the key has. Gives
  /// the names in all values so far that nothing has.
  package func check(
    _ key: String, _ value: JSON, of id: String
  ) throws(BlueprintError) -> Set<String> {
    let node = value.node(in: document)
    switch visible[id] {
    case .responder(let owner): try check(key, node, of: owner, table(of: owner))
    case .recognizer(let owner): try check(key, node, of: owner, table(of: owner))
    case nil: break
    }
    return builder.unknownNames
  }

  private func check<Owner: AnyObject>(
    _ name: String, _ node: Node, of owner: Owner, _ table: KeyIndex<Owner, Builder>
  ) throws(BlueprintError) {
    let key = try key(name, node, in: table)
    if !node.isNull { _ = try read(key, node, of: owner) }
  }

  /// Writes a value that was found to be possible.
  package func write(_ key: String, _ value: JSON, of id: String) {
    let node = value.node(in: document)
    switch visible[id] {
    case .responder(let owner): (try? edit(key, to: node, of: owner))?()
    case .recognizer(let owner): (try? edit(key, to: node, of: owner))?()
    case nil: break
    }
  }

  /// The change of a living thing by a value, found to be possible.
  func edit(
    _ name: String, to node: Node, of owner: Responder
  ) throws(BlueprintError) -> () -> Void {
    try edit(key(name, node, in: table(of: owner)), to: node, of: owner)
  }

  /// The change of a living thing by a value, found to be possible.
  func edit(
    _ name: String, to node: Node, of owner: GestureRecognizer
  ) throws(BlueprintError) -> () -> Void {
    try edit(key(name, node, in: table(of: owner)), to: node, of: owner)
  }

  private func table(of responder: Responder) -> KeyIndex<Responder, Builder> {
    switch responder {
    case let view as View: tree.tables.view(ViewKind(of: view))
    case is ViewController: tree.tables.controller
    case is Application: tree.tables.application
    default: tree.tables.responder
    }
  }

  private func table(of recognizer: GestureRecognizer) -> KeyIndex<GestureRecognizer, Builder> {
    tree.tables.keys(of: RecognizerKind(of: recognizer))
  }

  private func key<Owner>(
    _ name: String, _ node: Node, in table: KeyIndex<Owner, Builder>
  ) throws(BlueprintError) -> Key<Owner, Builder> {
    guard let key = table[name].map({ table.keys[$0] }) else {
      let live = table.keys.filter(\.isLive).map(\.name)
      let hint =
        KeyHints.hint(for: name, known: live) ?? didYouMean(name, among: live)
        ?? "known here: \(live.joined(separator: ", "))"
      throw BlueprintError([node.complaint("unknown key \"\(name)\"; \(hint)")])
    }
    guard key.isLive else {
      throw BlueprintError([
        node.complaint("expected a key that can change while the daemon runs, found \"\(name)\"")
      ])
    }
    return key
  }

  // MARK: By key

  // What null stands for, for keys that do not take it.
  private static let absent: [String: JSON] = [
    "veto": .array([]), "mountPoint": .bool(false), "actions": .object([]),
    "tracking": JSON([("slop", .null), ("begin", .array([]))]),
    "touchesShouldBegin": .bool(true),
    "touchesShouldCancel": JSON([("isControl", .bool(false))]),
    "shouldReceive": .array([]), "shouldBegin": .bool(true), "simultaneousWith": .array([]),
    "canPrevent": .bool(true), "canBePrevented": .bool(true),
  ]

  /// The change of a living thing by a value, found to be possible.
  func edit<Owner: AnyObject>(
    _ key: Key<Owner, Builder>, to node: Node, of owner: Owner
  ) throws(BlueprintError) -> () -> Void {
    let edits = try read(key, node, of: owner)
    return { [self] in
      let scrollView = owner as? ScrollView
      let parts = scrollView?.gestureRecognizers ?? []
      for edit in edits { edit() }
      // A recognizer that a scroll view no longer needs releases its name.
      for part in parts where part.view == nil && tree.holds(part) { tree.forget(part) }
      // With zooming, the scroll view gets a pinch recognizer.
      if let scrollView { builder.registerParts(of: scrollView) }
      let view = (owner as? Responder)?.ownView ?? (owner as? GestureRecognizer)?.view
      if let view { tree.application.hasChanged(view) }
    }
  }

  private func read<Owner: AnyObject>(
    _ key: Key<Owner, Builder>, _ node: Node, of owner: Owner
  ) throws(BlueprintError) -> [() -> Void] {
    let before = tree.plannedRequirements
    let reader = builder.reader
    let view = owner as? View
    let screen = (view ?? (owner as? GestureRecognizer)?.view)?.window?.screen
    builder.area = view?.superview?.bounds.size ?? screen?.size ?? .zero
    reader.pointsPerMillimeter = (screen ?? tree.screens.first)?.pointsPerMillimeter
    let absent = node.isNull ? TreeEditor.absent[key.name]?.node(in: document) : nil
    var owner = owner
    key.apply(&owner, absent ?? node, builder)
    builder.link()
    builder.refuseUnknown()
    let edits = builder.drainEdits()
    if reader.errors.isEmpty, reader.warnings.isEmpty { return edits }
    builder = newBuilder()
    if reader.errors.isEmpty { return edits }
    tree.plannedRequirements = before
    throw BlueprintError(reader.sorted(reader.errors))
  }
}
