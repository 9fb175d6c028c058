// The interface of an open kernel device; tests use a pipe.

import Linux

/// The result of reading a kernel device.
enum KernelReading {
  /// So many events are in the buffer.
  case events(Int)
  /// There is nothing more for now.
  case nothing
  /// The device was unplugged or revoked.
  case lost(SystemError)
}

/// An open kernel device.
protocol KernelDevice: AnyObject {
  /// The descriptor that becomes readable.
  var raw: Int32 { get }
  /// The kernel's description of the device.
  var description: EventDescription { get }
  /// The most events of one reading.
  var capacity: Int { get }
  /// Reads as many events as are there and fit.
  func read() -> KernelReading
  /// One of the events that were read last.
  func event(_ index: Int) -> InputEvent
  /// The contacts and keys that are down now.
  func state() -> KernelState
  /// Grabs the device, until it is closed.
  func grab() throws(SystemError)
  /// Lets others have its events again.
  func ungrab()
}
