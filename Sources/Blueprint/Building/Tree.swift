// A built tree: the application, its objects by id, and changes by key while the daemon runs.

package import ResponderKit
import Words
import YAML

/// An application built from a configuration.
package final class Tree {
  /// The engine with its windows.
  package let application: Application
  /// The screens, in the order of the configuration.
  package internal(set) var screens: [Screen]
  /// Every responder and recognizer by its id; others look names up in a `VisibleTree`.
  let registry = Registry()

  /// The values that cannot be read back from the engine.
  var kept = KeptSettings()
  /// The mount points of views.
  var mountPoints = MountPoints()
  /// Whether any view names the program that acts on what happens in it.
  package internal(set) var namesActors = false

  /// Which responder each one names as its next, both by their ids.
  var nextNames = NextNames()

  /// The tables of keys by which it is read and changed.
  let tables = TreeTables()

  // The presentations in the latest decoded description, made when it is shown.
  var presentations: [(presenting: ViewController, presented: ViewController)] = []

  /// The requirements between recognizers.
  var requirements = Requirements()
  /// The changes of parents and next responders by the planned edits.
  var planned = PlannedTree()
  /// The requirements after the planned edits; nil if no edit changes them.
  var plannedRequirements: Requirements?

  init(application: Application, screens: [Screen]) {
    self.application = application
    self.screens = screens
  }

  /// The screen of this name.
  package func screen(_ id: String) -> Screen? { screens.first { $0.id == id } }

  /// The number of names.
  package var nameCount: Int { registry.count }

  /// Whether a view is the one of its name.
  package func holds(_ view: View) -> Bool { registry.view(view.id) === view }

  /// Whether a recognizer is the one of its name.
  package func holds(_ recognizer: GestureRecognizer) -> Bool {
    registry.recognizer(recognizer.id) === recognizer
  }

  /// Every user, group and unit that its mount points name.
  package var namedPrograms: Set<PeerSettings> {
    mountPoints.all.values.reduce(into: []) { $0.formUnion($1.programs) }
  }

  func edit(
    _ key: String, to node: Node, of responder: Responder, for visible: VisibleTree,
    keepingUnknownNames: Bool = false
  ) throws(BlueprintError) -> () -> Void {
    let view = responder as? View
    let builder = builder(near: view, for: visible)
    builder.keepsUnknownNames = keepingUnknownNames
    if let view { builder.area = view.superview?.bounds.size ?? view.window?.screen?.size ?? .zero }
    let edits = try edits(key, to: node, of: responder, table: table(of: responder), builder)
    return { [unowned self] in
      let parts = (responder as? ScrollView)?.gestureRecognizers ?? []
      for edit in edits { edit() }
      // A recognizer that a scroll view no longer needs releases its name.
      for part in parts where part.view == nil && holds(part) { forget(part) }
      // With zooming, the scroll view gets a pinch recognizer.
      if let scrollView = responder as? ScrollView {
        builder.registerParts(of: scrollView)
        for edit in builder.drainEdits() { edit() }
      }
      if let view = responder.ownView { application.hasChanged(view) }
    }
  }

  func edit(
    _ key: String, to node: Node, of recognizer: GestureRecognizer, for visible: VisibleTree,
    keepingUnknownNames: Bool = false
  ) throws(BlueprintError) -> () -> Void {
    let builder = builder(near: recognizer.view, for: visible)
    builder.keepsUnknownNames = keepingUnknownNames
    let edits = try edits(
      key, to: node, of: recognizer, table: tables.keys(of: RecognizerKind(of: recognizer)),
      builder)
    return { [application] in
      for edit in edits { edit() }
      if let view = recognizer.view { application.hasChanged(view) }
    }
  }

  func builder(near view: View?, for visible: VisibleTree, isLive: Bool = true) -> Builder {
    let reader = Reader(ofRequest: ())
    let screen = view?.window?.screen ?? screens.first
    reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    return Builder(visible: visible, reader: reader, isLive: isLive)
  }

  private func table(of responder: Responder) -> KeyIndex<Responder, Builder> {
    switch responder {
    case let view as View: tables.view(ViewKind(of: view))
    case is ViewController: tables.controller
    case is Application: tables.application
    default: tables.responder
    }
  }

  private func edits<Owner>(
    _ name: String, to node: Node, of owner: Owner, table: KeyIndex<Owner, Builder>,
    _ builder: Builder
  ) throws(BlueprintError) -> [() -> Void] {
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
    let before = plannedRequirements
    var owner = owner
    key.apply(&owner, builder.meant(by: node, for: key), builder)
    builder.keep(key, node, of: owner)
    builder.link()
    builder.refuseUnknown()
    guard builder.reader.errors.isEmpty else {
      plannedRequirements = before
      // The edits hold a reference to the builder, which holds them.
      _ = builder.drainEdits()
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    return builder.drainEdits()
  }
}
