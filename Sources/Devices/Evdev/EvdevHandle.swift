// A kernel input device opened with libevdev: its description, state and events.
//
// Events are read as they are, not through libevdev: libevdev drops a tracking id that replaces
// another, and a finger would be lost. After a loss, libevdev reads the kernel's state again.

// Both modules hold the kernel's event structure, and either may be the one that defines it.
import CLibevdev
import CMtdev
import CommandLine
import Glibc
import Linux
import ResponderKit

/// An open kernel input device.
@safe
final class EvdevHandle: KernelDevice {
  private let descriptor: Descriptor
  private let device: OpaquePointer
  private let buffer: UnsafeMutableBufferPointer<input_event>
  /// The kernel's description of the device.
  let description: EventDescription

  /// The kernel's number of the descriptor.
  var raw: Int32 { descriptor.raw }

  /// Opens a node such as `/dev/input/event3`.
  convenience init(node: String) throws(SystemError) {
    let raw = try systemCall("open", node, advice: EvdevHandle.advice()) {
      unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }
    try self.init(Descriptor(owning: raw), node: node)
  }

  private init(_ descriptor: consuming Descriptor, node: String) throws(SystemError) {
    let raw = descriptor.raw
    var device: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(raw, &device)
    guard result == 0, let device = unsafe device else {
      throw SystemError(
        call: "libevdev_new_from_fd", subject: node, number: -result,
        advice: "is it an input device?")
    }
    self.descriptor = descriptor
    unsafe self.device = device
    unsafe buffer = .allocate(capacity: 64)
    unsafe buffer.initialize(repeating: input_event())
    description = unsafe EvdevHandle.describe(device)
    // Without the monotonic clock times would jump with the calendar; an old kernel cannot.
    unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC)
  }

  deinit {
    unsafe libevdev_free(device)
    unsafe buffer.deallocate()
  }

  private static func advice() -> String? {
    errno == EACCES ? DeviceAdvice.permission : nil
  }

  /// Grabs the device, until it is closed.
  func grab() throws(SystemError) {
    let result = unsafe libevdev_grab(device, LIBEVDEV_GRAB)
    guard result == 0 else {
      throw SystemError(
        call: "EVIOCGRAB", number: -result,
        advice: -result == EBUSY ? "another program has grabbed it" : nil)
    }
  }

  func ungrab() { unsafe libevdev_grab(device, LIBEVDEV_UNGRAB) }

  // MARK: Events

  var capacity: Int { unsafe buffer.count }

  /// Reads as many events as are there and fit.
  func read() -> KernelReading {
    let raw = descriptor.raw
    let size = MemoryLayout<input_event>.stride
    do {
      let count = try systemCallUnlessBlocked("read") {
        unsafe Glibc.read(raw, buffer.baseAddress, buffer.count * size)
      }
      guard let count else { return .nothing }
      return count < size
        ? .lost(SystemError(call: "read", number: ENODEV)) : .events(count / size)
    } catch {
      return .lost(error)
    }
  }

  /// One of the events that were read last.
  func event(_ index: Int) -> InputEvent {
    let event = unsafe buffer[index]
    return InputEvent(
      time: Instant(seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec)),
      type: Int(event.type), code: Int(event.code), value: Int(event.value))
  }

  // MARK: State

  /// The contacts and keys that are down now.
  func state() -> KernelState {
    var fresh: OpaquePointer?
    guard unsafe libevdev_new_from_fd(descriptor.raw, &fresh) == 0, let fresh = unsafe fresh else {
      return KernelState()
    }
    defer { unsafe libevdev_free(fresh) }
    var state = KernelState()
    for code in description.codes[InputType.key] ?? []
    where unsafe libevdev_get_event_value(fresh, UInt32(InputType.key), UInt32(code)) != 0 {
      state.keys.insert(code)
    }
    switch description.contactProtocol {
    case .slots:
      for slot in 0..<max(0, Int(unsafe libevdev_get_num_slots(fresh))) {
        // The id first: what follows belongs to the contact that has it.
        let axes = [AxisCode.trackingID] + AxisCode.ofSlots.filter { $0 != AxisCode.trackingID }
        for axis in axes where description.hasAxis(axis) {
          let value = unsafe libevdev_get_slot_value(fresh, UInt32(slot), UInt32(axis))
          state.axes.append(KernelState.AxisValue(slot: slot, axis: axis, value: Int(value)))
        }
      }
      state.currentSlot = Int(unsafe libevdev_get_current_slot(fresh))
    case .single:
      for axis in AxisCode.ofSingle where description.hasAxis(axis) {
        let value = unsafe libevdev_get_event_value(
          fresh, UInt32(InputType.absolute), UInt32(axis))
        state.axes.append(KernelState.AxisValue(slot: 0, axis: axis, value: Int(value)))
      }
    case .anonymous, nil: break
    }
    return state
  }

  private static func describe(_ device: OpaquePointer) -> EventDescription {
    var description = EventDescription()
    if let name = unsafe libevdev_get_name(device) {
      description.name = unsafe String(cString: name).printable
    }
    description.bus = Int(unsafe libevdev_get_id_bustype(device))
    description.vendor = Int(unsafe libevdev_get_id_vendor(device))
    description.product = Int(unsafe libevdev_get_id_product(device))
    description.version = Int(unsafe libevdev_get_id_version(device))
    for property in 0..<32 where unsafe libevdev_has_property(device, UInt32(property)) == 1 {
      description.insert(property: property)
    }
    for type in [
      InputType.synchronization, InputType.key, InputType.relative, InputType.miscellaneous,
      InputType.switch,
    ] {
      let last = libevdev_event_type_get_max(UInt32(type))
      guard last >= 0 else { continue }
      for code in 0...Int(last)
      where unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) == 1 {
        description.insert(type: type, code: code)
      }
    }
    for code in 0..<64 {
      guard let info = unsafe libevdev_get_abs_info(device, UInt32(code)) else { continue }
      let axis = unsafe info.pointee
      description.insert(
        axis: code,
        AxisRange(
          minimum: Int(axis.minimum), maximum: Int(axis.maximum), fuzz: Int(axis.fuzz),
          flat: Int(axis.flat), resolution: Int(axis.resolution)))
    }
    return description
  }
}
