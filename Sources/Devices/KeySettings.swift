// What keys and buttons mean, by the kernel's names for them.

package import ResponderKit

/// The meanings that a configuration gives to keys; keys that it does not name keep the usual ones.
package struct KeySettings: Hashable, Sendable {
  /// The press that a key or axis stands for; an entry without a press has no meaning.
  package var presses: [String: PressType?] = [:]
  /// The command that a key stands for; an entry without a command has no meaning.
  package var remoteControl: [String: RemoteControlSubtype?] = [:]

  /// The usual meanings.
  package init() {}
}
