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

/// What a system call reads into memory of this size.
func bytesRead(
  by name: String, of path: String, atMost most: Int, _ call: (UnsafeMutableRawPointer?) -> Int
) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  try systemCall(name, path) {
    var result = 0
    unsafe bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      result = unsafe call(buffer.baseAddress)
      count = max(0, result)
    }
    return result
  }
  return bytes
}

// A bad descriptor or address can only be our own bug; the next call would change another file.
private func trapOnProgrammingError(_ number: Int32, _ name: String) {
  precondition(number != EBADF && number != EFAULT, "bug: \(name) with a bad descriptor or address")
}
