// The keys that every responder of a scenario understands.

import ResponderKit

/// How an overridden method behaves.
private enum Override: String, CaseIterable {
  /// Overridden, super is not called.
  case consume
  /// Not overridden.
  case pass
  case superFirst, superLast

  var forwarding: Forwarding {
    switch self {
    case .consume, .pass: .none
    case .superFirst: .first
    case .superLast: .last
    }
  }
}

extension Stage {
  /// Gives a view or controller an attribute.
  func apply(_ attribute: Attribute, to responder: Responder) throws(Problem) {
    switch attribute.key {
    case "touch": try override(attribute, .touches, of: responder)
    case "presses": try override(attribute, .presses, of: responder)
    case "motion": try override(attribute, .motion, of: responder)
    case "remote": try override(attribute, .remoteControl, of: responder)
    case "next":
      responder.nextOverride =
        attribute.value == "none"
        ? nil : try self.responder(Word(text: attribute.value, place: attribute.place))
    case "performs": responder.performs = Set(attribute.names())
    case "canBecome":
      responder.mayBecomeFirstResponder = try attribute.flag()
      disclosed.canBecome.insert(responder.id)
    case "canResign":
      responder.mayResignFirstResponder = try attribute.flag()
      disclosed.canResign.insert(responder.id)
    case "firstResponder":
      application.setInitialFirstResponder(try attribute.flag() ? responder : nil)
    case "focused": application.focused = try attribute.flag() ? responder : nil
    default:
      switch responder {
      case let view as View: try apply(attribute, toView: view)
      case let controller as ViewController: try apply(attribute, toController: controller)
      default: try apply(attribute, toDelegate: responder)
      }
    }
  }

  private func override(
    _ attribute: Attribute, _ family: Handling, of responder: Responder
  ) throws(Problem) {
    let override = try attribute.word(Override.self)
    if override == .pass {
      responder.handles.remove(family)
    } else {
      responder.handles.insert(family)
    }
    switch family {
    case .presses: responder.forwards.presses = override.forwarding
    case .motion: responder.forwards.motion = override.forwarding
    case .remoteControl: responder.forwards.remoteControl = override.forwarding
    default: responder.forwards.touches = override.forwarding
    }
  }

  private func apply(
    _ attribute: Attribute, toController controller: ViewController
  ) throws(Problem) {
    switch attribute.key {
    case "presenter":
      let presenter = try self.controller(Word(text: attribute.value, place: attribute.place))
      presenter.present(controller)
    case "modal": controller.isModal = try attribute.flag()
    default: throw attribute.unknown(for: controller.id)
    }
  }

  private func apply(_ attribute: Attribute, toDelegate responder: Responder) throws(Problem) {
    guard attribute.key == "responder", responder.id == "appDelegate" else {
      throw attribute.unknown(for: responder.id)
    }
    application.delegate = try attribute.flag() ? responder : NoResponder()
  }
}

/// An application delegate that is no responder.
private final class NoResponder {}
