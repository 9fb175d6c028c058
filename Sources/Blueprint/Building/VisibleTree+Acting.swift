// Changes of the tree for a client, after they were found to be allowed.

package import ResponderKit

extension VisibleTree {
  /// The position of a view among its siblings.
  package enum Position {
    case front
    case index(Int)
    case below(View)
    case above(View)
  }

  /// Moves a view into another one; its touches continue unless the window changes.
  package func put(_ view: View, in parent: View, _ position: Position) {
    let own = parent.position(of: view)
    // Indices are counted without the view itself.
    let last = parent.subviews.count - (own == nil ? 0 : 1)
    func index(of sibling: View) -> Int {
      let index = parent.position(of: sibling) ?? last
      return if let own, own < index { index - 1 } else { index }
    }
    let target =
      switch position {
      case .front: last
      case .index(let wanted): min(max(wanted, 0), last)
      case .below(let sibling): index(of: sibling)
      case .above(let sibling): index(of: sibling) + 1
      }
    if own == nil {
      parent.insertSubview(view, at: target)
      adopt(view, by: controller(around: parent))
    } else {
      parent.reorder(view, to: target)
    }
  }

  /// The controller in whose view a view is.
  func controller(around view: View) -> ViewController? {
    sequence(first: view) { $0.superview }.lazy.compactMap(\.viewController).first
  }

  // The controllers of moved views have another parent, too.
  private func adopt(_ view: View, by parent: ViewController?) {
    guard let controller = view.viewController else {
      for child in view.subviews { adopt(child, by: parent) }
      return
    }
    let isChild =
      view.window?.rootViewController !== controller && controller.presentingViewController == nil
    guard isChild, controller.parent !== parent else { return }
    controller.removeFromParent()
    parent?.addChild(controller)
  }

  /// Sets the root controller of a window; its view is in front of the other subviews.
  package func setRoot(_ controller: ViewController, of window: View) {
    (window as? Window)?.rootViewController = controller
  }

  /// Shows a window, perhaps as the key window.
  package func show(_ window: View, isKey: Bool) {
    guard let window = window as? Window else { return }
    tree.application.show(window)
    tree.registerEdgeGate(of: window)
    if isKey { window.makeKey() }
  }

  /// Removes a view with all its subviews, and their names.
  package func remove(_ view: View) {
    let leaving = leaving(with: view)
    if let window = leaving.last as? Window {
      tree.application.remove(window)
    } else {
      leaving.last?.removeFromSuperview()
    }
    for each in leaving { forget(each) }
  }

  /// Removes a recognizer and its name.
  package func remove(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    forget(recognizer)
  }

  /// Forgets the names of a view and of everything in it.
  package func forget(_ view: View) { tree.forget(view) }

  /// Forgets the name of a recognizer.
  package func forget(_ recognizer: GestureRecognizer) { tree.forget(recognizer) }

  /// Attaches a recognizer to a view.
  package func attach(_ recognizer: GestureRecognizer, to view: View) {
    view.addGestureRecognizer(recognizer)
  }

  /// Lets a controller present another one.
  package func present(_ presented: ViewController, by presenting: ViewController) {
    presenting.present(presented)
  }

  /// Ends what a controller presents.
  package func dismiss(from presenting: ViewController) { presenting.dismiss() }

  /// Switches a recognizer on or off.
  package func enable(_ recognizer: GestureRecognizer, _ isEnabled: Bool) {
    recognizer.isEnabled = isEnabled
    if let view = recognizer.view { tree.application.hasChanged(view) }
  }

  /// Switches a control on or off.
  package func enable(_ view: View, _ isEnabled: Bool) {
    (view as? Control)?.isEnabled = isEnabled
    tree.application.hasChanged(view)
  }

  /// Moves the content of a scroll view to an offset, on its way or at once.
  package func scroll(_ view: View, toX x: Double, y: Double, isAnimated: Bool) {
    (view as? ScrollView)?.scroll(to: Point(x: x, y: y), animated: isAnimated)
  }

  /// Makes a responder the first responder; false if it or the present first responder refuses.
  package func becomeFirstResponder(_ responder: Responder) -> Bool {
    responder.becomeFirstResponder()
  }

  /// Makes a responder resign as first responder; false if it refuses.
  package func resignFirstResponder(_ responder: Responder) -> Bool {
    responder.resignFirstResponder()
  }

  /// Makes the first responder resign if it is in a view; false if it refuses.
  package func endEditing(in view: View) -> Bool {
    guard let first = tree.application.firstResponder, first.lies(in: view) else { return true }
    return first.resignFirstResponder()
  }

  // MARK: Fingers

  /// Answers a question; false if no recognizer waits for the answer.
  package func answer(question: Int, _ yes: Bool, at time: Instant) -> Bool {
    tree.application.answer(question: question, yes, at: time)
  }

  /// Cancels touches.
  package func cancel(_ touches: some Sequence<Touch>, at time: Instant) {
    for touch in touches { tree.application.cancelTouch(touch.id, at: time) }
  }

  /// Cancels the touches whose hit view has one of these names.
  package func cancelTouches(at time: Instant, where isMeant: (String) -> Bool) {
    cancel(liveTouches.filter { $0.view.map { isMeant($0.id) } ?? false }, at: time)
  }

  /// Cancels the touches of a view and of everything in it.
  package func cancelTouches(in view: View, at time: Instant) {
    tree.application.cancelTouches(in: view, at: time)
  }

  /// Cancels the attempt of a recognizer as UIKit programs do: disables and enables it.
  package func cancelTouches(of recognizer: GestureRecognizer) {
    guard recognizer.isEnabled else { return }
    recognizer.isEnabled = false
    recognizer.isEnabled = true
  }

  /// Cancels all touches, or those of a device.
  package func cancelAll(of device: Device? = nil, at time: Instant) {
    if let device {
      tree.application.cancelAll(of: device, at: time, because: .request)
    } else {
      tree.application.cancelAll(at: time, because: .request)
    }
  }

  /// Stops or allows recognition in a view.
  package func inhibit(_ view: View, _ isInhibited: Bool, at time: Instant) {
    tree.application.inhibit(view, isInhibited, at: time)
  }
}
