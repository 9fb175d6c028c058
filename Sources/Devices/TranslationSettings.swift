// How the events of a kernel device are read.

/// How the events of a kernel device are read.
package struct TranslationSettings: Hashable, Sendable {
  /// What a contact that hovers above the surface counts as.
  package var hovering = Hovering.pointer
  /// What its keys and buttons mean, where that differs from the usual meanings.
  package var keys = KeySettings()
  /// When its movement counts as a shake.
  package var shake = ShakeSettings()

  /// The usual reading.
  package init() {}
}

/// What a contact that hovers above the surface counts as.
package enum Hovering: String, Sendable, CaseIterable {
  /// A pointer; it becomes a touch when it comes down.
  case pointer
  /// A touch, as libinput sees it.
  case touch
}
