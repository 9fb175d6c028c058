// The configuration that applies, and the one that waits.

import Configuration
import Linux
import ResponderKit

/// Why the daemon does not use the configuration of its file.
enum Refusal {
  /// The file cannot be read.
  case unread(SystemError)
  /// The file has these errors.
  case errors(String)
  /// The configuration was not confirmed within so many seconds.
  case notConfirmed(within: Int)

  /// The errors of a file, for clients that do not read all windows.
  static let unreadErrors = "the file has errors; the journal has them"

  /// All of the reason.
  var text: String {
    switch self {
    case .unread(let error): error.description
    case .errors(let text): text
    case .notConfirmed(let seconds):
      "the configuration was not confirmed within \(seconds) s; the one before it applies"
    }
  }

  /// The reason for clients that do not read all windows.
  var publicText: String {
    switch self {
    case .errors: Refusal.unreadErrors
    case .unread, .notConfirmed: text
    }
  }

  /// The reason in the status line.
  var summary: String {
    switch self {
    case .unread: "the configuration file cannot be read"
    case .errors: "the configuration file has errors"
    case .notConfirmed: "the configuration file was not confirmed in time"
    }
  }
}

/// A configuration that applies until its time is over, unless it is confirmed.
struct UnconfirmedConfiguration {
  /// The configuration that was confirmed last.
  struct Confirmed {
    let configuration: DaemonConfiguration
    let screens: [Screen]
    let accessRules: AccessRules
  }

  let earlier: Confirmed
  /// The time to confirm it, in seconds.
  let seconds: Int
}

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
  private(set) var refusal: Refusal?
  /// What applies instead of the current configuration if it is not confirmed; nil if it is.
  private(set) var unconfirmed: UnconfirmedConfiguration?

  /// What the file and programs want of the tree.
  let wants: Wants

  // Computed when it is asked for, so that a start does not wait for it.
  private var knownHash: String?

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
  func refuse(_ reason: Refusal) { refusal = reason }

  /// Confirms the current configuration.
  func confirm() { unconfirmed = nil }

  /// Removes and returns the configuration that waits.
  func removeNext() -> ReadConfiguration? {
    defer { next = nil }
    return next
  }

  /// The first digits of the SHA-256 of the file whose configuration applies.
  var hash: String {
    if let knownHash { return knownHash }
    let hash = String(SHA256.digits(of: current.blueprint.text).prefix(16))
    knownHash = hash
    return hash
  }

  /// Uses the settings of a configuration from now on; its changes of the tree are not made here.
  func use(_ read: ReadConfiguration) {
    unconfirmed = read.confirmWithin.map { seconds in
      let confirmed =
        unconfirmed?.earlier
        ?? .init(
          configuration: current, screens: current.tree.copiedScreens, accessRules: accessRules)
      return .init(earlier: confirmed, seconds: seconds)
    }
    current = DaemonConfiguration(read.configuration, over: current.tree)
    knownHash = nil
    accessRules = read.accessRules
  }
}
