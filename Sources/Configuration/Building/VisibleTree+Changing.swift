// Changes of the living tree, after they were found to be possible.

package import ResponderKit

extension VisibleTree {
  /// The position of a view among its siblings.
  enum Position {
    case front
    case index(Int)
    case below(View)
    case above(View)
  }

  /// Moves a view into another one; its touches continue unless the window changes.
  func put(_ view: View, in parent: View, _ position: Position) {
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
  func setRoot(_ controller: ViewController, of window: View) {
    (window as? Window)?.rootViewController = controller
  }

  /// Shows a window.
  func show(_ window: Window) {
    tree.application.show(window)
    tree.registerEdgeGate(of: window)
  }

  /// Removes a view with all its subviews and all that is presented from there, and their names.
  func remove(_ view: View) {
    // The container of a presented view covers the window for that view alone.
    let view = view.superview as? PresentationContainer ?? view
    let leaving = view.presentedFromHere + [view]
    if let window = view as? Window {
      tree.application.remove(window)
    } else {
      view.removeFromSuperview()
    }
    for each in leaving { tree.forget(each) }
  }

  /// Removes a recognizer and its name.
  func remove(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    tree.forget(recognizer)
  }

  /// Makes the first responder resign if it is in a view; false if it refuses.
  package func endEditing(in view: View) -> Bool {
    guard let first = tree.application.firstResponders.first(where: { $0.lies(in: view) })
    else { return true }
    return first.resignFirstResponder()
  }

  /// Answers a question; false if no recognizer waits for the answer.
  package func answer(question: Int, _ yes: Bool, at time: Instant) -> Bool {
    tree.application.answer(question: question, yes, at: time)
  }

  /// Answers a question where content comes to rest; false if it is not open.
  package func answer(question: Int, landingAt offset: Point, at time: Instant) -> Bool {
    tree.application.answer(question: question, landingAt: offset, at: time)
  }

  /// Whether a question is open, and where content comes to rest.
  package func isAboutLanding(question: Int) -> Bool {
    tree.application.isAboutLanding(question: question)
  }
}
