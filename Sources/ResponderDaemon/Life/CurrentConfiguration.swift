// The configuration that applies.

import Blueprint

/// The configuration that applies, and its access rules. Another configuration changes its tree
/// and does not replace it.
final class CurrentConfiguration {
  /// The settings and the tree.
  private(set) var configuration: DaemonConfiguration
  /// The access rules of the settings.
  private(set) var accessRules: AccessRules

  init(_ configuration: DaemonConfiguration, _ accessRules: AccessRules) {
    self.configuration = configuration
    self.accessRules = accessRules
  }

  /// Uses the settings of a configuration from now on; its changes of the tree are not made here.
  func use(_ read: ReadConfiguration) {
    configuration = DaemonConfiguration(read.configuration, over: configuration.tree)
    accessRules = read.accessRules
  }

  /// Keeps the views and recognizers of the file that have no place in the tree.
  func use(missing: Set<String>) { configuration.missing = missing }
}
