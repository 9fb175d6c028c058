// An epoll instance, with the descriptors that the latest wait reported.

internal import CLinux
import Glibc

/// An epoll descriptor and its event buffer; the only code that knows the event's C layout.
@safe
final class Epoll {
  private let descriptor: Descriptor
  private let events: UnsafeMutablePointer<epoll_event>
  /// The number of descriptors that one wait reports at most.
  static let capacity = 128

  /// The kernel's number of it.
  var raw: Int32 { descriptor.raw }

  init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    unsafe events = .allocate(capacity: Epoll.capacity)
    unsafe events.initialize(repeating: epoll_event(), count: Epoll.capacity)
  }

  deinit { unsafe events.deallocate() }

  func add(_ watched: Int32, _ registration: UInt32, _ interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_ADD, watched, registration, interest)
  }

  func modify(_ watched: Int32, _ registration: UInt32, _ interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_MOD, watched, registration, interest)
  }

  func remove(_ watched: Int32) {
    _ = epoll_ctl(descriptor.raw, EPOLL_CTL_DEL, watched, nil)
  }

  private func control(
    _ operation: Int32, _ watched: Int32, _ registration: UInt32, _ interest: Interest
  ) throws(SystemError) {
    var event = unsafe epoll_event()
    unsafe event.events = interest.rawValue
    unsafe event.data.u64 = UInt64(registration) << 32 | UInt64(watched)
    let epoll = descriptor.raw
    try systemCall("epoll_ctl", "for descriptor \(watched)") {
      unsafe epoll_ctl(epoll, operation, watched, &event)
    }
  }

  /// Waits, and returns the number of ready descriptors; 0 if a signal interrupted the wait.
  func wait(timeout milliseconds: Int32) throws(SystemError) -> Int {
    let count = unsafe epoll_wait(
      descriptor.raw, events, Int32(Epoll.capacity), milliseconds)
    if count >= 0 { return Int(count) }
    let number = errno
    if number == EINTR { return 0 }
    throw SystemError(call: "epoll_wait", number: number)
  }

  /// A descriptor that the latest wait reported, by its index.
  func ready(_ index: Int) -> (watched: Int, registration: UInt32, Readiness) {
    let event = unsafe events[index]
    let data = unsafe event.data.u64
    let readiness = unsafe Readiness(rawValue: event.events)
    return (Int(data & 0xFFFF_FFFF), UInt32(data >> 32), readiness)
  }
}
