// Which contacts are noise: off unless set.

package import ResponderKit

/// Which contacts of a device are noise; everything is off unless set.
package struct NoiseSettings: Hashable, Sendable {
  /// Parts of the screen, in points, where no contact may begin.
  package var deadZones: [Rect] = []
  /// Seconds that a contact must last before it is reported.
  package var minimumDuration: TimeInterval = 0
  /// Seconds within which a contact that lands again at the same position continues.
  package var debounce: TimeInterval = 0
  /// Points within which a place is the same for `debounce`.
  package var debounceDistance = 24.0
  /// Points by which a contact must move to be reported as moved.
  package var jitter = 0.0
  /// The largest number of contacts at the same time.
  package var maximumContacts: Int?
  /// Contacts with a larger radius, in points, are palms.
  package var palmRadius: Double?
  /// Contacts that may begin within a second; a storm above it is cut off until it is over.
  package var maximumRate: Int?

  /// Settings that filter nothing.
  package init() {}

  /// Whether nothing is noise.
  package var isOff: Bool { self == NoiseSettings() }
}
