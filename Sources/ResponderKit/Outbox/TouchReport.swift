// Touches, presses and gestures as they were when they were reported.

/// One touch as it was when it was reported.
public struct TouchReport {
  /// The touch, from which the constant members are read: a report has one reference, not four.
  package let source: Touch

  /// The position in the coordinates of the view that the report is about.
  public var location: Point
  /// The position in the touch's window.
  public var windowLocation: Point
  /// The position on the screen.
  public let screenLocation: Point
  /// The time of the position.
  public let timestamp: Instant
  /// Force, size, angle and distance, if the device reports them.
  public let detail: TouchDetail
  /// The phase.
  public let phase: TouchPhase
  /// Whether responders receive more phases of it.
  public let goesOn: Bool
  /// The pressed buttons; empty for a direct touch.
  public let buttonMask: ButtonMask

  /// The engine's number of the touch, from 1 and never used again.
  public var touch: Int { source.id }
  /// The source's number of the contact.
  public var contact: Int { source.contact }
  /// The number of taps in a row.
  public var tapCount: Int { source.tapCount }
  /// The device that reported the touch.
  public var device: Device { source.device }
  /// What touched the surface.
  public var type: TouchType { source.type }
  /// The view that the touch was assigned to when it began.
  public var view: View? { source.view }
  /// The path of that view at the beginning.
  package var path: ViewPath? { source.path }
  /// The window in which the touch began.
  public var window: Window? { source.window }

  /// Whether a responder that handled a phase also passes it on to other programs.
  public func isPassedOn(by responder: Responder) -> Bool { source.passer === responder }

  fileprivate init(
    _ touch: Touch, at screenLocation: Point, _ windowLocation: Point, _ location: Point
  ) {
    source = touch
    phase = touch.phase
    goesOn = touch.isOwed
    self.screenLocation = screenLocation
    self.windowLocation = windowLocation
    self.location = location
    timestamp = touch.shownTimestamp
    buttonMask = touch.buttonMask
    detail = touch.detail
  }
}

extension Touch {
  /// A report of the touch in the coordinates of a view, or else of its own view.
  final func report(in view: Uncounted<View>?) -> TouchReport {
    let position = shownPosition
    let view = view ?? self.view.map(Uncounted.init)
    // Counted, ten fingers take 3 % more instructions.
    guard let window = window.map(Uncounted.init) else {
      let location = view?.read { $0.convert(position, from: nil) } ?? position
      return TouchReport(self, at: position, position, location)
    }
    return window.read { window in
      let place = window.convert(position, from: nil)
      let location = view?.read { $0.convert(place, from: window, at: position) } ?? place
      return TouchReport(self, at: position, place, location)
    }
  }
}

/// One press as it was when it was reported.
public struct PressReport: Hashable, Sendable {
  /// The engine's number of the press.
  public var press: Int
  /// The kind of press.
  public var type: PressType
  /// How far the key is pressed, from 0 to 1.
  public var force: Double
  /// What reports it.
  private let device: ObjectIdentifier

  /// Whether a device reports it.
  public func comes(from device: Device) -> Bool { self.device == ObjectIdentifier(device) }

  init(_ press: Press) {
    device = ObjectIdentifier(press.device)
    self.press = press.id
    type = press.type
    force = press.force
  }
}

/// What a recognizer measured when its action was sent.
public struct GestureReport {
  // A report of up to 128 bytes is copied without a call: a moving finger makes one for each gesture.
  private let window: Point
  /// The location in that view; nil for a gesture of presses only.
  public let location: Point?
  private let down: Int32
  private let firstTouch: Int32
  private let endOfTouches: Int32
  private let firstPress: Int32
  private let endOfPresses: Int32
  /// The measure of the recognizer's kind.
  public let measure: GestureMeasure

  init(
    location: (view: Point, window: Point)?, numberOfTouches: Int, touches: Range<Int>,
    presses: Range<Int>, measure: GestureMeasure
  ) {
    window = location?.window ?? .zero
    self.location = location?.view
    down = Int32(truncatingIfNeeded: numberOfTouches)
    firstTouch = Int32(truncatingIfNeeded: touches.lowerBound)
    endOfTouches = Int32(truncatingIfNeeded: touches.upperBound)
    firstPress = Int32(truncatingIfNeeded: presses.lowerBound)
    endOfPresses = Int32(truncatingIfNeeded: presses.upperBound)
    self.measure = measure
  }

  /// The location in the window of its touches; nil for a gesture of presses only.
  public var windowLocation: Point? { location == nil ? nil : window }
  /// The number of the gesture's fingers that are down.
  public var numberOfTouches: Int { Int(down) }
  /// The fingers that are down, and those that lifted last; a range of the outbox's touches.
  public var touches: Range<Int> { Int(firstTouch)..<Int(endOfTouches) }
  /// The presses that the recognizer has accepted; a range of the outbox's presses.
  public var presses: Range<Int> { Int(firstPress)..<Int(endOfPresses) }
}
