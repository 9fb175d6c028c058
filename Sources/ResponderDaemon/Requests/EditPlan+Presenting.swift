// Edits of presentations: a controller presents another one, or dismisses it.

import Blueprint
import Wire

/// Which controller presents which one after the edits so far.
final class PlannedPresentations {
  private let tree: VisibleTree
  // A value of nil is a dismissal.
  private var presented: [ObjectIdentifier: ControllerHandle?] = [:]

  /// The presentations of a tree before any edit.
  init(in tree: VisibleTree) { self.tree = tree }

  /// The controller that another one will present.
  func presented(by presenter: ControllerHandle) -> ControllerHandle? {
    presented[ObjectIdentifier(presenter)] ?? tree.presented(by: presenter)
  }

  /// Plans that a controller presents another one, or none.
  func plan(_ controller: ControllerHandle?, by presenter: ControllerHandle) {
    presented[ObjectIdentifier(presenter)] = .some(controller)
  }
}

extension EditPlan {
  func present(
    _ json: JSON, from name: String, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    guard let presenter = tree.asController(try responder(name, "\(path).from")) else {
      throw ProtocolError(
        .invalidEdit, "\(path).from: \"\(name)\" is not a view controller", path: "\(path).from")
    }
    if let other = self.presentations.presented(by: presenter) {
      throw ProtocolError(
        .invalidEdit,
        "\(path).from: \"\(name)\" presents \"\(tree.name(of: other))\" already; dismiss it",
        path: "\(path).from")
    }
    if let view = tree.view(of: presenter) { try requireWindow(of: view, "\(path).from") }
    let path = "\(path).viewController"
    try weigh(new: json, path)
    let node = try node(json, path)
    let controller = try checked(path) { () throws(BlueprintError) in
      try tree.decodeViewController(from: node, presentedBy: presenter)
    }
    let presentations = drainPresentations()
    if let view = tree.presentationView(of: controller) { objects.add(view) }
    try present([(presenter, controller)] + presentations, isOwned: isOwned, path)
  }

  /// Plans the presentations that came with something new.
  func present(
    _ presentations: [(presenting: ControllerHandle, presented: ControllerHandle)], isOwned: Bool,
    _ path: String
  ) throws(ProtocolError) {
    for (presenting, presented) in presentations {
      self.presentations.plan(presented, by: presenting)
      if let view = tree.presentationView(of: presented),
        let window = tree.view(of: presenting).flatMap({ window(of: $0) })
      {
        try plan(view, in: window, path)
        try requireBounds(within: view, path)
      }
      if isOwned, let view = tree.presentationView(of: presented) { objects.own(view) }
      steps.append { [tree] in tree.present(presented, by: presenting) }
    }
  }

  func dismiss(_ name: String, _ path: String) throws(ProtocolError) {
    guard let controller = tree.asController(try responder(name, "\(path).viewController")),
      let presenter = tree.presenter(of: controller)
    else {
      throw ProtocolError(
        .invalidEdit, "\(path).viewController: \"\(name)\" is not presented",
        path: "\(path).viewController")
    }
    presentations.plan(nil, by: presenter)
    guard let view = tree.presentationView(of: controller) else {
      steps.append { [tree] in tree.dismiss(from: presenter) }
      return
    }
    try requireRemoving(view, "\(path).viewController")
    remove(view)
  }

  /// The presentations in the decoded configuration; presented controllers are added too.
  func drainPresentations() -> [(
    presenting: ControllerHandle, presented: ControllerHandle
  )] {
    let presentations = tree.drainPresentations()
    for view in presentations.compactMap({ tree.presentationView(of: $0.presented) }) {
      objects.add(view)
    }
    return presentations
  }
}
