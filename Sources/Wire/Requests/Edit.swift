// Edits of the tree, alone or in a batch.

/// One edit of the tree or of its state.
package enum Edit: Hashable, Sendable {
  /// Makes a subtree so.
  case put(WantedDescription)
  /// Sets properties; names and values are those of the configuration.
  case set(EditTarget, [JSON.Member])
  /// Adds a view, described as in the configuration, or several, to a view.
  case addView(JSON, to: String, EditPosition, owned: Bool)
  /// Adds a controller, described as in the configuration, with its view, to a view.
  case addController(JSON, to: String, EditPosition, owned: Bool)
  /// Sets the root controller, described as in the configuration, of a window without one.
  case addRoot(JSON, to: String, owned: Bool)
  /// Shows a window, described as in the configuration.
  case addWindow(JSON, owned: Bool)
  /// Adds a recognizer, described as in the configuration, to a view.
  case addRecognizer(JSON, to: String, owned: Bool)
  /// Removes a view with its subviews, or a recognizer.
  case remove(EditTarget)
  /// Changes a view's index or parent.
  case move(String, to: String?, EditPosition)
  /// Makes a responder the first responder, or makes it resign.
  case becomeFirstResponder(String)
  case resignFirstResponder(String)
  /// Makes the first responder resign if it is in a view.
  case endEditing(String)
  /// Presents a controller, described as in the configuration, from another.
  case present(JSON, from: String, owned: Bool)
  /// Dismisses a presented controller.
  case dismiss(String)
  /// Shows a page, a controller described as in the configuration, in a navigation controller.
  case push(JSON, to: String, owned: Bool)
  /// Removes the page that is shown, or all pages in front of a controller's page.
  case pop(from: String, to: String?)
  /// Enables or disables a recognizer or a control.
  case enable(EditTarget)
  case disable(EditTarget)
  /// Cancels a recognizer's attempt, a view's touches, single touches, or everything.
  case cancelTarget(EditTarget)
  case cancelTouches([Int])
  case cancelAll
  /// Stops or allows recognition in a view and its subviews.
  case inhibit(String, Bool)
  /// Moves the content of a scroll view to an offset, on its way or at once.
  case scroll(String, toX: Double, y: Double, animated: Bool)

  /// The declaration of the request that makes the edit.
  package var declaration: Request.Declaration {
    switch self {
    case .put: .put
    case .set: .set
    case .addView, .addController, .addRoot, .addWindow, .addRecognizer: .add
    case .remove: .remove
    case .move: .move
    case .becomeFirstResponder: .becomeFirstResponder
    case .resignFirstResponder: .resignFirstResponder
    case .endEditing: .endEditing
    case .present: .present
    case .dismiss: .dismiss
    case .push: .push
    case .pop: .pop
    case .enable: .enable
    case .disable: .disable
    case .cancelTarget, .cancelTouches, .cancelAll: .cancel
    case .inhibit: .inhibit
    case .scroll: .scrollTo
    }
  }
}
