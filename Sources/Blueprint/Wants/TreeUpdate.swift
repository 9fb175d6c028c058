// A difference of two texts, made in the living tree.
//
//     views that stay leave what goes ──► what goes is removed ──► from the back to the front, what
//     is new is added, what stays is moved to its place and gets its size ──► names are looked up
//     ──► other values are set

package import ResponderKit
import YAML

/// Learns what is about to go, for messages to its owners.
package protocol TreeUpdateDelegate: AnyObject {
  /// Views are about to go, with everything in them, because of what has this name in the text.
  func willRemove(_ views: [View], because name: String)
  /// A recognizer is about to go.
  func willRemove(_ recognizer: GestureRecognizer, because name: String)
}

/// The change of a living tree to what a new text wants.
package final class TreeUpdate {
  package let difference: TreeDifference
  let tree: Tree
  let visible: VisibleTree
  let builder: Builder
  let marks = MarkCounter(file: "configuration")
  let usual = UsualSettings()
  /// The things that were not there before.
  private(set) var added: Set<String> = []
  /// The views whose size has changed, and the screens.
  var resized: Set<String> = []
  /// Whether a millimetre is another length now.
  private(set) var hasOtherDensity = false
  unowned let delegate: any TreeUpdateDelegate
  /// What could not be done, in words.
  package private(set) var problems: [String] = []

  // A client that reads slowly must still have room for the record of an addition.
  private static let largestAddition = 256

  /// A change that has not begun.
  package init(_ difference: TreeDifference, delegate: any TreeUpdateDelegate) {
    self.difference = difference
    self.delegate = delegate
    tree = difference.tree
    visible = VisibleTree(tree)
    builder = tree.builder(near: nil, for: visible, isLive: false)
    builder.isGrowing = true
    builder.keepsUnknownNames = true
  }

  var old: WantedTree { difference.old }
  var new: WantedTree { difference.new }

  /// Changes the tree.
  package func run() {
    replaceScreens()
    rescue()
    for id in difference.leaving {
      if let view = tree.registry.view(id) { remove(view, because: id) }
    }
    removeRecognizers()
    removeDelegate()
    for view in new.views {
      if difference.staying.contains(view.id) {
        stay(view)
      } else if !added.contains(view.id) {
        add(view)
      }
    }
    addDelegate()
    builder.link()
    for complaint in builder.reader.errors { problems.append(complaint.message) }
    setValues()
    finish()
  }

  /// Whether the new text describes something of this name.
  package func describes(_ name: String) -> Bool { new.things[name] != nil }

  func report(_ problem: String) { problems.append(problem) }

  /// The view of this name, if it is shown.
  func living(_ id: String) -> View? {
    tree.registry.view(id).flatMap { $0.window?.shownBy == nil ? nil : $0 }
  }

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

  // MARK: Removals

  // Views that stay leave the views that go, for the place that they will have, or one near it.
  private func rescue() {
    let leaving = Set(difference.leaving)
    func goes(_ view: View) -> Bool {
      sequence(first: view) { $0.superview }.contains { leaving.contains($0.id) }
    }
    func search(_ view: View) {
      for child in view.subviews {
        guard difference.staying.contains(child.id) else {
          search(child)
          continue
        }
        let wanted = new.places[child.id]?.superview.flatMap { living($0) }
        let targets = [wanted].compactMap(\.self) + sequence(first: view) { $0.superview }
        let target = targets.first {
          !goes($0) && !($0 is PresentationContainer) && !$0.isDescendant(of: child)
        }
        if let target { put(child, in: target, .front) }
      }
    }
    for id in difference.leaving { tree.registry.view(id).map(search) }
  }

  private func removeRecognizers() {
    for (id, owner) in old.owners where difference.staying.contains(owner) {
      guard !difference.stays(id), case .recognizer = old.things[id]?.kind,
        let recognizer = tree.registry.recognizer(id), recognizer.view?.id == owner
      else { continue }
      remove(recognizer, because: id)
    }
  }

  func remove(_ view: View, because name: String) {
    delegate.willRemove(visible.leaving(with: view), because: name)
    visible.remove(view)
  }

  func remove(_ recognizer: GestureRecognizer, because name: String) {
    delegate.willRemove(recognizer, because: name)
    visible.remove(recognizer)
  }

  // Removes things that programs have given names that the text uses now.
  private func free(_ names: Set<String>) {
    for name in names.sorted() {
      switch tree.registry[name] {
      case .recognizer(let recognizer): remove(recognizer, because: name)
      case .responder(let responder):
        if let view = responder.ownView { remove(view, because: name) }
      case nil: break
      }
    }
  }

  private func removeDelegate() {
    guard let before = old.application.children(.delegate).first,
      before.id != new.application.children(.delegate).first?.id
    else { return }
    tree.removeFromChains([before.id])
    tree.registry.remove(before.id)
    tree.kept.remove(before.id)
    tree.application.delegate = nil
  }

  private func addDelegate() {
    guard let wanted = new.application.children(.delegate).first,
      wanted.id != old.application.children(.delegate).first?.id
    else { return }
    free([wanted.id])
    added.insert(wanted.id)
    tree.application.delegate = builder.delegate(node(of: wanted) { _ in true })
  }

  // MARK: What comes

  private func node(of thing: WantedThing, with isIncluded: (WantedThing) -> Bool) -> Node {
    thing.written(with: isIncluded).node(marks)
  }

  /// Adds a view with what is in it and new; a part of what is very much comes as an addition of its
  /// own.
  private func add(_ view: WantedThing) {
    guard let place = new.places[view.id] else { return }
    let thing = new.outermost(view)
    var piece: Set<String> = []
    choose(thing, &piece)
    free(piece)
    added.formUnion(piece)
    let node = node(of: thing) { piece.contains($0.id) || $0.relation == .part }
    if view.kind == .view(.window) {
      enter(nil)
      if let window = builder.window(node) { visible.show(window, isKey: false) }
    } else if let presenter = place.role.presenter {
      present(node, thing, by: presenter)
    } else if let parent = place.superview.flatMap({ living($0) }) {
      enter(parent)
      guard thing !== view else {
        if let view = builder.view(node) { put(new: view, as: thing.id, in: parent) }
        return
      }
      guard let controller = builder.unplacedController(node), let view = controller.view else {
        return
      }
      if place.role.isRoot, let root = (parent as? Window)?.rootViewController?.view {
        remove(root, because: thing.id)
      }
      put(new: view, as: view.id, in: parent)
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
        if child.relation == .recognizer || !isStaying(child) { choose(child, &piece) }
      }
    }
    // A controller cannot be without its view, nor a view without all of its recognizers.
    if let view = thing.view { piece.insert(view.id) }
    for recognizer in thing.children(.recognizer) { piece.insert(recognizer.id) }
  }

  private func isStaying(_ thing: WantedThing) -> Bool {
    (thing.viewKind == nil ? thing.view : thing).map { difference.staying.contains($0.id) } ?? false
  }

  // What is read next lies in this view.
  private func enter(_ parent: View?) {
    let screen = parent?.window?.screen ?? tree.screens.first
    builder.reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    builder.window = parent?.window
    builder.area = parent?.bounds.size ?? .zero
    builder.controller = parent.flatMap { visible.controller(around: $0) }
  }

  private func present(_ node: Node, _ thing: WantedThing, by name: String) {
    guard let presenter = tree.registry.responder(name) as? ViewController,
      let window = presenter.view?.window
    else { return }
    enter(window)
    builder.controller = nil
    guard let controller = builder.looseController(node) else { return }
    if let other = presenter.presentedViewController?.presentationView {
      remove(other, because: thing.id)
    }
    presenter.present(controller)
  }

  private func put(new view: View, as id: String, in parent: View) {
    if let obstacle = tree.planned.obstacle(to: view, in: parent) {
      tree.forget(view)
      return report(obstacle)
    }
    place(view, in: parent)
  }

  // MARK: What stays

  private func stay(_ thing: WantedThing) {
    guard let view = living(thing.id) else { return }
    if difference.moved.contains(thing.id) { moveToPlace(view) }
    setGeometry(of: view, thing)
    addRecognizers(to: view, thing)
  }

  private func addRecognizers(to view: View, _ thing: WantedThing) {
    let wanted = thing.children(.recognizer)
    for child in wanted where !difference.stays(child.id) {
      free([child.id])
      added.insert(child.id)
      enter(view)
      makeRoomForRecognizer(on: view)
      if let recognizer = builder.recognizer(node(of: child) { _ in true }) {
        view.addGestureRecognizer(recognizer)
      }
    }
  }

  /// Brings the recognizers of a view into the order of the text, behind those of the view itself
  /// and in front of those that programs have added.
  func orderRecognizers(of view: View, _ thing: WantedThing) {
    let parts = ["pan", "delay", "pinch"].map { "\(view.id).\($0)" }
    let order = parts + thing.children(.recognizer).map(\.id)
    let found = view.gestureRecognizers.map(\.id).filter { order.contains($0) }
    guard found != order.filter({ found.contains($0) }) else { return }
    view.orderGestureRecognizers(by: order)
    tree.application.hasChanged(view)
  }

  // MARK: The end

  // Brings windows into their order, and gates to their edges.
  private func finish() {
    orderWindows()
    for window in tree.application.windows {
      let gate = window.edgeGateGestureRecognizer
      guard window.followEdgeGate() else { continue }
      if let gate { tree.forget(gate) }
      tree.registerEdgeGate(of: window)
    }
    tree.endPlan()
  }

  // Windows of the text have its order, behind those that programs have shown.
  private func orderWindows() {
    let application = tree.application
    let wanted = new.application.children(.window).compactMap { living($0.id) as? Window }
    let present = application.windows.filter { window in wanted.contains { $0 === window } }
    guard !present.elementsEqual(wanted, by: { $0 === $1 }) else { return }
    let others = application.windows.filter { window in !wanted.contains { $0 === window } }
    for window in wanted + others { application.show(window) }
  }
}
