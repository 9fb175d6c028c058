// The error of a system call: the call, its subject, the error number, and a fix.

internal import CLinux
import Glibc

/// A failed system call, described with a fix.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The call, such as `open`.
  package let call: String
  /// The subject of the call, such as a path; empty if there is none.
  package let subject: String
  /// The error number.
  package let number: Int32
  /// How to fix it; empty if no fix is known.
  package let advice: String

  /// The failure of a call with an error number; the number's usual advice unless one is given.
  package init(call: String, subject: String = "", number: Int32, advice: String? = nil) {
    self.call = call
    self.subject = subject
    self.number = number
    self.advice = advice ?? SystemError.usualAdvice(for: number)
  }

  /// The number's symbol, such as `EACCES`.
  package var name: String {
    guard let name = unsafe clinux_error_name(number) else { return "error \(number)" }
    return unsafe String(cString: name)
  }

  /// The number in words, such as `Permission denied`.
  package var words: String {
    guard let words = unsafe clinux_error_words(number) else { return "unknown error" }
    return unsafe String(cString: words)
  }

  package var description: String {
    let context = subject.isEmpty ? call : "\(call) \(subject)"
    return "\(context): \(words) (\(name))" + (advice.isEmpty ? "" : "; \(advice)")
  }

  private static func usualAdvice(for number: Int32) -> String {
    switch number {
    case EMFILE: "too many descriptors are open; raise LimitNOFILE= in the unit, or ulimit -n"
    case ENFILE: "the whole system is out of descriptors; raise fs.file-max"
    case ENOSPC: "free some space"
    default: ""
    }
  }
}
