// Tuning constants that belong to no single recognizer.

/// Limits and times of an application; the defaults are those of the behaviour standard.
public struct Constants: Hashable, Sendable {
  /// The alpha at and below which views are not hit.
  public var hitTestAlphaLimit = 0.01
  /// The longest time from a lift to the next tap in a row, in seconds.
  public var tapCountInterval: TimeInterval = 0.35
  /// The longest distance between the starts of two taps in a row, in points.
  public var tapCountDistance = 45.0
  /// The distance around a control in which its finger is still inside, in points.
  public var controlSlop = 70.0
  /// The time from the first step of a held stepper to the second, in seconds.
  public var stepperFirstRepeat: TimeInterval = 0.5
  /// The time between further steps of a held stepper, in seconds.
  public var stepperRepeat: TimeInterval = 0.1
  /// Whether steppers and arrow keys that are held step again.
  public var stepperAutorepeat = true
  /// The shortest time from the landing of a finger for which a control is highlighted, in seconds.
  public var minimumHighlight: TimeInterval = 0
  /// Whether every hit test is made twice, for comparison with old systems.
  public var hitTestsTwice = false
  /// Whether views lose their touches before the action is sent, for comparison with old systems.
  public var cancelsBeforeAction = false
  /// Whether a recognizer that stays possible fails when its last finger lifts.
  public var failsStuckRecognizers = false

  /// The greatest factor by which times for hands are longer.
  package static let greatestTimeScale = 5.0

  /// The default constants.
  public init() {}
}
