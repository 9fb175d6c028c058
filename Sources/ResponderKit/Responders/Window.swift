// A root of the view tree, in the coordinates of its screen.

/// A view on a screen; windows of a higher level are hit first.
open class Window: View {
  package override class var kindWord: StaticString { "window" }

  /// Who may read what happens in a window. What is in a private one belongs to an application of
  /// its own, and here it is a box, in front of all public windows.
  public enum Privacy: Int, Comparable, Sendable {
    case isPublic, isPrivateOfProgram, isPrivateOfFile

    public static func < (one: Privacy, other: Privacy) -> Bool { one.rawValue < other.rawValue }
  }

  /// Who may read what happens in the window; set before it is shown.
  public final var privacy = Privacy.isPublic
  /// Whether the window is a box around what only some may read.
  public final var isPrivate: Bool { privacy != .isPublic }
  /// Whether a private window has nothing in it: then it is as good as hidden.
  public final var isVacant = false {
    didSet {
      guard isVacant != oldValue else { return }
      isOpenChanged()
      shownBy?.hasChanged(self)
    }
  }
  /// Whether touches can meet it.
  package final var isOpen: Bool { !isHidden && !isVacant }
  // Whether a private window becomes key whenever it opens.
  private final var becomesKey = false

  /// The level; windows of equal level are in the order in which they were shown.
  public final var level: Double { didSet { shownBy?.windowOrderChanged() } }
  /// The screen of the window; nil means every screen.
  public final var screen: Screen?
  /// Which devices' keys are for the window and others with the same zone; nil: those of devices without
  /// one.
  public final var zone: String? {
    didSet {
      guard zone != oldValue, let application = shownBy else { return }
      application.move(self, outOf: oldValue)
    }
  }
  /// The factor, from 1 to 5, by which recognizers and controls in it wait longer for hands; nil: that of
  /// the application.
  public final var timeScale: Double?
  /// The recognizer that holds touches back at the screen's edges; nil unless the screen has a
  /// gate.
  public internal(set) final var edgeGateGestureRecognizer: EdgeGateGestureRecognizer?
  /// The application that shows the window.
  public internal(set) final unowned var shownBy: Application?

  /// The number of views in the window, itself included, that pass touches on to other programs.
  final var passingViews = 0

  /// The controller whose root view fills the window.
  public final var rootViewController: ViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      oldValue?.view?.removeFromSuperview()
      if let view = rootViewController?.view, view.superview !== self { addSubview(view) }
    }
  }

  /// A window with an id and a frame on its screen.
  public init(id: String, frame: Rect, level: Double = 0, screen: Screen? = nil) {
    self.level = level
    self.screen = screen
    super.init(id: id, frame: frame)
    window = self
  }

  package override final var hierarchyNext: Responder? { shownBy }

  open override class var hitTestsByGeometry: Bool { self == Window.self }

  /// Whether the window receives presses and motion of its zone when there is no first responder.
  public final var isKeyWindow: Bool { shownBy?.zones.zone(of: self).keyWindow === self }

  /// Makes the window receive presses and motion of its zone when there is no first responder.
  public final func makeKey() {
    becomesKey = isPrivate
    if !isPrivate || isOpen { shownBy?.zones.zone(of: self).makeKey(self) }
  }

  /// A private window that closes gives the keys back, and takes them again when it opens.
  final func isOpenChanged() {
    guard isPrivate else { return }
    if !isOpen { shownBy?.zones.zone(of: self).resignKey(self) } else if becomesKey { makeKey() }
  }
}
