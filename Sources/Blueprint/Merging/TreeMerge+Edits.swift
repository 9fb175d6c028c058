// Each edit of a merging, done in the tree as it is by now.

import ResponderKit
import YAML

extension TreeMerge {
  /// Does an edit; what of it could not be done, or not yet, is left.
  func perform(_ edit: TreeEdit, left: inout [TreeEdit]) {
    switch edit {
    case .move(let id, let target):
      guard let view = living(id), let target = living(target) else { return }
      put(view, in: target, .front)
    case .remove(let id):
      if let view = tree.registry.view(id) { remove(view, because: id) }
    case .add(let id, let setting):
      attempt(edit, &left) { () throws(BlueprintError) in try add(id, setting) }
    case .position(let id): if !moveToPosition(id) { left.append(edit) }
    case .change(let change): self.change(change, left: &left)
    case .set(let written, let values):
      // The application keeps its name for life.
      let id = written == new.application.id ? tree.application.id : written
      set(values, of: id, left: &left)
    case .delegate(let setting):
      attempt(edit, &left) { () throws(BlueprintError) in
        try replaceDelegate(setting)
        return true
      }
    }
  }

  private func attempt(
    _ edit: TreeEdit, _ left: inout [TreeEdit], _ body: () throws(BlueprintError) -> Bool
  ) {
    do throws(BlueprintError) {
      if try !body() { left.append(edit) }
    } catch {
      report(error, of: edit)
      left.append(edit)
    }
  }

  // MARK: What there is

  /// The view of this name, if it is shown.
  func living(_ id: String) -> View? {
    tree.registry.view(id).flatMap { $0.window?.shownBy == nil ? nil : $0 }
  }

  // MARK: Removals

  func remove(_ view: View, because name: String) {
    delegate.willRemove(visible.leaving(with: view), because: name)
    visible.remove(view)
  }

  /// Removes things that programs have given names that the file now uses.
  private func free(_ names: Set<String>) {
    for name in names.sorted() {
      switch tree.registry[name] {
      case .recognizer(let recognizer): remove(recognizer, because: name)
      case .responder(let responder):
        if let view = (responder as? View) ?? (responder as? ViewController)?.view {
          remove(view, because: name)
        }
      case nil: break
      }
    }
  }

  func remove(_ recognizer: GestureRecognizer, because name: String) {
    delegate.willRemove(recognizer, because: name)
    visible.remove(recognizer)
  }

  // MARK: What comes

  private func grow<Thing>(
    in view: View?, _ body: (Builder) -> Thing?
  ) throws(BlueprintError) -> Thing {
    let builder = tree.builder(near: view, for: visible, isLive: false)
    builder.isGrowing = true
    builder.window = view?.window
    builder.area = view?.bounds.size ?? .zero
    builder.controller = view.flatMap { visible.controller(around: $0) }
    tree.presentations = []
    return try visible.finished(body(builder), builder)
  }

  /// Adds a view; false if its parent does not exist yet.
  private func add(_ id: String, _ setting: Setting) throws(BlueprintError) -> Bool {
    guard let model = new.registry.view(id) else { return true }
    let parent = model.superview.flatMap { tree.registry.view($0.id) }
    let presenter = model.viewController?.presentingViewController
    // The parent may have been removed.
    if !(model is Window), presenter == nil, parent?.window?.shownBy == nil { return false }
    free(setting.names)
    let node = setting.node(marks)
    if model is Window {
      let window = try grow(in: nil) { $0.window(node) }
      visible.show(window, isKey: false)
      present(visible.drainPresentations())
    } else if let presenter {
      guard let living = tree.registry.responder(presenter.id) as? ViewController,
        let window = living.view?.window
      else { return false }
      let controller = try grow(in: window) { builder in
        builder.controller = nil
        return builder.looseController(node)
      }
      let others = visible.drainPresentations()
      // What is presented goes only when something else can be presented.
      if let other = living.presentedViewController?.presentationView {
        remove(other, because: model.id)
      }
      living.present(controller)
      present(others)
    } else if let parent {
      if model.viewController == nil {
        let view = try grow(in: parent) { $0.view(node) }
        let others = visible.drainPresentations()
        try requireRoom(for: view, in: parent, node)
        put(view, like: model, in: parent)
        present(others)
      } else {
        try addController(node, like: model, in: parent)
      }
    }
    return true
  }

  private func addController(
    _ node: Node, like model: View, in parent: View
  ) throws(BlueprintError) {
    let isRoot = model.window?.rootViewController === model.viewController
    let controller = try grow(in: parent) { $0.unplacedController(node) }
    let others = visible.drainPresentations()
    guard let view = controller.view else { return }
    if isRoot, let root = (parent as? Window)?.rootViewController?.view {
      remove(root, because: model.id)
    }
    try requireRoom(for: view, in: parent, node)
    put(view, like: model, in: parent)
    if isRoot { visible.setRoot(controller, of: parent) }
    present(others)
  }

  private func present(
    _ presentations: [(presenting: ViewController, presented: ViewController)]
  ) {
    for (presenting, presented) in presentations { presenting.present(presented) }
  }

  private func replaceDelegate(_ setting: Setting?) throws(BlueprintError) {
    let application = tree.application
    guard let setting else {
      if let delegate = application.delegate as? Responder {
        tree.removeFromChains([delegate.id])
        tree.registry.remove(delegate.id)
        tree.kept.remove(delegate.id)
      }
      application.delegate = nil
      return
    }
    free(setting.names)
    let node = setting.node(marks)
    application.delegate = try grow(in: nil) { $0.delegate(node) }
  }

  // MARK: What it is

  private func change(_ change: ViewChange, left: inout [TreeEdit]) {
    guard let view = living(change.id) else { return }
    tree.application.hasChanged(view)
    for id in change.removed {
      guard let recognizer = tree.registry.recognizer(id), recognizer.view === view else {
        continue
      }
      delegate.willRemove(recognizer, because: id)
      visible.remove(recognizer)
    }
    if let name = change.screen, let window = view as? Window { window.screen = tree.screen(name) }
    if let (center, size) = change.frame {
      if view.bounds.size != size { view.bounds.size = size }
      view.center = center
    }
    if let origin = change.origin { view.bounds.origin = origin }
    set(change.values, of: change.id, left: &left)
    if let controller = view.viewController {
      set(change.controllerValues, of: controller.id, left: &left)
    }
    for setting in change.added {
      free(setting.names)
      var rest = ViewChange(change.id)
      rest.added = [setting]
      // One that is added later stands where the new text has it.
      rest.order = new.registry.view(change.id)?.gestureRecognizers.map(\.id)
      attempt(.change(rest), &left) { () throws(BlueprintError) in
        makeRoomForRecognizer(on: view)
        view.addGestureRecognizer(
          try grow(in: view) { $0.recognizer(setting.node(marks)) })
        return true
      }
    }
    for (id, values) in change.recognizerValues { set(values, of: id, left: &left) }
    if let order = change.order { view.orderGestureRecognizers(by: order) }
  }

  private func set(_ values: [TreeValue], of id: String, left: inout [TreeEdit]) {
    guard let item = tree.registry[id] else { return }
    for value in values {
      attempt(.set(id, [value]), &left) { () throws(BlueprintError) in
        let node = value.value.node(marks)
        switch item {
        case .responder(let responder):
          try tree.edit(value.key, to: node, of: responder, for: visible)()
        case .recognizer(let recognizer):
          try tree.edit(value.key, to: node, of: recognizer, for: visible)()
        }
        if isKept(value.key) {
          tree.kept.put(new.kept[id, value.key], for: value.key, of: id)
        }
        return true
      }
    }
  }

  private func isKept(_ key: String) -> Bool {
    KeptSettings.absent[key] != nil
      || ["actor", "requiresFailureOf", "requiredToFailBy"].contains(key)
  }
}

extension Setting {
  /// The names that are given in a configuration of something.
  var names: Set<String> {
    switch self {
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.names) }
    case .mapping(let entries):
      entries.reduce(into: []) { names, entry in
        if entry.key == "id", case .text(let name) = entry.value { names.insert(name) }
        if Setting.isNest(entry.key) { names.formUnion(entry.value.names) }
      }
    case .null, .bool, .integer, .number, .text: []
    }
  }
}
