// A root of the view tree, in the coordinates of its screen.

/// A view that lies on a screen; windows of a higher level are touched first.
open class Window: View {
  /// How far in front it lies; equal levels in the order in which they were shown.
  public final var level: Double { didSet { shownBy?.windowOrderChanged() } }
  /// The screen it lies on; nil means every screen.
  public final var screen: Screen?
  /// What holds touches back at the edges of its screen; nil unless the screen wants it.
  public internal(set) final var edgeGateGestureRecognizer: EdgeGateGestureRecognizer?
  /// The application that shows it.
  @safe public internal(set) final unowned(unsafe) var shownBy: Application?

  /// How many of its views, itself included, give touches to the rest of the system.
  final var passingViews = 0

  /// The controller whose root view fills the window.
  public final var rootViewController: ViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      oldValue?.view?.removeFromSuperview()
      if let view = rootViewController?.view, view.superview !== self { addSubview(view) }
    }
  }

  /// A window of this name at a place on its screen.
  public init(id: String, frame: Rect, level: Double = 0, screen: Screen? = nil) {
    self.level = level
    self.screen = screen
    super.init(id: id, frame: frame)
    window = self
  }

  package override final var hierarchyNext: Responder? { shownBy }

  open override class var hitTestsByGeometry: Bool { self == Window.self }

  /// Whether key events and motion go here when nobody is first responder.
  public final var isKeyWindow: Bool { shownBy?.keyWindow === self }

  /// Makes it the window to which key events and motion go when nobody is first responder.
  public final func makeKey() { shownBy?.keyWindow = self }
}
