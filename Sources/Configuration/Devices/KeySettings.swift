// The meanings of keys and buttons, by the kernel's names.

package import ResponderKit

/// The meanings of keys in a configuration; keys without an entry keep the default ones.
package struct KeySettings: Hashable, Sendable {
  /// The press of a key or axis; an entry without a press removes the meaning.
  package var presses: [String: PressType?] = [:]
  /// For so long after a key comes up it is not pressed again, in seconds.
  package var ignoreRepeat: Double = 0
  /// The command of a key; an entry without a command removes the meaning.
  package var remoteControl: [String: RemoteControlSubtype?] = [:]

  /// The usual meanings.
  package init() {}
}
