// How touches of hands are taken that shake, rest on the panel or hit twice: off unless set.

package import ResponderKit

/// How the touches of a device are changed for hands that cannot touch as the recognizers expect.
package struct TouchAccommodations: Hashable, Sendable {
  /// The place of a tap whose finger has moved.
  package enum TapAssistance: String, Sendable, CaseIterable {
    /// A touch is what the finger does.
    case none
    /// The tap is where the finger landed.
    case initial
    /// The tap is where the finger lifted.
    case final
  }

  /// Seconds that a finger must stay down to be a touch.
  package var holdDuration: TimeInterval = 0
  /// Seconds after a touch in which a finger that lands is none.
  package var ignoreRepeat: TimeInterval = 0
  /// Whether a finger that lifts in time taps at one place, whatever way it went.
  package var tapAssistance = TapAssistance.none
  /// Seconds after `holdDuration` in which a finger that lifts taps; then it is a touch.
  package var tapAssistanceTime: TimeInterval = 1

  /// Accommodations that change nothing.
  package init() {}

  /// Whether touches are taken as they are.
  package var isOff: Bool { holdDuration == 0 && ignoreRepeat == 0 && tapAssistance == .none }
}
