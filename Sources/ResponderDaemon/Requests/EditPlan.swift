// A batch of edits, checked as a whole before anything happens.

import Blueprint
import LinuxKit
import ResponderKit
import Wire
import YAML

/// Edits that have been found possible, and wait to be done together.
///
/// What an edit names may be added by one before it, so the plan keeps in mind what will be where.
final class EditPlan {
  private let tree: Tree
  private let encoder: RecordEncoder
  private let devices: ContiguousArray<KnownDevice>
  private let now: Instant
  private var steps: [() -> Void] = []
  private var added: [View] = []
  private var removed: [View] = []
  // Where views will be that these edits add or move.
  private var parents: [ObjectIdentifier: View] = [:]

  /// The views that will belong to whoever asked.
  private(set) var owned: [View] = []
  /// Whether a first responder's change was agreed to; nil when none was asked for.
  private(set) var isAccepted: Bool?

  init(
    _ configuration: Configuration, _ encoder: RecordEncoder,
    _ devices: ContiguousArray<KnownDevice>, at now: Instant
  ) {
    tree = configuration.tree
    self.encoder = encoder
    self.devices = devices
    self.now = now
  }

  /// Does everything that was planned.
  func perform() {
    for step in steps { step() }
  }

  /// Takes back the names that planned views were given, as the plan will not be done.
  func abandon() {
    for view in added { tree.forget(view) }
  }

  // MARK: Planning

  /// Plans one more edit; the path says where in the request it is.
  func plan(_ edit: Edit, path: String) throws(ProtocolError) {
    switch edit {
    case .set(let target, let values): try set(target, values, path)
    case .addView(let json, let parent, let place, let owned):
      try add(json, to: try view(parent, "\(path).to"), place, isOwned: owned, path)
    case .remove(let target): try remove(target, path)
    case .move(let name, let parent, let place):
      let view = try view(name, "\(path).view")
      var target = self.parent(of: view)
      if let parent { target = try self.view(parent, "\(path).to") }
      try move(view, to: target, place, path)
    case .becomeFirstResponder(let name):
      let responder = try responder(name, "\(path).responder")
      steps.append { [unowned self] in isAccepted = responder.becomeFirstResponder() }
    case .resignFirstResponder(let name):
      let responder = try responder(name, "\(path).responder")
      steps.append { [unowned self] in isAccepted = responder.resignFirstResponder() }
    case .dismiss(let name): try dismiss(name, path)
    case .enable(let target): try enable(target, true, path)
    case .disable(let target): try enable(target, false, path)
    case .cancelTarget(let target): try cancel(target, path)
    case .cancelTouches(let numbers):
      let application = tree.application
      steps.append { [now] in for number in numbers { application.cancelTouch(number, at: now) } }
    case .cancelAll:
      let application = tree.application
      steps.append { [now] in application.cancelAll(at: now, because: .request) }
    case .inhibit(let name, let isInhibited):
      let view = try view(name, "\(path).view")
      let application = tree.application
      steps.append { [now] in application.inhibit(view, isInhibited, at: now) }
    case .addRecognizer, .present:
      throw ProtocolError(
        .unavailable,
        "\(path): this daemon cannot add that while it runs; write it in the configuration",
        path: path)
    }
  }

  private func set(
    _ target: EditTarget, _ values: [JSON.Member], _ path: String
  ) throws(ProtocolError) {
    var changes: [() -> Void] = []
    let view: View?
    switch target {
    case .view, .viewController:
      let responder = try responder(target.id, "\(path).\(target.member)")
      for value in values {
        let path = "\(path).\(value.name)"
        let node = try node(value.value, path)
        changes.append(
          try checked(path) { () throws(BlueprintError) in
            try tree.edit(value.name, to: node, of: responder)
          })
      }
      view = responder as? View ?? (responder as? ViewController)?.view
    case .recognizer(let name):
      let recognizer = try recognizer(name, "\(path).recognizer")
      for value in values {
        let path = "\(path).\(value.name)"
        let node = try node(value.value, path)
        changes.append(
          try checked(path) { () throws(BlueprintError) in
            try tree.edit(value.name, to: node, of: recognizer)
          })
      }
      view = recognizer.view
    case .device:
      throw ProtocolError(
        .unavailable, "\(path).device: devices are set up in the configuration",
        path: "\(path).device")
    }
    steps.append { [encoder, now] in
      for change in changes { change() }
      if let view { encoder.changed(view, at: now) }
    }
  }

  private func add(
    _ json: JSON, to parent: View, _ place: EditPlace, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    let pieces = json.elements ?? [json]
    for (index, piece) in pieces.enumerated() {
      let path = json.elements == nil ? "\(path).view" : "\(path).views[\(index)]"
      let node = try node(piece, path)
      let view = try checked(path) { () throws(BlueprintError) in
        try tree.decodeView(from: node, for: parent)
      }
      added.append(view)
      try put(view, in: parent, place, path) { [encoder, now] in encoder.added(view, at: now) }
      if isOwned { owned.append(view) }
    }
  }

  private func move(
    _ view: View, to parent: View?, _ place: EditPlace, _ path: String
  ) throws(ProtocolError) {
    guard !(view is Window), let parent else {
      throw ProtocolError(
        .invalidEdit, "\(path): a window has no place among views; set its level", path: path)
    }
    var above: View? = parent
    while let each = above {
      if each === view {
        throw ProtocolError(
          .invalidEdit, "\(path).to: \"\(parent.id)\" lies in \"\(view.id)\" itself",
          path: "\(path).to")
      }
      above = self.parent(of: each)
    }
    try put(view, in: parent, place, path) { [encoder, now] in encoder.moved(view, at: now) }
  }

  private func put(
    _ view: View, in parent: View, _ place: EditPlace, _ path: String,
    then tell: @escaping () -> Void
  ) throws(ProtocolError) {
    let sibling: View?
    switch place {
    case .front, .index: sibling = nil
    case .below(let name): sibling = try self.sibling(name, in: parent, "\(path).below")
    case .above(let name): sibling = try self.sibling(name, in: parent, "\(path).above")
    }
    steps.append { EditPlan.put(view, in: parent, place, beside: sibling) }
    steps.append(tell)
    parents[ObjectIdentifier(view)] = parent
  }

  // A view that stays with its parent keeps its fingers; one that changes parents loses them.
  private static func put(_ view: View, in parent: View, _ place: EditPlace, beside sibling: View?)
  {
    let siblings = parent.subviews
    let own = siblings.firstIndex { $0 === view }
    // Places are counted without the view itself.
    let last = siblings.count - (own == nil ? 0 : 1)
    var index = sibling.flatMap { sibling in siblings.firstIndex { $0 === sibling } } ?? last
    if let own, own < index { index -= 1 }
    switch place {
    case .front: index = last
    case .index(let wanted): index = min(max(wanted, 0), last)
    case .below: break
    case .above: index += 1
    }
    if own == nil { parent.insertSubview(view, at: index) } else { parent.reorder(view, to: index) }
  }

  private func sibling(
    _ name: String, in parent: View, _ path: String
  ) throws(ProtocolError) -> View {
    let sibling = try view(name, path)
    guard self.parent(of: sibling) === parent else {
      throw ProtocolError(
        .invalidEdit, "\(path): \"\(name)\" is no subview of \"\(parent.id)\"", path: path)
    }
    return sibling
  }

  private func remove(_ target: EditTarget, _ path: String) throws(ProtocolError) {
    guard case .view(let name) = target else {
      throw ProtocolError(
        .unavailable, "\(path): only views can be taken away while the daemon runs; disable it",
        path: path)
    }
    let view = try view(name, "\(path).view")
    removed.append(view)
    steps.append { [tree, encoder, now] in
      encoder.removed(view, at: now)
      EditPlan.takeAway(view, from: tree)
    }
  }

  /// Takes a view with everything in it out of the tree, and forgets its names.
  static func takeAway(_ view: View, from tree: Tree) {
    if let window = view as? Window {
      tree.application.remove(window)
    } else {
      view.removeFromSuperview()
    }
    tree.forget(view)
  }

  private func dismiss(_ name: String, _ path: String) throws(ProtocolError) {
    guard let controller = try responder(name, "\(path).viewController") as? ViewController,
      let presenter = controller.presentingViewController
    else {
      throw ProtocolError(
        .invalidEdit, "\(path).viewController: \"\(name)\" is not presented by anybody",
        path: "\(path).viewController")
    }
    if let view = controller.view { removed.append(view) }
    steps.append { [tree, encoder, now] in
      if let view = controller.view { encoder.removed(view, at: now) }
      presenter.dismiss()
      if let view = controller.view { tree.forget(view) }
    }
  }

  private func enable(
    _ target: EditTarget, _ isEnabled: Bool, _ path: String
  ) throws(ProtocolError) {
    let path = "\(path).\(target.member)"
    switch target {
    case .recognizer(let name):
      let recognizer = try recognizer(name, path)
      steps.append { [encoder, now] in
        recognizer.isEnabled = isEnabled
        if let view = recognizer.view { encoder.changed(view, at: now) }
      }
    case .view(let name):
      guard let control = try view(name, path) as? Control else {
        throw ProtocolError(
          .invalidEdit,
          "\(path): expected a control or a recognizer, found the view \"\(name)\"; set its "
            + "isUserInteractionEnabled", path: path)
      }
      steps.append { [encoder, now] in
        control.isEnabled = isEnabled
        encoder.changed(control, at: now)
      }
    case .viewController, .device:
      throw ProtocolError(.invalidEdit, "\(path): expected a control or a recognizer", path: path)
    }
  }

  private func cancel(_ target: EditTarget, _ path: String) throws(ProtocolError) {
    let path = "\(path).\(target.member)"
    let application = tree.application
    switch target {
    case .view(let name):
      let view = try view(name, path)
      steps.append { [now] in application.cancelTouches(in: view, at: now) }
    case .viewController(let name):
      guard let view = (try responder(name, path) as? ViewController)?.view else { return }
      steps.append { [now] in application.cancelTouches(in: view, at: now) }
    case .recognizer(let name):
      let recognizer = try recognizer(name, path)
      // As in UIKit: switched off and on again, it lets go of what it follows.
      steps.append {
        guard recognizer.isEnabled else { return }
        recognizer.isEnabled = false
        recognizer.isEnabled = true
      }
    case .device(let name):
      guard let device = devices.first(where: { $0.device.name == name })?.device else {
        throw ProtocolError(.notFound, "\(path): no device is named \"\(name)\"", path: path)
      }
      steps.append { [now] in application.cancelAll(of: device, at: now, because: .request) }
    }
  }

  // MARK: Names

  private func parent(of view: View) -> View? { parents[ObjectIdentifier(view)] ?? view.superview }

  private func isRemoved(_ responder: Responder) -> Bool {
    var view = responder as? View ?? (responder as? ViewController)?.view
    while let each = view {
      if removed.contains(where: { $0 === each }) { return true }
      view = parent(of: each)
    }
    return false
  }

  private func responder(_ name: String, _ path: String) throws(ProtocolError) -> Responder {
    guard let responder = tree.registry.responder(name), !isRemoved(responder) else {
      throw tree.unknown("responder", name, path: path)
    }
    return responder
  }

  private func view(_ name: String, _ path: String) throws(ProtocolError) -> View {
    guard let view = tree.registry.view(name), !isRemoved(view) else {
      throw tree.unknown("view", name, path: path)
    }
    return view
  }

  private func recognizer(_ name: String, _ path: String) throws(ProtocolError) -> GestureRecognizer
  {
    guard let recognizer = tree.registry.recognizer(name),
      !(recognizer.view.map { isRemoved($0) } ?? false)
    else {
      throw tree.unknown("recognizer", name, path: path)
    }
    return recognizer
  }

  // MARK: Values

  // JSON is YAML, so the configuration's own reader takes it, with its own words for mistakes.
  private func node(_ json: JSON, _ path: String) throws(ProtocolError) -> Node {
    do throws(YAMLError) {
      if let node = try YAML.parse(Array(json.text.utf8), file: path).first { return node }
    } catch {
      let words = error.diagnostics.map(\.description).joined(separator: "\n")
      throw ProtocolError(.invalidEdit, words, path: path)
    }
    throw ProtocolError(.invalidEdit, "\(path): expected a value, found none", path: path)
  }

  private func checked<Answer>(
    _ path: String, _ body: () throws(BlueprintError) -> Answer
  ) throws(ProtocolError) -> Answer {
    do throws(BlueprintError) {
      return try body()
    } catch {
      throw ProtocolError(.invalidEdit, error.description, path: path)
    }
  }
}
