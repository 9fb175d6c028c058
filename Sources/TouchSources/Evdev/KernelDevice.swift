// What an open kernel device must be able to do; tests put a pipe in its place.

import LinuxKit

/// What came of reading a kernel device.
enum KernelReading {
  /// So many events are in the buffer.
  case events(Int)
  /// There is nothing more for now.
  case nothing
  /// The device is gone, or was taken away.
  case lost(SystemError)
}

/// An open kernel device.
protocol KernelDevice: AnyObject {
  /// The descriptor that becomes readable.
  var raw: Int32 { get }
  /// The kernel's description of the device.
  var description: EventDescription { get }
  /// Reads as many events as are there and fit.
  func read() -> KernelReading
  /// One of the events that were read last.
  func event(_ index: Int) -> InputEvent
  /// The contacts and keys that are down now.
  func state() -> KernelState
  /// Takes the device for us alone, until it is closed.
  func grab() throws(SystemError)
  /// Lets others have its events again.
  func ungrab()
}
