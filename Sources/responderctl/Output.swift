// Where a command writes: the terminal, or a test's memory.

import Glibc
import LinuxKit

/// Collects text for standard output and says errors on standard error.
final class Output {
  private var bytes: ContiguousArray<UInt8> = []
  private let keeps: Bool
  private let descriptor: Int32
  /// What was said as errors, where it is kept.
  private(set) var errors = ""

  /// Output to the terminal, or kept in memory.
  init(keeps: Bool = false) {
    self.keeps = keeps
    descriptor = 1
  }

  /// Output to a file, made new or emptied; it stays open until the program ends.
  init(creating path: String) throws(SystemError) {
    keeps = false
    descriptor = try systemCall("open", path) {
      unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
  }

  /// Writes a line.
  func line(_ text: String = "") {
    bytes.append(contentsOf: text.utf8)
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

  /// Says what went wrong.
  func error(_ text: String) {
    if keeps {
      errors += text + "\n"
    } else {
      flush()
      put(ContiguousArray((text + "\n").utf8), 2)
    }
  }

  /// What was written, where it is kept.
  var kept: String { String(decoding: bytes, as: UTF8.self) }

  /// Brings to the terminal what is collected.
  func flush() {
    guard !keeps, !bytes.isEmpty else { return }
    put(bytes, descriptor)
    bytes.removeAll(keepingCapacity: true)
  }

  // A reader that went away ends the program by SIGPIPE, as it ends others.
  private func put(_ bytes: ContiguousArray<UInt8>, _ descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      let count = try? systemCall("write") {
        unsafe bytes.withUnsafeBytes {
          unsafe Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written)
        }
      }
      guard let count else { return }
      written += count
    }
  }
}
