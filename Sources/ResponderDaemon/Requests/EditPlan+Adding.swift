// Edits by which views, recognizers and controllers join the tree.

import Blueprint
import ResponderKit
import Wire

extension EditPlan {
  func add(
    _ json: JSON, to parent: View, _ place: EditPlace, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    try requirePutting(isOwned: isOwned, into: parent, "\(path).to")
    let pieces = json.elements ?? [json]
    for (index, piece) in pieces.enumerated() {
      let path = json.elements == nil ? "\(path).view" : "\(path).views[\(index)]"
      let node = try node(piece, path)
      try requireReach(of: node, path)
      let view = try checked(path) { () throws(BlueprintError) in
        try tree.decodeView(from: node, for: parent)
      }
      added.append(view)
      let presentations = tree.takePresentations()
      added += presentations.compactMap(\.presented.view)
      try put(view, in: parent, place, path) { [encoder, now] in encoder.added(view, at: now) }
      if isOwned { owned.append(view) }
      present(presentations, isOwned: isOwned)
    }
  }

  func addRecognizer(
    _ json: JSON, to view: View, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    try require(view, "\(path).to")
    let path = "\(path).gestureRecognizer"
    let node = try node(json, path)
    try requireReach(of: node, path)
    let recognizer = try checked(path) { () throws(BlueprintError) in
      try tree.decodeRecognizer(from: node, for: view)
    }
    addedRecognizers.append(recognizer)
    steps.append { [encoder, now] in
      view.addGestureRecognizer(recognizer)
      encoder.changed(view, at: now)
    }
    if isOwned { ownedRecognizers.append(recognizer) }
  }

  func present(
    _ json: JSON, from name: String, _ path: String
  ) throws(ProtocolError) {
    guard let presenter = try responder(name, "\(path).from") as? ViewController else {
      throw ProtocolError(
        .invalidEdit, "\(path).from: \"\(name)\" is no view controller", path: "\(path).from")
    }
    if let other = presenter.presentedViewController {
      throw ProtocolError(
        .invalidEdit, "\(path).from: \"\(name)\" presents \"\(other.id)\" already; dismiss it",
        path: "\(path).from")
    }
    // What is presented lies in the window, in front of everything.
    if let window = presenter.view?.window { try require(window, "\(path).from") }
    let path = "\(path).viewController"
    let node = try node(json, path)
    let controller = try checked(path) { () throws(BlueprintError) in
      try tree.decodeViewController(from: node, presentedBy: presenter)
    }
    let presentations = tree.takePresentations()
    added += presentations.compactMap(\.presented.view)
    if let view = controller.view { added.append(view) }
    present([(presenter, controller)] + presentations, isOwned: false)
  }

  private func present(
    _ presentations: [(presenting: ViewController, presented: ViewController)], isOwned: Bool
  ) {
    for (presenting, presented) in presentations {
      if isOwned, let view = presented.view { owned.append(view) }
      steps.append { [encoder, now] in
        presenting.present(presented)
        if let view = presented.view { encoder.added(view, at: now) }
      }
    }
  }
}
