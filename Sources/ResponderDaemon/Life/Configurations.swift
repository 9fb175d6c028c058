// The configuration that applies, and the one that waits.

import Blueprint

/// The configuration that applies, the next one, and why the latest one was refused.
final class Configurations {
  /// The settings that apply, and the tree. Another configuration changes the tree and does not
  /// replace it.
  private(set) var current: DaemonConfiguration
  /// The access rules of the settings.
  private(set) var accessRules: AccessRules
  /// A valid configuration that waits until no finger is on what it removes or moves.
  private(set) var next: ReadConfiguration?
  /// Why the latest configuration was refused; nil if it was not.
  private(set) var refusal: String?

  /// What the file and programs want of the tree.
  let wants: Wants

  init(
    _ current: DaemonConfiguration, _ accessRules: AccessRules,
    mayPut: @escaping (PutOwner, () -> [WantedThing]) -> Bool
  ) {
    self.current = current
    self.accessRules = accessRules
    wants = Wants(file: current.blueprint.wanted, mayPut: mayPut)
  }

  /// Lets a valid configuration wait, in place of an earlier one.
  func wait(_ read: ReadConfiguration) {
    next = read
    refusal = nil
  }

  /// Refuses the latest configuration.
  func refuse(_ error: RefusedConfiguration) { refusal = error.description }

  /// Removes and returns the configuration that waits.
  func removeNext() -> ReadConfiguration? {
    defer { next = nil }
    return next
  }

  /// Uses the settings of a configuration from now on; its changes of the tree are not made here.
  func use(_ read: ReadConfiguration) {
    current = DaemonConfiguration(read.configuration, over: current.tree)
    accessRules = read.accessRules
  }
}
