// Finds input devices with udev, and reports devices that are plugged in and unplugged.

import CLibudev
import CommandLine
import Configuration
import Glibc
import Linux
import ResponderKit

/// Finds input devices with udev, and reports devices that are plugged in and unplugged.
@safe
final class DeviceMonitor: DeviceFinder {
  private let udev: OpaquePointer
  private var monitor: OpaquePointer?
  private var watch: Watch?
  private var permissions: NodePermissions?

  init() throws(SourceError) {
    guard let udev = unsafe udev_new() else { throw SourceError("udev: out of memory") }
    unsafe self.udev = udev
  }

  deinit {
    watch?.cancel()
    if let monitor = unsafe monitor { unsafe udev_monitor_unref(monitor) }
    unsafe udev_unref(udev)
  }

  /// Calls the handler with every change from now on.
  func start(on loop: EventLoop, _ handler: @escaping (DeviceNodeChange) -> Void)
    throws(SourceError)
  {
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, "udev") else {
      throw SourceError("udev: cannot watch for devices that are plugged in; is /run/udev there?")
    }
    unsafe self.monitor = monitor
    guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) >= 0 else {
      throw SourceError("udev: out of memory")
    }
    // Without CAP_NET_ADMIN the kernel grants a smaller buffer.
    unsafe udev_monitor_set_receive_buffer_size(monitor, 16 << 20)
    guard unsafe udev_monitor_enable_receiving(monitor) >= 0 else {
      throw SourceError("udev: cannot watch for devices that are plugged in")
    }
    let descriptor = unsafe udev_monitor_get_fd(monitor)
    guard descriptor >= 0 else {
      throw SourceError("udev: cannot watch for devices that are plugged in")
    }
    do {
      watch = try loop.watch(descriptor, .readable) { [unowned self] _ in
        receive(handler)
      }
    } catch {
      throw SourceError("udev: \(error)")
    }
    do throws(SystemError) {
      permissions = try NodePermissions(on: loop) { handler(.permissions(node: $0)) }
    } catch {
      // Without /dev/input there is no node yet; udev reports the first one.
      guard error.number != ENOENT else { return }
      handler(
        .unwatched(
          "changed permissions of devices are not noticed: \(error); "
            + "a device that may be read later is opened when it is plugged in again"))
    }
  }

  private func receive(_ handler: (DeviceNodeChange) -> Void) {
    guard let monitor = unsafe monitor else { return }
    while true {
      errno = 0
      guard let device = unsafe udev_monitor_receive_device(monitor) else {
        if errno == ENOBUFS { handler(.lost) }
        return
      }
      defer { unsafe _ = udev_device_unref(device) }
      guard let node = unsafe DeviceMonitor.node(of: device) else { continue }
      if unsafe text(udev_device_get_action(device)) == "remove" {
        handler(.gone(node: node))
      } else if let description = unsafe DeviceMonitor.describe(device, node) {
        handler(.present(description))
      }
    }
  }

  /// Every device that is there now, in the order of their nodes' numbers.
  func present() throws(SourceError) -> [DeviceDescription] {
    guard let enumerator = unsafe udev_enumerate_new(udev) else {
      throw SourceError("udev: out of memory")
    }
    defer { unsafe _ = udev_enumerate_unref(enumerator) }
    guard unsafe udev_enumerate_add_match_subsystem(enumerator, "input") >= 0,
      unsafe udev_enumerate_add_match_sysname(enumerator, "event*") >= 0,
      unsafe udev_enumerate_scan_devices(enumerator) >= 0
    else { throw SourceError("udev: cannot list the devices that are there; is /sys mounted?") }
    var devices: [DeviceDescription] = []
    errno = 0
    var entry = unsafe udev_enumerate_get_list_entry(enumerator)
    // Without devices it is nil too.
    guard unsafe entry != nil || errno != ENOMEM else { throw SourceError("udev: out of memory") }
    while let current = unsafe entry {
      unsafe entry = udev_list_entry_get_next(current)
      guard let path = unsafe udev_list_entry_get_name(current),
        let device = unsafe udev_device_new_from_syspath(udev, path)
      else { continue }
      defer { unsafe _ = udev_device_unref(device) }
      guard let node = unsafe DeviceMonitor.node(of: device),
        let description = unsafe DeviceMonitor.describe(device, node)
      else { continue }
      devices.append(description)
    }
    return devices.sorted { $0.nodeNumber < $1.nodeNumber }
  }

  private static func node(of device: OpaquePointer) -> String? {
    guard unsafe text(udev_device_get_sysname(device)).hasPrefix("event"),
      let node = unsafe udev_device_get_devnode(device)
    else { return nil }
    return unsafe String(cString: node)
  }

  /// udev's description of a device; nil while udev is not ready, and for other devices.
  private static func describe(_ device: OpaquePointer, _ node: String) -> DeviceDescription? {
    guard unsafe udev_device_get_is_initialized(device) == 1 else { return nil }
    let property = { (name: String) -> String in
      unsafe text(udev_device_get_property_value(device, name))
    }
    let parent = unsafe udev_device_get_parent(device)
    let attribute = { (name: String) -> String in
      unsafe parent.map { unsafe text(udev_device_get_sysattr_value($0, name)) } ?? ""
    }
    guard let kind = kind(property) ?? (isDial(attribute("capabilities/rel")) ? .keys : nil) else {
      return nil
    }
    var description = DeviceDescription(node: node, name: "", kind: kind)
    description.systemPath = unsafe text(udev_device_get_syspath(device))
    description.name = attribute("name").printable
    description.vendor = Int(attribute("id/vendor"), radix: 16) ?? 0
    description.product = Int(attribute("id/product"), radix: 16) ?? 0
    description.serial = attribute("uniq").printable
    // udev has no path for some buses; the driver may have one.
    description.path = attribute("phys")
    description.isPassedOn = attribute("phys").hasPrefix(UInputDevice.mark)
    description.isMultiTouch = hasAxis(AxisCode.positionX, among: attribute("capabilities/abs"))
    let serial = property("ID_SERIAL_SHORT")
    if !serial.isEmpty { description.serial = serial.printable }
    let path = property("ID_PATH")
    if !path.isEmpty { description.path = path }
    let seat = property("ID_SEAT")
    if !seat.isEmpty { description.seat = seat }
    description.group = property("LIBINPUT_DEVICE_GROUP")
    let hidden = property("LIBINPUT_IGNORE_DEVICE")
    description.isHidden = !hidden.isEmpty && hidden != "0"
    description.calibration = try? CalibrationMatrix(
      property: property("LIBINPUT_CALIBRATION_MATRIX"))
    for axis in [AxisCode.x, AxisCode.y, AxisCode.positionX, AxisCode.positionY] {
      description.fuzz[axis] = Int(property("LIBINPUT_FUZZ_" + axis.hexadecimal(digits: 2)))
    }
    // udev also sets a size for accelerometers: their range.
    if kind == .touchscreen || kind == .touchpad, let width = Double(property("ID_INPUT_WIDTH_MM")),
      let height = Double(property("ID_INPUT_HEIGHT_MM")), width > 0, height > 0
    {
      description.physicalSize = PhysicalSize(width: width, height: height)
    }
    return description
  }

  /// Whether a code is among those of a bitmap as sysfs writes it: words of 64, the last ones
  /// first.
  private static func hasAxis(_ code: Int, among bitmap: String) -> Bool {
    guard let last = bitmap.split(separator: " ").last, let word = UInt64(last, radix: 16) else {
      return false
    }
    return word >> UInt64(code) & 1 == 1
  }

  /// Whether the relative axes are those of a dial, for which udev has no word.
  private static func isDial(_ bitmap: String) -> Bool {
    var description = EventDescription()
    for code in RelativeCode.all where hasAxis(code, among: bitmap) {
      description.insert(type: InputType.relative, code: code)
    }
    return !description.dials.isEmpty
  }

  private static func kind(_ property: (String) -> String) -> Device.Kind? {
    func has(_ kind: String) -> Bool { property("ID_INPUT_" + kind) == "1" }
    // The touch node of a pen tablet is a tablet and a touch surface; it is used as a surface.
    if has("TOUCHSCREEN") { return .touchscreen }
    if has("TOUCHPAD") { return .touchpad }
    if has("TABLET") { return .pointer }
    if has("ACCELEROMETER") { return .accelerometer }
    // What is a keyboard as well is only read if an entry names it.
    if has("KEYBOARD") { return .keys }
    if has("MOUSE") || has("POINTINGSTICK") { return .mouse }
    return has("KEY") || has("JOYSTICK") ? .keys : nil
  }
}

/// A C string as a string; empty where there is none.
private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}

extension DeviceDescription {
  /// The number at the end of its node.
  var nodeNumber: Int {
    Int(String(node.reversed().prefix { $0.isNumber }.reversed())) ?? 0
  }
}
