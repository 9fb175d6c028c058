// One device read through libinput: its touches, its pointer and its keys become frames.

import Configuration
import Linux
import ResponderKit

/// One device read through libinput.
@safe
final class LibinputDevice: OpenDevice {
  let device: Device
  let outlet: DeviceOutlet
  var passingTrouble: String?
  private let context: LibinputContext
  private let handle: OpaquePointer
  private var touches: LibinputTouches
  private var pointer: MousePointer
  /// The frame of the pointer, which is filled again and again.
  private var pointed: Frame
  private var presses: PressTable
  private var isOpen = true
  private var onLoss: ((String) -> Void)?

  /// A device that the context has opened.
  init(
    handle: OpaquePointer, context: LibinputContext, device: Device, mapping: SurfaceMapping,
    keys: KeySettings, outlet: DeviceOutlet, onLoss: @escaping (String) -> Void
  ) {
    unsafe self.handle = handle
    self.context = context
    self.device = device
    self.outlet = outlet
    self.onLoss = onLoss
    touches = LibinputTouches(device, mapping: mapping)
    pointer = MousePointer(mapping)
    pointed = Frame(time: .zero, device: device)
    self.presses = PressTable(EventDescription(), meanings: KeyMeanings(keys))
    unsafe LibinputContext.connect(handle, to: self)
  }

  static let cannotPass = "libinput cannot grab a device; set source: evdev"

  var counters: ContactCounters { touches.counters }

  func close() {
    guard isOpen else { return }
    isOpen = false
    onLoss = nil
    unsafe context.remove(handle)
    outlet.cancelAll()
  }

  /// The device was unplugged.
  func lose() {
    let onLoss = onLoss
    close()
    onLoss?("it was unplugged, or access to it was revoked")
  }

  // MARK: Touches

  func touch(_ change: Contact.Change, slot: Int, x: Double, y: Double, at time: UInt64) {
    if touches.isOver(before: slot, at: time) { endFrame() }
    if isOpen { touches.touch(change, slot: slot, x: x, y: y, at: time) }
  }

  func end(_ change: Contact.Change, slot: Int, at time: UInt64) {
    if touches.isOver(before: slot, at: time) { endFrame() }
    if isOpen { touches.end(change, slot: slot, at: time) }
  }

  /// Sends the frame if it is not empty.
  func endFrame() {
    guard isOpen, !touches.frame.isEmpty else { return }
    touches.endFrame()
    outlet.deliver(&touches.frame)
    touches.frame.removeAll()
  }

  /// The keys of a panel, such as a home key below its glass.
  func key(_ code: Int, isDown: Bool, at microseconds: UInt64) {
    guard isOpen else { return }
    let time = max(Instant(microseconds: Int64(clamping: microseconds)), touches.frame.time)
    var frame = Frame(time: time, device: device)
    presses.handle(
      InputEvent(time: time, type: InputType.key, code: code, value: isDown ? 1 : 0),
      into: &frame)
    outlet.deliver(&frame)
  }

  // MARK: Pointer

  /// The pointer of a mouse; other devices have none.
  func point(at microseconds: UInt64, _ change: (inout MousePointer) -> Void) {
    guard isOpen, device.kind == .mouse else { return }
    change(&pointer)
    pointed.removeAll()
    pointed.time = max(pointed.time, Instant(microseconds: Int64(clamping: microseconds)))
    pointer.report(into: &pointed)
    if !pointed.isEmpty { outlet.deliver(&pointed) }
  }
}
