// How the touches of hands are taken that shake, rest on the panel or hit twice: off unless set.

/// How touches are changed for hands that cannot touch as the recognizers expect.
public struct TouchAccommodations: Hashable, Sendable {
  /// The place of a tap whose finger has moved.
  public enum TapAssistance: String, Sendable, CaseIterable {
    /// A touch is what the finger does.
    case none
    /// The tap is where the finger landed.
    case initial
    /// The tap is where the finger lifted.
    case final
  }

  /// What makes a finger act that otherwise only reads, for people who do not see.
  public enum Exploration: String, Sendable, CaseIterable {
    /// Fingers do not read.
    case none
    /// Two quick taps, or a tap of another finger.
    case doubleTap
    /// Also the lift of the finger that reads.
    case lift
  }

  /// Whether what is under a finger has the focus, and what acts there; then there are no touches, and
  /// the other accommodations do not apply.
  public var exploration = Exploration.none
  /// Seconds that a finger must stay down to be a touch.
  public var holdDuration: TimeInterval = 0
  /// Seconds after a touch in which a finger that lands is none.
  public var ignoreRepeat: TimeInterval = 0
  /// Whether a finger that lifts in time taps at one place, whatever way it went.
  public var tapAssistance = TapAssistance.none
  /// Seconds after `holdDuration` in which a finger that lifts taps; then it is a touch.
  public var tapAssistanceTime: TimeInterval = 1

  /// Seconds after which a pointer that rests taps; 0: it does not.
  public var dwellTime: TimeInterval = 0

  /// Accommodations that change nothing.
  public init() {}

  /// Seconds after its landing at which a finger that is still down becomes a touch.
  var delay: TimeInterval { holdDuration + (tapAssistance == .none ? 0 : tapAssistanceTime) }
}

/// The accommodations of one view, device or application, and when its latest touch ended.
final class Accommodation {
  let settings: TouchAccommodations
  /// Fingers that land before this are no touches.
  var quietUntil: Instant?

  init(_ settings: TouchAccommodations) { self.settings = settings }
}

extension Accommodation? {
  /// The settings; others begin without a latest touch.
  var settings: TouchAccommodations? {
    get { self?.settings }
    set { if newValue != self?.settings { self = newValue.map(Accommodation.init) } }
  }
}
