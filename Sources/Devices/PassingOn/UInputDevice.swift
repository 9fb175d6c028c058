// A device that the kernel makes for us, for the touches and keys that are passed on.

// Both modules hold the kernel's structures, and either may be the one that defines them.
import CLibevdev
import CMtdev
import Glibc
import Linux

/// A device of the kernel's uinput; it goes when the last reference does.
@safe
final class UInputDevice: VirtualDevice {
  /// How the path of each begins, so that no responderd reads one.
  static let mark = "responderd/"
  private static let path = "/dev/uinput"

  let node: String
  private let descriptor: Descriptor
  private let device: OpaquePointer
  private var buffer: UnsafeMutableBufferPointer<input_event>

  /// A device that announces this, in the place of the one at a path.
  init(_ description: EventDescription, for path: String) throws(SystemError) {
    let raw = try systemCall("open", UInputDevice.path, advice: UInputDevice.advice()) {
      unsafe open(UInputDevice.path, O_RDWR | O_CLOEXEC)
    }
    let descriptor = Descriptor(owning: raw)
    // The kernel keeps at most 80 bytes.
    let place = String((UInputDevice.mark + path).unicodeScalars.prefix(64))
    try systemCall("UI_SET_PHYS") { unsafe clibevdev_set_phys(raw, place) }
    let model = unsafe try UInputDevice.model(description)
    defer { unsafe libevdev_free(model) }
    var device: OpaquePointer?
    let result = unsafe libevdev_uinput_create_from_device(model, raw, &device)
    guard result == 0, let device = unsafe device else {
      throw SystemError(call: "UI_DEV_CREATE", subject: description.name, number: -result)
    }
    node = unsafe libevdev_uinput_get_devnode(device).map { unsafe String(cString: $0) } ?? ""
    self.descriptor = descriptor
    unsafe self.device = device
    unsafe buffer = .allocate(capacity: 256)
    unsafe buffer.initialize(repeating: input_event())
  }

  deinit {
    unsafe libevdev_uinput_destroy(device)
    unsafe buffer.deallocate()
  }

  private static func advice() -> String? {
    switch errno {
    case EACCES, EPERM: DeviceAdvice.passingOn
    case ENOENT, ENODEV: "load the kernel's module: sudo modprobe uinput"
    default: nil
    }
  }

  private static func model(_ description: EventDescription) throws(SystemError) -> OpaquePointer {
    guard let model = unsafe libevdev_new() else {
      throw SystemError(call: "libevdev_new", number: ENOMEM)
    }
    unsafe libevdev_set_name(model, description.name)
    unsafe libevdev_set_id_bustype(model, Int32(description.bus))
    unsafe libevdev_set_id_vendor(model, Int32(description.vendor))
    unsafe libevdev_set_id_product(model, Int32(description.product))
    unsafe libevdev_set_id_version(model, Int32(description.version))
    for property in description.properties {
      unsafe libevdev_enable_property(model, UInt32(property))
    }
    for code in description.codes[InputType.key] ?? [] {
      unsafe libevdev_enable_event_code(model, UInt32(InputType.key), UInt32(code), nil)
    }
    // A held key repeats, as it does on the real one; the kernel itself has the clock for it.
    if description.axes.isEmpty {
      unsafe libevdev_enable_event_type(model, UInt32(InputType.repetition))
    }
    for (code, axis) in description.axes {
      var info = input_absinfo()
      info.minimum = Int32(axis.minimum)
      info.maximum = Int32(axis.maximum)
      info.fuzz = Int32(axis.fuzz)
      info.flat = Int32(axis.flat)
      info.resolution = Int32(axis.resolution)
      unsafe libevdev_enable_event_code(model, UInt32(InputType.absolute), UInt32(code), &info)
    }
    return unsafe model
  }

  // One call for all: an event that is written alone costs as much as a frame.
  func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError) {
    let count = events.count
    if unsafe count > buffer.count {
      unsafe buffer.deallocate()
      unsafe buffer = .allocate(capacity: count * 2)
      unsafe buffer.initialize(repeating: input_event())
    }
    for index in 0..<count {
      unsafe buffer[index].type = events[index].type
      unsafe buffer[index].code = events[index].code
      unsafe buffer[index].value = events[index].value
    }
    let raw = descriptor.raw
    let size = count * MemoryLayout<input_event>.stride
    try systemCall("write", node) { unsafe Glibc.write(raw, buffer.baseAddress, size) }
  }
}
