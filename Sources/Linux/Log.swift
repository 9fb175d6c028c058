// One line for each fact that a person acts on, saying whose fault it is.

import CommandLine
import Glibc

/// Writes log lines to the journal or a terminal.
package final class Log {
  /// How bad it is, worst first.
  package enum Level: Int, Comparable, Sendable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    /// The word in a line.
    package var word: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      case .info: "info"
      case .debug: "debug"
      }
    }

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The part of the program that a message belongs to.
  package enum Origin: String, Sendable, CaseIterable {
    case device, config, client, bug, service
  }

  /// The form of the lines.
  package enum Format: Sendable {
    /// With a priority that the journal understands.
    case journal
    /// With the program's name and the level in words.
    case terminal(program: String)
  }

  /// What the journal stores beside a message, and finds it by: a name in capitals, and any text.
  package typealias Field = (name: String, value: String)

  /// Lines less bad than this are left out.
  package var threshold: Level
  private let format: Format
  private let clock: MonotonicClock
  private let write: (String) -> Void
  private let writeEntry: (([Field]) -> Bool)?
  private var limits: [String: Limit] = [:]

  private struct Limit {
    var since: Int64
    var said = 0
    var leftOut = 0
  }

  // The number of lines of one kind in a period; further lines are counted.
  private static let burst = 5
  private static let interval: Int64 = 60_000_000

  /// A log that hands its lines to `write`, each with its newline. A message with fields goes to
  /// `writeEntry`, which returns whether it was written; if not, its lines are.
  package init(
    format: Format, threshold: Level = .info, clock: MonotonicClock = MonotonicClock(),
    write: @escaping (String) -> Void, writeEntry: (([Field]) -> Bool)? = nil
  ) {
    self.format = format
    self.threshold = threshold
    self.clock = clock
    self.write = write
    self.writeEntry = writeEntry
  }

  /// The log of a program on its standard error, dressed for the journal when that reads it.
  package static func standardError(
    program: String, environment: Environment, threshold: Level = .info
  ) -> Log {
    // A failure of standard error cannot be reported.
    let writeLine: (String) -> Void = { _ = writeAll($0, to: 2) }
    guard isJournal(environment) else {
      return Log(format: .terminal(program: program), threshold: threshold, write: writeLine)
    }
    let name: Field = ("SYSLOG_IDENTIFIER", program)
    return Log(
      format: .journal, threshold: threshold, write: writeLine,
      writeEntry: { Journal.write($0 + [name]) })
  }

  /// Logs a message; the journal stores the fields beside it.
  package func write(
    _ level: Level, _ origin: Origin, _ message: @autoclosure () -> String, fields: [Field] = []
  ) {
    guard level <= threshold else { return }
    emit(level, origin, message(), fields)
  }

  /// Logs a message that may be frequent: a few of each kind a minute, the others are counted.
  package func limited(
    _ level: Level, _ origin: Origin, _ kind: String, _ message: @autoclosure () -> String
  ) {
    guard level <= threshold else { return }
    let now = clock.now()
    var limit = limits[kind] ?? Limit(since: now)
    defer { limits[kind] = limit }
    var suffix = ""
    if now - limit.since >= Log.interval {
      if limit.leftOut > 0 { suffix = " (\(limit.leftOut) similar messages were left out before)" }
      limit = Limit(since: now)
    }
    guard limit.said < Log.burst else {
      limit.leftOut += 1
      return
    }
    limit.said += 1
    if limit.said == Log.burst { suffix += " (similar messages are left out for a while)" }
    emit(level, origin, message() + suffix)
  }

  private func emit(
    _ level: Level, _ origin: Origin, _ message: String, _ fields: [Field] = []
  ) {
    var lines: [String] = []
    for line in message.split(separator: "\n") {
      // Further lines of a message are indented, so that foreign text cannot look like a log line.
      var text = lines.isEmpty ? "\(origin.rawValue): " : "  "
      for scalar in line.unicodeScalars {
        text.unicodeScalars.append(scalar.isControl ? "?" : scalar)
      }
      lines.append(text)
    }
    if !fields.isEmpty, let writeEntry {
      let usual: [Field] = [
        ("MESSAGE", lines.joined(separator: "\n")), ("PRIORITY", "\(level.rawValue)"),
      ]
      if writeEntry(usual + fields) { return }
    }
    let prefix =
      switch format {
      case .journal: "<\(level.rawValue)>"
      case .terminal(let program): "\(program): \(level.word): "
      }
    write(lines.map { "\(prefix)\($0)\n" }.joined())
  }

  private static func isJournal(_ environment: Environment) -> Bool {
    guard let stream = environment["JOURNAL_STREAM"] else { return false }
    var status = stat()
    guard unsafe fstat(2, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}

/// Writes a text to a descriptor, waits if necessary, and returns whether it was written.
package func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  let bytes = ContiguousArray(text.utf8)
  var written = 0
  while written < bytes.count {
    let count = try? systemCall("write") {
      unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
    }
    guard let count, count > 0 else { return false }
    written += count
  }
  return true
}
