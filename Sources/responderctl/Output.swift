// The output of a command: the terminal, or the memory of a test.

import Glibc
import Linux

/// Collects text for standard output, and writes errors to standard error.
final class Output {
  private var bytes: ContiguousArray<UInt8> = []
  private let keeps: Bool
  private let descriptor: Int32
  private let path: String
  private let isColoured: Bool
  /// Whether errors go to a terminal, where they may be coloured and progress is shown.
  private let hasTerminal: Bool
  private let began = MonotonicClock().now()
  /// The time of the last progress; nil if none is shown.
  private var shown: Int64?
  /// Why not everything could be written; nothing more is written then.
  private(set) var failure: SystemError?
  /// The errors, if output is kept in memory.
  private(set) var errors = ""

  /// Output to the terminal, or kept in memory.
  init(keeps: Bool = false, isColoured: Bool? = nil) {
    self.keeps = keeps
    descriptor = 1
    path = "standard output"
    self.isColoured =
      isColoured ?? (!keeps && Colours.apply(to: isatty(1) == 1, .process))
    hasTerminal = !keeps && isatty(2) == 1
  }

  /// Output to a file, made new or emptied; it stays open until the program ends.
  init(creating path: String) throws(SystemError) {
    keeps = false
    self.path = path
    isColoured = false
    hasTerminal = false
    descriptor = try systemCall("open", path) {
      unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
  }

  /// Writes a line.
  func line(_ text: String = "") {
    bytes.append(contentsOf: (isColoured ? Colours.coloured(text) : text).utf8)
    bytes.append(0x0A)
    if !keeps, bytes.count > 65_536 { flush() }
  }

  /// Writes text as it is.
  func text(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if !keeps, bytes.count > 65_536 { flush() }
  }

  /// Lets a writer of bytes append to the output.
  func write(_ body: (inout ContiguousArray<UInt8>) -> Void) {
    body(&bytes)
    if !keeps, bytes.count > 65_536 { flush() }
  }

  /// Writes an error.
  func error(_ text: String) {
    if keeps {
      errors += text + "\n"
    } else {
      flush()
      endProgress()
      let isColoured = Colours.apply(to: hasTerminal, .process)
      _ = put(ContiguousArray(((isColoured ? Colours.coloured(text) : text) + "\n").utf8), 2)
    }
  }

  /// Shows in one line of a terminal how far a command is, if it takes longer than a second.
  func progress(_ text: @autoclosure () -> String) {
    guard hasTerminal else { return }
    let now = MonotonicClock().now()
    guard now - began > 1_000_000, now - (shown ?? 0) > 100_000 else { return }
    shown = now
    _ = put(ContiguousArray("\r\u{1B}[K\(text())".utf8), 2)
  }

  private func endProgress() {
    if shown != nil { _ = put(ContiguousArray("\r\u{1B}[K".utf8), 2) }
    shown = nil
  }

  /// The output, if it is stored.
  var kept: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the collected text.
  func flush() {
    endProgress()
    guard !keeps, !bytes.isEmpty else { return }
    if failure == nil { failure = put(bytes, descriptor) }
    bytes.removeAll(keepingCapacity: true)
  }

  // A reader that went away ends the program by SIGPIPE, as it ends others.
  private func put(_ bytes: ContiguousArray<UInt8>, _ descriptor: Int32) -> SystemError? {
    var written = 0
    do throws(SystemError) {
      while written < bytes.count {
        written += try systemCall("write", path) {
          unsafe bytes.withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written)
          }
        }
      }
      return nil
    } catch {
      return error
    }
  }
}
