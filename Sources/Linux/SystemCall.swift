// The one place where errno is read.

import Glibc

/// Makes a system call, repeats it if a signal interrupts it, and throws its error.
@discardableResult
package func systemCall<Result: FixedWidthInteger & SignedInteger>(
  _ name: String, _ subject: @autoclosure () -> String = "",
  advice: @autoclosure () -> String? = nil, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number == EINTR { continue }
    trapOnProgrammingError(number, name)
    throw SystemError(call: name, subject: subject(), number: number, advice: advice())
  }
}

/// Like `systemCall`, with nil where the call would have to wait.
package func systemCallUnlessBlocked<Result: FixedWidthInteger & SignedInteger>(
  _ name: String, _ subject: @autoclosure () -> String = "", _ call: () -> Result
) throws(SystemError) -> Result? {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number == EINTR { continue }
    if number == EAGAIN || number == EWOULDBLOCK { return nil }
    trapOnProgrammingError(number, name)
    throw SystemError(call: name, subject: subject(), number: number)
  }
}

// A bad descriptor or address can only be our own bug; the next call would change another file.
private func trapOnProgrammingError(_ number: Int32, _ name: String) {
  precondition(number != EBADF && number != EFAULT, "bug: \(name) with a bad descriptor or address")
}
