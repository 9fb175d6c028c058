// Touches, presses and gestures as they were when a report spoke of them.

/// One touch as it was when a report spoke of it.
public struct TouchReport {
  // What never changes is read from the touch: a report holds one reference, not four.
  private let source: Touch

  /// The phase it was in.
  public let phase: TouchPhase
  /// Where it was, in the coordinates of the view the report is about.
  public var location: Point
  /// Where it was in its window.
  public var windowLocation: Point
  /// Where it was on the screen.
  public let screenLocation: Point
  /// When the place was measured.
  public let timestamp: Instant
  /// The buttons that were pressed; none of a direct touch.
  public let buttonMask: ButtonMask
  /// Force, size, angle and distance, where the device gives them.
  public let detail: TouchDetail

  /// The engine's number of the touch, from 1 and never used again.
  public var touch: Int { source.id }
  /// The source's number of the finger.
  public var contact: Int { source.contact }
  /// How many taps in a row it makes.
  public var tapCount: Int { source.tapCount }
  /// What measured it.
  public var device: Device { source.device }
  /// What touched the surface.
  public var type: TouchType { source.type }
  /// The view it was assigned to when it began.
  public var view: View? { source.view }
  /// Where that view lay then.
  package var path: ViewPath? { source.path }
  /// The window it began in.
  public var window: Window? { source.window }
  /// Who may learn of it.
  public var audience: Audience { source.audience }

  /// Whether a responder that took a phase of it gives that phase to the rest of the system.
  public func isPassedOn(by responder: Responder) -> Bool { source.passer === responder }

  init(_ touch: Touch, in view: View?) {
    source = touch
    phase = touch.phase
    let place = touch.shownPosition
    screenLocation = place
    windowLocation = touch.window.map { $0.convert(place, from: nil) } ?? place
    location = view.map { $0.convert(place, from: nil) } ?? windowLocation
    timestamp = touch.shownTimestamp
    buttonMask = touch.buttonMask
    detail = touch.detail
  }
}

/// One press as it was when a report spoke of it.
public struct PressReport: Hashable, Sendable {
  /// The engine's number of the press.
  public var press: Int
  /// Which press.
  public var type: PressType
  /// How far it is pressed, from 0 to 1.
  public var force: Double
  /// Who may learn of it.
  public var audience: Audience

  init(_ press: Press) {
    self.press = press.id
    audience = press.audience
    type = press.type
    force = press.force
  }
}

/// What a recognizer measured when its action was sent.
public struct GestureReport {
  /// The view it was attached to.
  public var view: View?
  /// Where that view lay when the gesture began.
  package var path: ViewPath?
  /// Its location in that view; nil for a gesture of presses alone.
  public var location: Point?
  /// How many of its fingers are down.
  public var numberOfTouches: Int
  /// Its fingers that are down, and those that lifted last; a range of the outbox's touches.
  public var touches: Range<Int>
  /// The presses it has accepted.
  public var presses: [PressReport] = []
  /// What its kind adds to that.
  public var measure: GestureMeasure
  /// Who may learn of its view, of all its touches and presses, and of a hovering pointer.
  public var audience: Audience = []
}

/// One contact as a device reported it, before any view is asked.
public struct ContactReport {
  /// What the device said.
  public let contact: Contact
  /// Who may learn of it.
  public internal(set) var audience: Audience = []
}

/// What the kinds of recognizer measure.
public enum GestureMeasure: Hashable, Sendable {
  /// Nothing beyond the place.
  case none
  /// A pan's movement and speed, in its own view's coordinates.
  case pan(translation: Point, velocity: Point)
  /// A pinch's scale and its change a second.
  case pinch(scale: Double, velocity: Double)
  /// A rotation in radians and its change a second.
  case rotation(angle: Double, velocity: Double)
  /// The direction in which a swipe went.
  case swipe(SwipeGestureRecognizer.Direction)
  /// An affine transform of the plane, in its own view's coordinates.
  case transform(AffineTransform)
  /// How well a drawn path matched its template, from 0 to 1.
  case path(score: Double)
}
