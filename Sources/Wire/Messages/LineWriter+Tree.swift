// Views, windows, controllers and recognizers as JSON nodes.

package import ResponderKit

extension LineWriter {
  /// Writes the windows with all views, as a member.
  package func windows(of application: Application) {
    key("windows")
    beginArray()
    for window in application.windows { view(window) }
    endArray()
  }

  /// Writes a view with all subviews.
  package func view(_ view: View) {
    node(view) {
      guard !view.subviews.isEmpty else { return }
      key("subviews")
      beginArray()
      for child in view.subviews { self.view(child) }
      endArray()
    }
  }

  /// Writes a view without its subviews; default values are left out.
  package func node(_ view: View, inside: () -> Void = {}) {
    beginObject()
    member("id", view.id)
    member("kind", word: type(of: view).kindWord)
    member("frame", view.frame)
    if let window = view as? Window { windowMembers(window) }
    if view.bounds.origin != .zero { member("offset", view.bounds.origin) }
    if view.transform != .identity { member("transform", view.transform) }
    if view.alpha != 1 { member("alpha", ratio: view.alpha) }
    if view.isHidden { member("isHidden", true) }
    if !view.isUserInteractionEnabled { member("isUserInteractionEnabled", false) }
    if view.isMultipleTouchEnabled { member("isMultipleTouchEnabled", true) }
    if view.isInhibited { member("isInhibited", true) }
    if view.isExclusiveTouch { member("isExclusiveTouch", true) }
    if view.passesOn { member("passesOn", true) }
    if view.isPassthrough { member("isPassthrough", true) }
    actor(view.actor)
    if let control = view as? Control { controlMembers(control) }
    if let scrollView = view as? ScrollView {
      let size = scrollView.contentSize
      if size != .zero { member("contentSize", Point(x: size.width, y: size.height)) }
      if scrollView.zoomScale != 1 { member("zoomScale", ratio: scrollView.zoomScale) }
    }
    responderMembers(view)
    if let controller = view.viewController {
      key("viewController")
      beginObject()
      member("id", controller.id)
      if let navigation = controller as? NavigationController {
        member("kind", word: type(of: navigation).kindWord)
        member("topPage", navigation.topViewController?.view?.id)
      }
      responderMembers(controller)
      if let presenter = controller.presentingViewController {
        member("presentedBy", presenter.id)
        if !controller.isModal { member("modal", false) }
      }
      endObject()
    }
    if !view.gestureRecognizers.isEmpty {
      key("gestureRecognizers")
      beginArray()
      for recognizer in view.gestureRecognizers { node(recognizer) }
      endArray()
    }
    inside()
    endObject()
  }

  private func windowMembers(_ window: Window) {
    if window.level != 0 { member("level", coordinate: window.level) }
    member("screen", window.screen?.id)
    if window.isKeyWindow { member("isKeyWindow", true) }
  }

  private func controlMembers(_ control: Control) {
    if !control.isEnabled { member("isEnabled", false) }
    switch control {
    case let slider as Slider:
      member("value", ratio: slider.value)
      if slider.minimumValue != 0 { member("minimumValue", ratio: slider.minimumValue) }
      if slider.maximumValue != 1 { member("maximumValue", ratio: slider.maximumValue) }
    case let stepper as Stepper:
      member("value", ratio: stepper.value)
      if stepper.minimumValue != 0 { member("minimumValue", ratio: stepper.minimumValue) }
      if stepper.maximumValue != 100 { member("maximumValue", ratio: stepper.maximumValue) }
      if stepper.stepValue != 1 { member("stepValue", ratio: stepper.stepValue) }
    case let toggle as Switch: member("isOn", toggle.isOn)
    case let segments as SegmentedControl:
      if let index = segments.selectedSegmentIndex { member("selectedSegmentIndex", index) }
      if segments.numberOfSegments != 2 { member("numberOfSegments", segments.numberOfSegments) }
    case let pages as PageControl:
      member("currentPage", pages.currentPage)
      if pages.numberOfPages != 0 { member("numberOfPages", pages.numberOfPages) }
    default: break
    }
  }

  private func responderMembers(_ responder: Responder) {
    if !responder.handles.isEmpty { member("handles", responder.handles.words) }
    forwards(responder.forwards)
    if responder.isFirstResponder { member("isFirstResponder", true) }
  }

  // In the form of the configuration: one word for all kinds of event, or an object.
  private func forwards(_ forwards: Forwards) {
    if let common = forwards.common {
      if common != .none { member("forwards", common.rawValue) }
      return
    }
    key("forwards")
    beginObject()
    if forwards.touches != .none { member("touches", forwards.touches.rawValue) }
    if forwards.presses != .none { member("presses", forwards.presses.rawValue) }
    if forwards.motion != .none { member("motion", forwards.motion.rawValue) }
    if forwards.remoteControl != .none {
      member("remoteControl", forwards.remoteControl.rawValue)
    }
    endObject()
  }

  private func node(_ recognizer: GestureRecognizer) {
    beginObject()
    member("id", recognizer.id)
    member("kind", word: type(of: recognizer).kindWord)
    if !recognizer.isEnabled { member("isEnabled", false) }
    endObject()
  }

  /// Writes a member with the six numbers of an affine transform.
  func member(_ name: StaticString, _ transform: AffineTransform) {
    key(name)
    byte(0x5B)
    ratio(transform.a)
    byte(0x2C)
    ratio(transform.b)
    byte(0x2C)
    ratio(transform.c)
    byte(0x2C)
    ratio(transform.d)
    byte(0x2C)
    coordinate(transform.tx)
    byte(0x2C)
    coordinate(transform.ty)
    byte(0x5D)
  }

  /// Writes the responders from one up to the end of the chain, as a member.
  package func chain(from responder: Responder) {
    key("chain")
    beginArray()
    for link in responder.chain {
      beginObject()
      member("id", link.id)
      member("kind", word: type(of: link).kindWord)
      if !link.handles.isEmpty { member("handles", link.handles.words) }
      endObject()
    }
    endArray()
  }
}

extension Handling {
  /// The configuration's words, with `touches` for all four touch callbacks and so on.
  package var words: [String] {
    let groups: [(Handling, String, [(Handling, String)])] = [
      (
        .touches, "touches",
        [
          (.touchesBegan, "touchesBegan"), (.touchesMoved, "touchesMoved"),
          (.touchesEnded, "touchesEnded"), (.touchesCancelled, "touchesCancelled"),
        ]
      ),
      (
        .presses, "presses",
        [
          (.pressesBegan, "pressesBegan"), (.pressesChanged, "pressesChanged"),
          (.pressesEnded, "pressesEnded"), (.pressesCancelled, "pressesCancelled"),
        ]
      ),
      (
        .motion, "motion",
        [
          (.motionBegan, "motionBegan"), (.motionEnded, "motionEnded"),
          (.motionCancelled, "motionCancelled"),
        ]
      ),
    ]
    var answer: [String] = []
    for (whole, word, parts) in groups {
      if contains(whole) {
        answer.append(word)
      } else {
        for (part, word) in parts where contains(part) { answer.append(word) }
      }
    }
    if contains(.remoteControl) { answer.append("remoteControl") }
    return answer
  }
}
