// How the events of a kernel device are read.

/// How the events of a kernel device are read.
package struct TranslationSettings: Hashable, Sendable {
  /// How a contact that hovers above the surface is reported.
  package var hovering = Hovering.pointer
  /// The meanings of keys and buttons that differ from the default ones.
  package var keys = KeySettings()
  /// The settings for shakes of an accelerometer.
  package var shake = ShakeSettings()

  /// The usual reading.
  package init() {}
}

/// How a contact that hovers above the surface is reported.
package enum Hovering: String, Sendable, CaseIterable {
  /// As a pointer; it becomes a touch when it lands.
  case pointer
  /// A touch, as libinput sees it.
  case touch
}
