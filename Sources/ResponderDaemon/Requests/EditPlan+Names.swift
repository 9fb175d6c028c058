// The names in edits, as they are after the edits before, and the values of edits.

import Blueprint
import Wire
import YAML

extension EditPlan {
  func isRemoved(_ responder: ResponderHandle) -> Bool {
    var view = tree.view(of: responder)
    while let each = view {
      if objects.removes(each) { return true }
      view = parent(of: each)
    }
    return false
  }

  func responder(_ name: String, _ path: String) throws(ProtocolError) -> ResponderHandle {
    guard let responder = tree.responder(name), !isRemoved(responder) else {
      throw tree.unknown("responder", name, path: path)
    }
    return responder
  }

  func view(_ name: String, _ path: String) throws(ProtocolError) -> ViewHandle {
    guard let view = tree.view(name), !isRemoved(view) else {
      throw tree.unknown("view", name, path: path)
    }
    return view
  }

  func recognizer(_ name: String, _ path: String) throws(ProtocolError) -> RecognizerHandle {
    guard let recognizer = tree.recognizer(name),
      !(tree.view(of: recognizer).map { isRemoved($0) } ?? false),
      !objects.removes(recognizer)
    else {
      throw tree.unknown("recognizer", name, path: path)
    }
    return recognizer
  }

  // MARK: Values

  func node(_ json: JSON, _ path: String) throws(ProtocolError) -> Node {
    try nodes.node(json, path)
  }

  func checked<Answer>(
    _ path: String, _ body: () throws(BlueprintError) -> Answer
  ) throws(ProtocolError) -> Answer {
    do throws(BlueprintError) {
      return try body()
    } catch {
      throw ProtocolError(.invalidEdit, error.message(at: path), path: path)
    }
  }
}
