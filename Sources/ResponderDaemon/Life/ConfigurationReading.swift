// A configuration file that is read a little at a time, so that a big one keeps no finger waiting.

import Blueprint
import LinuxKit

/// A configuration that was read and found usable, but is not in force.
struct ReadConfiguration {
  var configuration: Configuration
  /// What it changes of the tree of the one that is in force; nil for nothing.
  var difference: TreeDifference?
  /// Who may do what under it.
  var doors: Doors
  /// What is doubtful about it.
  var warnings: [String]
}

/// The reading of a file, which proceeds when it is told to.
final class ConfigurationReading {
  /// What is to be done with what is read, and who wants to know what came of it.
  struct Order {
    var force: Bool
    var answers: [(Result<[String], ConfigurationError>) -> Void]

    /// Two orders that one reading serves.
    static func + (left: Order, right: Order) -> Order {
      Order(force: left.force || right.force, answers: left.answers + right.answers)
    }
  }

  let order: Order
  /// What came of it, once it is over.
  private(set) var result: Result<ReadConfiguration, ConfigurationError>?
  private let clock: MonotonicClock
  private var fiber: Fiber?
  private var end = Int64.max

  /// A reading that has not begun, of what will come after the configuration in force.
  init(
    _ order: Order, _ path: String, after current: Configuration, _ log: Log,
    _ clock: MonotonicClock
  ) throws(SystemError) {
    self.order = order
    self.clock = clock
    fiber = try Fiber { [unowned self] in
      result = read(path, after: current, log)
    }
  }

  private func read(
    _ path: String, after current: Configuration, _ log: Log
  ) -> Result<ReadConfiguration, ConfigurationError> {
    do throws(ConfigurationError) {
      // What was read keeps it, and never breathes again.
      let breathe: () -> Void = { [weak self] in
        self?.breathe()
      }
      let configuration = try Configuration(reading: path, log: log, breathing: breathe)
      let doors = Daemon.doors(under: configuration, log: log, breathing: breathe)
      let warnings = Daemon.warnings(about: configuration, doors)
      let difference = configuration.difference(from: current, breathing: breathe)
      return .success(
        ReadConfiguration(
          configuration: configuration, difference: difference, doors: doors, warnings: warnings))
    } catch {
      return .failure(error)
    }
  }

  /// Reads on until this time, or to the end.
  func proceed(until end: Int64) {
    self.end = end
    fiber?.proceed()
    if result != nil { fiber = nil }
  }

  private func breathe() {
    if clock.now() > end { fiber?.pause() }
  }
}
