// How the events of a kernel device are read.

/// How the events of a kernel device are read.
package struct TranslationSettings: Hashable, Sendable {
  /// What a contact that hovers above the surface counts as.
  package var hovering = Hovering.pointer
  /// What its keys and buttons stand for.
  package var presses = PressSettings()
  /// When its movement counts as a shake.
  package var shake = ShakeSettings()

  /// The usual reading.
  package init() {}
}
