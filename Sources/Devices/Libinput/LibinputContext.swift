// A libinput context with only the devices that are opened in it.
//
// Devices are added by path, one by one, not by seat: a seat context would open every keyboard
// of the machine, and could not take up a single device again that was taken away.

import CLibinput
import CommandLine
import Configuration
import Glibc
import Linux
import ResponderKit

/// libinput with exactly the devices that it is given.
@safe
final class LibinputContext {
  private let context: OpaquePointer
  /// libinput keeps the address, so it stays as long as the context.
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let report: (SourceMessage) -> Void
  private var watch: Watch?
  fileprivate var openError: SystemError?
  /// The messages of libinput while it opens a device: part of one error, not lines of the log.
  private var complaints: [String]?
  /// The device of the latest touch event in this turn, whose frame may continue.
  private var unfinished: LibinputDevice?

  /// A context without devices.
  init(on loop: EventLoop, report: @escaping (SourceMessage) -> Void) throws(SourceError) {
    self.report = report
    if let problem = unsafe clibinput_load() {
      throw SourceError("libinput cannot be loaded: \(unsafe String(cString: problem))")
    }
    unsafe interface = .allocate(capacity: 1)
    unsafe interface.initialize(
      to: libinput_interface(open_restricted: openRestricted, close_restricted: closeRestricted))
    guard let context = unsafe libinput_path_create_context(interface, nil) else {
      unsafe interface.deallocate()
      throw SourceError("libinput: out of memory")
    }
    unsafe self.context = context
    unsafe libinput_set_user_data(context, Unmanaged.passUnretained(self).toOpaque())
    unsafe libinput_log_set_handler(context, logMessage)
    unsafe libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO)
    do {
      watch = try loop.watch(unsafe libinput_get_fd(context), .readable) { [unowned self] _ in
        dispatch()
      }
    } catch {
      throw SourceError("libinput: \(error)")
    }
  }

  deinit {
    watch?.cancel()
    unsafe libinput_unref(context)
    unsafe interface.deallocate()
  }

  /// Opens a node; its frames arrive from the next turn of the loop on.
  func add(_ node: String) throws(SourceError) -> OpaquePointer {
    openError = nil
    complaints = []
    defer { complaints = nil }
    guard let device = unsafe libinput_path_add_device(context, node) else {
      if let openError { throw SourceError("\(openError)", number: openError.number) }
      guard unsafe access(node, F_OK) == 0 else {
        throw SourceError("\(node) is gone", number: ENOENT)
      }
      let why = complaints?.last.map { ": \($0)" } ?? ""
      throw SourceError(
        "libinput rejects it\(why); \"libinput debug-events --verbose --device \(node)\" "
          + "says more")
    }
    return unsafe libinput_device_ref(device)
  }

  /// Closes a device; what libinput still has to say of it is not listened to.
  func remove(_ device: OpaquePointer) {
    unsafe libinput_device_set_user_data(device, nil)
    unsafe libinput_path_remove_device(device)
    unsafe _ = libinput_device_unref(device)
  }

  /// Handles libinput's queued events.
  func dispatch() {
    let result = unsafe libinput_dispatch(context)
    if result != 0 {
      report(
        SourceMessage(
          .error, kind: "libinput", "libinput: \(SystemError(call: "dispatch", number: -result))"))
    }
    while let event = unsafe libinput_get_event(context) {
      unsafe handle(event)
      unsafe libinput_event_destroy(event)
    }
    begin(nil)
  }

  private func handle(_ event: OpaquePointer) {
    guard let raw = unsafe libinput_event_get_device(event),
      let data = unsafe libinput_device_get_user_data(raw)
    else { return }
    let device = unsafe Unmanaged<LibinputDevice>.fromOpaque(data).takeUnretainedValue()
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_TOUCH_DOWN: unsafe touch(.down, event, device)
    case LIBINPUT_EVENT_TOUCH_MOTION: unsafe touch(.move, event, device)
    case LIBINPUT_EVENT_TOUCH_UP: unsafe touch(.up, event, device)
    case LIBINPUT_EVENT_TOUCH_CANCEL: unsafe touch(.cancel, event, device)
    // Whether the frame has ended is seen from what comes next: frames of one time are one event.
    case LIBINPUT_EVENT_TOUCH_FRAME: break
    case LIBINPUT_EVENT_KEYBOARD_KEY: unsafe key(event, device)
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE,
      LIBINPUT_EVENT_POINTER_BUTTON, LIBINPUT_EVENT_POINTER_SCROLL_WHEEL,
      LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS, LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      begin(nil)
      unsafe device.handle(pointer: event)
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      begin(nil)
      unsafe device.handle(pinch: event)
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      begin(nil)
      device.lose()
    default: break
    }
  }

  private func touch(_ change: Contact.Change, _ event: OpaquePointer, _ device: LibinputDevice) {
    guard let touch = unsafe libinput_event_get_touch_event(event) else { return }
    // A device that knows one finger has no slot.
    let slot = max(0, Int(unsafe libinput_event_touch_get_slot(touch)))
    let time = unsafe libinput_event_touch_get_time_usec(touch)
    begin(device)
    switch change {
    case .down, .move:
      device.touch(
        change, slot: slot, x: unsafe libinput_event_touch_get_x_transformed(touch, 1),
        y: unsafe libinput_event_touch_get_y_transformed(touch, 1), at: time)
    case .up, .cancel: device.end(change, slot: slot, at: time)
    }
  }

  /// Completes the frame of another device first.
  private func begin(_ device: LibinputDevice?) {
    if unfinished !== device { unfinished?.endFrame() }
    unfinished = device
  }

  private func key(_ event: OpaquePointer, _ device: LibinputDevice) {
    begin(nil)
    guard let key = unsafe libinput_event_get_keyboard_event(event) else { return }
    device.key(
      Int(unsafe libinput_event_keyboard_get_key(key)),
      isDown: unsafe libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED,
      at: unsafe libinput_event_keyboard_get_time_usec(key))
  }

  fileprivate func log(_ priority: libinput_log_priority, _ message: String) {
    let isError = priority == LIBINPUT_LOG_PRIORITY_ERROR
    if isError { complaints?.append(message) }
    let level: Log.Level =
      switch priority {
      case LIBINPUT_LOG_PRIORITY_ERROR where complaints == nil: .warning
      // libinput's messages about each opened device are not logged.
      default: .debug
      }
    report(SourceMessage(level, kind: "libinput", "libinput: \(message)"))
  }
}

// MARK: Devices

extension LibinputContext {
  /// Switches libinput's calibration off: our own mapping applies udev's matrix.
  static func switchOffCalibration(of device: OpaquePointer) {
    guard unsafe libinput_device_config_calibration_has_matrix(device) != 0 else { return }
    let identity: [Float] = [1, 0, 0, 0, 1, 0]
    unsafe libinput_device_config_calibration_set_matrix(device, identity)
  }

  /// The size of the device's surface, if the device reports it.
  static func size(of device: OpaquePointer) -> PhysicalSize? {
    var width = 0.0
    var height = 0.0
    guard unsafe libinput_device_get_size(device, &width, &height) == 0 else { return nil }
    return PhysicalSize(width: width, height: height)
  }

  /// The number of contacts that the device reports separately; 0 if unknown.
  static func touchCount(of device: OpaquePointer) -> Int {
    max(0, Int(unsafe libinput_device_touch_get_touch_count(device)))
  }

  /// Whether the device reports what a device of its kind must: a mouse a pointer, others touches.
  static func isUseful(_ device: OpaquePointer, as kind: Device.Kind) -> Bool {
    let capability =
      kind == .mouse ? LIBINPUT_DEVICE_CAP_POINTER : LIBINPUT_DEVICE_CAP_TOUCH
    return unsafe libinput_device_has_capability(device, capability) != 0
  }

  /// Lets the content follow the fingers that scroll on a touchpad; a wheel turns as it always does.
  static func scrollWithFingers(on device: OpaquePointer) {
    unsafe libinput_device_config_scroll_set_natural_scroll_enabled(device, 1)
  }

  /// Lets the device's events find their way to its owner.
  static func connect(_ device: OpaquePointer, to owner: LibinputDevice) {
    unsafe libinput_device_set_user_data(device, Unmanaged.passUnretained(owner).toOpaque())
  }
}

// MARK: Callbacks

private func openRestricted(
  _ path: UnsafePointer<CChar>?, _ flags: Int32, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  guard let path = unsafe path else { return -EINVAL }
  let descriptor = unsafe open(path, flags | O_CLOEXEC)
  guard descriptor < 0 else { return descriptor }
  let number = errno
  if let data = unsafe data {
    let owner = unsafe Unmanaged<LibinputContext>.fromOpaque(data).takeUnretainedValue()
    owner.openError = SystemError(
      call: "open", subject: unsafe String(cString: path), number: number,
      advice: number == EACCES ? DeviceAdvice.permission : nil)
  }
  return -number
}

private func closeRestricted(_ descriptor: Int32, _ data: UnsafeMutableRawPointer?) {
  close(descriptor)
}

private func logMessage(
  _ context: OpaquePointer?, _ priority: libinput_log_priority, _ format: UnsafePointer<CChar>?,
  _ arguments: CVaListPointer?
) {
  guard let context = unsafe context, let format = unsafe format,
    let arguments = unsafe arguments,
    let data = unsafe libinput_get_user_data(context)
  else { return }
  let owner = unsafe Unmanaged<LibinputContext>.fromOpaque(data).takeUnretainedValue()
  var buffer = [CChar](repeating: 0, count: 512)
  let length = unsafe vsnprintf(&buffer, buffer.count, format, arguments)
  guard length > 0 else { return }
  let bytes = buffer.prefix(min(Int(length), buffer.count - 1)).map { UInt8(bitPattern: $0) }
  var message = String(decoding: bytes, as: UTF8.self)
  while message.last == "\n" { message.removeLast() }
  owner.log(priority, message.printable)
}
