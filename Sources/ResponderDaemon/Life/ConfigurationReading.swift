// A configuration file that is read in slices, so that a large file does not delay touches.

import Blueprint
import LinuxKit

/// A configuration that was read and is valid, but does not apply yet.
struct ReadConfiguration {
  var configuration: DaemonConfiguration
  /// The changes of the current tree; nil for none.
  var difference: TreeDifference?
  /// The access rules of the configuration.
  var accessRules: AccessRules
  /// The warnings.
  var warnings: [String]
}

/// The reading of a file, which continues when `proceed` is called.
final class ConfigurationReading {
  /// What to do with the configuration, and the requests that wait for the result.
  struct Order {
    var force: Bool
    var answers: [(Result<[String], RefusedConfiguration>) -> Void]

    /// Combines two orders that one reading serves.
    static func + (left: Order, right: Order) -> Order {
      Order(force: left.force || right.force, answers: left.answers + right.answers)
    }
  }

  let order: Order
  /// The result, once the reading is over.
  private(set) var result: Result<ReadConfiguration, RefusedConfiguration>?
  private let clock: MonotonicClock
  private var fiber: Fiber?
  private var end = Int64.max

  /// A reading of the configuration that follows the current one; it has not begun.
  init(
    _ order: Order, _ path: String, after current: DaemonConfiguration, _ log: Log,
    _ clock: MonotonicClock
  ) throws(SystemError) {
    self.order = order
    self.clock = clock
    fiber = try Fiber { [unowned self] in
      result = read(path, after: current, log)
    }
  }

  private func read(
    _ path: String, after current: DaemonConfiguration, _ log: Log
  ) -> Result<ReadConfiguration, RefusedConfiguration> {
    do throws(RefusedConfiguration) {
      // The tree keeps this closure; after the reading it does nothing.
      let pauseIfDue: () -> Void = { [weak self] in
        self?.pauseIfDue()
      }
      let configuration = try DaemonConfiguration(reading: path, log: log, pausing: pauseIfDue)
      let accessRules = Daemon.accessRules(under: configuration, log: log, pausing: pauseIfDue)
      let warnings = Daemon.warnings(about: configuration, accessRules)
      let difference = configuration.difference(from: current, pausing: pauseIfDue)
      return .success(
        ReadConfiguration(
          configuration: configuration, difference: difference, accessRules: accessRules,
          warnings: warnings))
    } catch {
      return .failure(error)
    }
  }

  /// Continues to read until this time, or to the end.
  func proceed(until end: Int64) {
    self.end = end
    fiber?.proceed()
    if result != nil { fiber = nil }
  }

  private func pauseIfDue() {
    if clock.now() > end { fiber?.pause() }
  }
}
