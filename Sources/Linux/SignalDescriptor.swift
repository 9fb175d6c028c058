// Signals as something to read: a signalfd, with the signals blocked in the calling thread.

internal import CLinux
import Glibc

/// A signal that has arrived.
package struct ReceivedSignal {
  /// The number of the signal.
  package let number: Int32
  /// The process that has sent it; 0 for the kernel.
  package let pid: Int32
  /// The user of that process.
  package let user: UInt32
}

/// The signals that a loop handles.
package final class SignalDescriptor {
  private let descriptor: Descriptor
  /// The kernel's number of it, to be watched by a loop.
  package var raw: Int32 { descriptor.raw }

  /// Blocks these signals and makes them readable.
  package init(_ numbers: [Int32]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemError(call: "pthread_sigmask", number: failure) }
    descriptor = Descriptor(
      owning: try systemCall("signalfd") {
        unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
      })
  }

  /// The next signal that arrived, or nil.
  package func next() -> ReceivedSignal? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(descriptor.raw, &information, size) == size else { return nil }
    return ReceivedSignal(
      number: Int32(information.ssi_signo), pid: Int32(bitPattern: information.ssi_pid),
      user: information.ssi_uid)
  }
}

/// Makes writing to a closed pipe an error instead of the program's end.
package func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
