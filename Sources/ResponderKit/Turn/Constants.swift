// The numbers of the behaviour standard that belong to no single recognizer.

/// Limits and times that hold for a whole application; the defaults are the standard's.
public struct Constants: Hashable, Sendable {
  /// Views that are no more opaque than this are not touched.
  public var hitTestAlphaLimit = 0.01
  /// How soon after a lift a further finger counts as the next tap in a row.
  public var tapCountInterval: TimeInterval = 0.35
  /// How far from the last finger's start a further finger counts as the next tap in a row.
  public var tapCountDistance = 45.0
  /// How far around a control its finger still counts as inside.
  public var controlSlop = 70.0
  /// How long a stepper is held before its value steps again.
  public var stepperFirstRepeat: TimeInterval = 0.5
  /// How long a stepper takes from one further step to the next.
  public var stepperRepeat: TimeInterval = 0.1
  /// For comparison with old systems: every hit test is made twice.
  public var hitTestsTwice = false
  /// For comparison with old systems: views lose their touches before the action is sent.
  public var cancelsBeforeAction = false
  /// Whether a recognizer that forgot to decide is failed when its last finger lifts.
  public var failsStuckRecognizers = false

  /// The standard's numbers.
  public init() {}
}
