// A difference of two wanted trees, made in the living tree.
//
//     views that stay leave what goes ──► what goes is removed ──► from the back to the front, what
//     is new is added, what stays is moved to its place and gets its size ──► names are looked up
//     ──► other values are set

import ConfigurationText
import Protocol
import ResponderKit

/// The change of a living tree to what is wanted now.
package final class TreeUpdate {
  package let difference: TreeDifference
  let tree: Tree
  let visible: VisibleTree
  let editor: TreeEditor
  let builder: Builder
  let document = Document(file: "configuration")
  /// The things that were not there before.
  private(set) var added: Set<String> = []
  /// The views with another size or in another view, and the screens with another size.
  var resized: Set<String> = []
  /// The views that are the same, but measured by others that are not.
  private(set) var remeasured: [WantedThing] = []
  /// Whether a millimetre is another length now.
  private(set) var hasOtherDensity = false
  /// What could not be done, in words.
  package private(set) var problems: [String] = []

  // A client that reads slowly must still have room for the record of an addition.
  private static let largestAddition = 256

  /// A change that has not begun.
  package init(_ difference: TreeDifference) {
    self.difference = difference
    tree = difference.tree
    visible = VisibleTree(tree)
    editor = TreeEditor(visible, keepingUnknownNames: true)
    builder = tree.builder(for: visible, isLive: false)
    builder.isGrowing = true
    builder.keepsUnknownNames = true
    builder.arrangedFrame = { [difference] in difference.new($0)?.thing.arranged }
  }

  /// Changes the tree.
  package func run() {
    replaceScreens()
    rescue()
    for id in difference.leaving {
      if let view = tree.registry.view(id) { visible.remove(view) }
    }
    removeRecognizers()
    removeDelegate()
    for (entry, change) in difference.views {
      if let view = change.view {
        stay(view, entry.thing, from: change.before?.thing)
      } else if !added.contains(entry.thing.id) {
        add(entry)
      }
    }
    addDelegate()
    planChains()
    builder.link()
    for complaint in builder.reader.errors { problems.append(complaint.message) }
    setValues()
    finish()
  }

  func report(_ problem: String) { problems.append(problem) }

  /// The view of this name, if it is shown.
  func living(_ id: String) -> View? {
    tree.registry.view(id).flatMap { $0.window?.shownBy == nil ? nil : $0 }
  }

  /// A thing as it was wanted before.
  func old(_ id: String) -> WantedThing? { difference.old(id)?.thing }

  /// A thing as it is wanted now.
  func new(_ id: String) -> WantedTree.Entry? { difference.new(id) }

  // MARK: Screens

  private func replaceScreens() {
    let before = tree.screens
    tree.screens = difference.screens.map { model in
      guard let screen = tree.screen(model.id) else { return model }
      if screen.size != model.size { resized.insert(screen.id) }
      if screen.pointsPerMillimeter != model.pointsPerMillimeter { hasOtherDensity = true }
      screen.size = model.size
      screen.pointsPerMillimeter = model.pointsPerMillimeter
      screen.edgeGate = model.edgeGate
      return screen
    }
    if before.map(\.pointsPerMillimeter) != tree.screens.map(\.pointsPerMillimeter) {
      hasOtherDensity = true
    }
  }

  // MARK: What goes

  // Views that stay leave the views that go, for the place that they will have, or one near it.
  private func rescue() {
    let leaving = Set(difference.leaving)
    func goes(_ view: View) -> Bool {
      sequence(first: view) { $0.superview }.contains { leaving.contains($0.id) }
    }
    func search(_ view: View) {
      for child in view.subviews {
        guard difference.isStaying(child.id) else {
          search(child)
          continue
        }
        let wanted = new(child.id)?.place?.superview.flatMap { living($0) }
        let targets = [wanted].compactMap(\.self) + sequence(first: view) { $0.superview }
        let target = targets.first {
          !goes($0) && !($0 is PresentationContainer) && !$0.isDescendant(of: child)
        }
        guard let target else { continue }
        put(child, in: target, .front)
        resized.insert(child.id)
      }
    }
    for id in difference.leaving { tree.registry.view(id).map(search) }
  }

  private func removeRecognizers() {
    for (id, change) in difference.changes {
      guard let entry = change.before, let view = entry.view, difference.isStaying(view),
        !difference.stays(id),
        case .recognizer = entry.thing.kind, let recognizer = tree.registry.recognizer(id),
        recognizer.view?.id == view
      else { continue }
      visible.remove(recognizer)
    }
  }

  private func removeDelegate() {
    guard let before = difference.formerApplication.children(.delegate).first,
      before.id != difference.application.children(.delegate).first?.id
    else { return }
    tree.removeFromChains([before.id])
    tree.registry.remove(before.id)
    tree.application.delegate = nil
  }

  private func addDelegate() {
    guard let wanted = difference.application.children(.delegate).first,
      wanted.id != difference.formerApplication.children(.delegate).first?.id
    else { return }
    added.insert(wanted.id)
    tree.application.delegate = builder.delegate(node(of: wanted) { _ in true })
  }

  // MARK: What comes

  private func node(of thing: WantedThing, with isIncluded: (WantedThing) -> Bool) -> Node {
    thing.written(with: isIncluded).node(in: document)
  }

  /// Adds a view with what is in it and new; a part of what is very much comes as an addition of its
  /// own.
  private func add(_ entry: WantedTree.Entry) {
    guard let place = entry.place else { return }
    let view = entry.thing
    let thing = entry.controller ?? view
    var piece: Set<String> = []
    choose(thing, &piece)
    added.formUnion(piece)
    let node = node(of: thing) { piece.contains($0.id) || $0.relation == .part }
    if view.kind == .view(.window) {
      enter(nil)
      guard let window = builder.window(node) else { return }
      if window.isPrivate, view.owner != nil { window.privacy = .isPrivateOfProgram }
      visible.show(window)
    } else if let presenter = place.role.presenter {
      present(node, by: presenter)
    } else if let parent = place.superview.flatMap({ living($0) }) {
      enter(parent)
      let frame = builder.rect(of: view.arranged)
      guard thing !== view else {
        if let view = builder.view(node, frame: frame) { self.place(view, in: parent) }
        return
      }
      guard let controller = builder.unplacedController(node, frame: frame),
        let view = controller.view
      else { return }
      self.place(view, in: parent)
      if place.role.isRoot { visible.setRoot(controller, of: parent) }
    }
  }

  // The things of an addition; what stays is moved into it later.
  private func choose(_ thing: WantedThing, _ piece: inout Set<String>) {
    piece.insert(thing.id)
    for child in thing.children where piece.count < TreeUpdate.largestAddition {
      switch child.relation {
      case .presented, .part: continue
      case .application, .delegate, .window, .root, .view, .subview, .child, .page, .recognizer:
        let isStaying = child.ownView.map { difference.isStaying($0.id) } ?? false
        if child.relation == .recognizer || !isStaying { choose(child, &piece) }
      }
    }
    // A controller cannot be without its view, nor a view without all of its recognizers.
    if let view = thing.view { piece.insert(view.id) }
    for recognizer in thing.children(.recognizer) { piece.insert(recognizer.id) }
  }

  // What is read next lies in this view.
  private func enter(_ parent: View?) {
    let screen = parent?.window?.screen ?? tree.screens.first
    builder.reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    builder.window = parent?.window
    builder.area = parent?.bounds.size ?? .zero
    builder.controller = parent.flatMap { visible.controller(around: $0) }
  }

  private func present(_ node: Node, by name: String) {
    guard let presenter = tree.registry.responder(name) as? ViewController,
      let window = presenter.view?.window
    else { return }
    enter(window)
    builder.controller = nil
    if let controller = builder.looseController(node) { presenter.present(controller) }
  }

  // MARK: What stays

  private func stay(_ view: View, _ thing: WantedThing, from before: WantedThing?) {
    if difference.moved.contains(thing.id) { moveToPlace(view) }
    setGeometry(of: view, thing, from: before)
    if resized.contains(thing.id) { remeasure(in: thing.id) }
    addRecognizers(to: view, thing)
  }

  // What is in a view of another size, and is otherwise the same.
  private func remeasure(in id: String) {
    for child in new(id)?.subviews ?? [] where difference.changes[child.id] == nil {
      guard let view = living(child.id) else { continue }
      setGeometry(of: view, child, from: child)
      guard resized.contains(child.id) else { continue }
      remeasured.append(child)
      remeasure(in: child.id)
    }
  }

  private func addRecognizers(to view: View, _ thing: WantedThing) {
    for child in thing.children(.recognizer) where !difference.stays(child.id) {
      added.insert(child.id)
      enter(view)
      if let recognizer = builder.recognizer(node(of: child) { _ in true }) {
        view.addGestureRecognizer(recognizer)
      }
    }
  }

  /// Brings the recognizers of a view into the wanted order, behind those of the view itself.
  func orderRecognizers(of view: View, _ thing: WantedThing) {
    let order = ((view as? ScrollView)?.partIDs ?? []) + thing.children(.recognizer).map(\.id)
    let found = view.gestureRecognizers.map(\.id).filter { order.contains($0) }
    guard found != order.filter({ found.contains($0) }) else { return }
    view.orderGestureRecognizers(by: order)
    tree.application.hasChanged(view)
  }

  // Chains are judged as they will be when all is done. One that changes ends meanwhile where the
  // hierarchy says.
  private func planChains() {
    for (id, change) in difference.changes {
      guard let before = change.before?.thing[WantedThing.nextKey],
        before != change.after?.thing[WantedThing.nextKey]
      else { continue }
      tree.registry.responder(id).map { tree.chain($0, to: nil) }
    }
    for id in difference.linking {
      guard let next = new(id)?.thing[WantedThing.nextKey],
        let responder = tree.registry.responder(id)
      else { continue }
      tree.planned.chain(responder, to: next.string.flatMap { tree.registry.responder($0) })
    }
  }

  // MARK: The end

  // Brings windows into their order, and gates to their edges.
  private func finish() {
    fitContents()
    orderWindows()
    for window in tree.application.windows {
      let gate = window.edgeGateGestureRecognizer
      guard window.followEdgeGate() else { continue }
      if let gate { tree.forget(gate) }
      tree.registerEdgeGate(of: window)
    }
    tree.endPlan()
  }

  private func orderWindows() {
    let application = tree.application
    let wanted = difference.application.children(.window).compactMap { living($0.id) as? Window }
    guard !application.windows.elementsEqual(wanted, by: { $0 === $1 }) else { return }
    for window in wanted { application.show(window) }
  }
}
