// What can happen to an engine, as values that can be drawn, printed and repeated.

import ResponderKit

/// One step of a random run; numbers are places in the world's lists.
enum RandomOperation: Sendable {
  /// Fingers change together.
  case fingers([Finger])
  case press(Int, PressChange.Change)
  case pointer(Point?)
  case pen(Point?)
  case scroll(Point, by: Point)
  case zoom(Point, by: Double)
  case remoteControl(RemoteControlSubtype)
  case motion(MotionPhase)
  /// Time passes without an event.
  case wait
  case edit(Edit)
  case cancelAll(CancelReason)
  case deviceGone
  case becomeInactive
  /// All recognition below a view stops, or continues.
  case inhibit(view: Int, Bool)
  /// A program outside answers the question asked so many questions ago.
  case answer(ago: Int, Bool)

  /// What one finger does; one that is not down lands at its spot, whatever it was to do.
  struct Finger: Sendable, CustomStringConvertible {
    var id: Int
    var spot: Point
    var lifts: Bool
    var step: Point

    var description: String {
      "\(id) \(lifts ? "up" : "by \(step.x),\(step.y)") spot \(spot.x),\(spot.y)"
    }
  }

  /// A change of the tree or of a property.
  enum Edit: Sendable {
    case move(view: Int, into: Int, at: Int)
    case removeView(Int)
    case frame(Int, Rect)
    case turn(Int, degrees: Double, scale: Double)
    case scroll(Int, Point)
    case isHidden(Int, Bool)
    case isInteractive(Int, Bool)
    case takesSeveral(Int, Bool)
    case isExclusive(Int, Bool)
    case isEnabled(control: Int, Bool)
    case attach(recognizer: Int, view: Int)
    case detach(recognizer: Int)
    case enable(recognizer: Int, Bool)
    case flags(recognizer: Int, cancels: Bool, delaysBegan: Bool, delaysEnded: Bool)
    case propose(recognizer: Int, GestureRecognizer.State)
    case stop(recognizer: Int)
    case asksOutside(recognizer: Int, RemoteQuestions, otherwise: Bool)
    case showWindow(Int)
    case hideWindow(Int)
    case level(Int, Double)
    case scrollSettings(Int, delays: Bool, cancels: Bool, scrolls: Bool)
    case becomeFirstResponder(Int)
    case resignFirstResponder
    case focus(Int)
    /// Fingers on a view are held, or explore, or are touches again.
    case accommodate(Int, TouchAccommodations?)
    /// Everything is put back to its place, visible and enabled.
    case restore
  }
}

extension RandomOperation {
  /// Draws how many microseconds pass before a step.
  static func delay(using random: inout SeededGenerator) -> Int64 {
    let longest = random.pick([0, 10_000, 30_000, 120_000, 400_000] as [Int64])
    return Int64.random(in: 0...longest, using: &random)
  }

  /// Draws a step; fingers are far more frequent than edits.
  static func draw(using random: inout SeededGenerator) -> RandomOperation {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62:
      let count = random.pick([1, 1, 1, 2, 3])
      let ids = Array((0..<5).shuffled(using: &random).prefix(count)).sorted()
      return .fingers(ids.map { Finger(id: $0, using: &random) })
    case 62..<70: return .wait
    case 70..<73:
      let change = random.pick(PressChange.Change.allCases)
      return .press(Int.random(in: 0..<7, using: &random), change)
    case 73:
      let turns = [-2000.0, -53, -5, 0, 5, 53, 2000]
      let way = Point(x: random.pick(turns), y: random.pick(turns))
      if way == .zero {
        return .zoom(Point.inside(400, using: &random), by: random.pick([0.5, 2]))
      }
      return .scroll(Point.inside(400, using: &random), by: way)
    case 74:
      let gone = Int.random(in: 0..<3, using: &random) == 0
      if Int.random(in: 0..<4, using: &random) == 0 {
        return .pen(gone ? nil : Point.inside(400, using: &random))
      }
      return .pointer(gone ? nil : Point.inside(400, using: &random))
    case 75: return .remoteControl(random.pick(RemoteControlSubtype.allCases))
    case 76: return .motion(random.pick(MotionPhase.allCases))
    case 77:
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .deviceGone
      case 1: return .becomeInactive
      case 2, 3:
        let isOn = Int.random(in: 0..<3, using: &random) == 0
        return .inhibit(view: Int.random(in: 0..<1_000, using: &random), isOn)
      default: return .cancelAll(.system)
      }
    case 78, 79:
      return .answer(ago: Int.random(in: 0..<3, using: &random), .random(using: &random))
    default: return .edit(.draw(using: &random))
    }
  }
}

extension RandomOperation.Finger {
  /// Few enough for several taps at one place, and one for each kind of view.
  private static let spots = [
    Point(x: 50, y: 50), Point(x: 60, y: 60), Point(x: 240, y: 40), Point(x: 250, y: 250),
    Point(x: 222, y: 315), Point(x: 300, y: 350), Point(x: 30, y: 220), Point(x: 60, y: 310),
    Point(x: 5, y: 120), Point(x: 200, y: 200), Point(x: 380, y: 390),
  ]

  fileprivate init(id: Int, using random: inout SeededGenerator) {
    self.id = id
    spot = random.pick(Self.spots)
    lifts = Int.random(in: 0..<3, using: &random) == 0
    let reach = random.pick([0.0, 3, 12, 60] as [Double])
    step = Point(
      x: Double.random(in: -1...1, using: &random) * reach,
      y: Double.random(in: -1...1, using: &random) * reach)
  }
}

extension RandomOperation.Edit {
  fileprivate static func draw(using random: inout SeededGenerator) -> Self {
    let some = Int.random(in: 0..<1_000, using: &random)
    let other = Int.random(in: 0..<1_000, using: &random)
    let yes = Bool.random(using: &random)
    let likely = Int.random(in: 0..<4, using: &random) > 0
    switch Int.random(in: 0..<30, using: &random) {
    case 0: return .move(view: some, into: other, at: Int.random(in: 0..<4, using: &random))
    case 1: return .removeView(some)
    case 2:
      let corner = Point.inside(200, using: &random)
      let size = Point.inside(300, using: &random)
      return .frame(some, Rect(x: corner.x, y: corner.y, width: size.x, height: size.y))
    case 3:
      let degrees = random.pick([0.0, 30, 90, -45])
      let scale = random.pick([1.0, 0.5, 2, 0])
      return .turn(some, degrees: degrees, scale: likely ? 1 : scale)
    case 4: return .scroll(some, Point.inside(40, using: &random))
    case 5: return .isHidden(some, !likely)
    case 6: return .isInteractive(some, likely)
    case 7: return .takesSeveral(some, yes)
    case 8: return .isExclusive(some, !likely)
    case 9: return .isEnabled(control: some, likely)
    case 10, 11: return .attach(recognizer: some, view: other)
    case 12: return .detach(recognizer: some)
    case 13: return .enable(recognizer: some, likely)
    case 14:
      return .flags(
        recognizer: some, cancels: likely, delaysBegan: !likely,
        delaysEnded: Bool.random(using: &random))
    case 15, 16:
      let states = GestureRecognizer.State.allCases
      return .propose(recognizer: some, random.pick(states))
    case 17: return .showWindow(some)
    case 18: return .hideWindow(some)
    case 19: return .level(some, Double(Int.random(in: 0..<3, using: &random)))
    case 20:
      return .scrollSettings(some, delays: yes, cancels: likely, scrolls: likely)
    case 21: return yes ? .becomeFirstResponder(some) : .resignFirstResponder
    case 22: return .focus(some)
    case 23: return .stop(recognizer: some)
    case 24, 25:
      let questions: [RemoteQuestions] = [
        [], .shouldBegin, .shouldReceiveTouch, [.shouldBegin, .shouldReceiveTouch],
      ]
      return .asksOutside(recognizer: some, random.pick(questions), otherwise: likely)
    case 26: return .accommodate(some, likely ? .drawn(using: &random) : nil)
    default: return .restore
    }
  }
}

extension TouchAccommodations {
  fileprivate static func drawn(using random: inout SeededGenerator) -> Self {
    var drawn = TouchAccommodations()
    drawn.exploration = random.pick(Exploration.allCases)
    drawn.holdDuration = random.pick([0, 0.05])
    drawn.ignoreRepeat = random.pick([0, 0.2])
    drawn.tapAssistance = random.pick(TapAssistance.allCases)
    drawn.dwellTime = random.pick([0, 0.1])
    return drawn
  }
}

extension Point {
  fileprivate static func inside(_ extent: Double, using random: inout SeededGenerator) -> Point {
    Point(
      x: Double.random(in: 0..<extent, using: &random),
      y: Double.random(in: 0..<extent, using: &random))
  }
}
