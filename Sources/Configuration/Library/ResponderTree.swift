// The application that a configuration describes, with everything in it by name.

package import Configuration
public import ResponderKit

/// The responders and recognizers of a configuration.
///
/// The objects are those of `ResponderKit`: add actions and delegates to them, and change them in
/// `Application.perform`.
public final class ResponderTree {
  package let configuration: Configuration
  package let tree: Tree

  init(of configuration: Configuration, _ tree: Tree) {
    self.configuration = configuration
    self.tree = tree
  }

  deinit { tree.breakReferenceCycles() }

  /// The application with its windows.
  public var application: Application { tree.application }

  /// The screens, in the order of the configuration.
  public var screens: [Screen] { tree.screens }

  /// The view of this name.
  public func view(_ id: String) -> View? { all.view(id) }

  /// The view, controller, application or delegate of this name.
  public func responder(_ id: String) -> Responder? { all.responder(id) }

  /// The recognizer of this name.
  public func recognizer(_ id: String) -> GestureRecognizer? { all.recognizer(id) }

  private var all: VisibleTree { VisibleTree(tree) }
}

extension ResponderTree {
  /// A view that passes touches on to other programs, if there is one.
  package var passingView: View? {
    var found: View?
    for window in application.windows {
      window.forEachInSubtree { if $0.passesOn, found == nil { found = $0 } }
    }
    return found
  }
}
