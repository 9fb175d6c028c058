// Records what fingers do on a live device, as a touch script or as evemu's events.

package import Linux
package import ResponderKit

/// Records what fingers do on a live device.
package final class Recorder {
  /// The forms in which it can write.
  package enum Format: String, Sendable, CaseIterable { case touch, evemu }

  /// The note at the head of every recording.
  package static let privacyNote =
    "This recording contains every touch on the device: with a picture of the screen it shows "
    + "what was typed."

  private let handle: any KernelDevice
  private let format: Format
  private let translator: EventTranslator
  private let clock: MonotonicClock
  private var script: TouchScriptWriter
  private var events: EvemuWriter
  private let write: ([UInt8]) -> Void
  private let onLoss: (String) -> Void
  private var watch: Watch?
  private let maximumGap: TimeInterval?
  private var cut: Int64 = 0
  private var lastTime: Int64

  /// A recorder of a node such as `/dev/input/event3`; a script is in points of the given size.
  ///
  /// Idle times are cut to the maximum, in seconds. `onLoss` is called when the device is lost.
  package convenience init(
    node: String, format: Format, size: Size, maximumGap: TimeInterval?, loop: EventLoop,
    write: @escaping ([UInt8]) -> Void, onLoss: @escaping (String) -> Void
  ) throws(SourceError) {
    let handle: EvdevHandle
    do {
      handle = try EvdevHandle(node: node)
    } catch {
      throw SourceError(error.description, number: error.number)
    }
    try self.init(
      handle: handle, node: node, format: format, size: size, maximumGap: maximumGap, loop: loop,
      write: write, onLoss: onLoss)
  }

  init(
    handle: any KernelDevice, node: String, format: Format, size: Size, maximumGap: TimeInterval?,
    loop: EventLoop, write: @escaping ([UInt8]) -> Void, onLoss: @escaping (String) -> Void
  ) throws(SourceError) {
    guard handle.description.contactProtocol != nil else {
      throw SourceError(
        "\(node): \(handle.description.name) has no surface; keys are not recorded, "
          + "as they would show what is typed")
    }
    self.handle = handle
    self.format = format
    self.write = write
    self.onLoss = onLoss
    self.maximumGap = maximumGap
    clock = loop.clock
    lastTime = clock.now()
    let device = Device(
      name: handle.description.name, kind: handle.description.kind ?? .touchscreen, screen: nil)
    translator = EventTranslator(
      handle.description, device: device,
      mapping: SurfaceMapping(region: Rect(origin: .zero, size: size)))
    script = TouchScriptWriter(start: Instant(microseconds: lastTime))
    events = EvemuWriter(maximumGap: maximumGap)
    try begin(size)
    do {
      watch = try loop.watch(handle.raw, .readable) { [unowned self] _ in read() }
    } catch {
      throw SourceError(error.description, number: error.number)
    }
  }

  /// Ends the recording; fingers that are down are cancelled in a script.
  package func stop() {
    guard watch != nil else { return }
    watch?.cancel()
    watch = nil
    if format == .touch, translator.cancelAll(at: Instant(microseconds: clock.now())) {
      writeFrame()
    }
    flush()
  }

  private func begin(_ size: Size) throws(SourceError) {
    let state = handle.state()
    let now = Instant(microseconds: clock.now())
    switch format {
    case .touch:
      script.write(comment: Recorder.privacyNote)
      script.write(
        comment: "\(handle.description.name), in points of a screen of "
          + "\(Int(size.width)) by \(Int(size.height))")
      if translator.begin(at: now, state, ignoringContacts: false) { writeFrame() }
    case .evemu:
      events.write(handle.description, comments: [Recorder.privacyNote])
      writeState(state, at: now)
    }
    flush()
  }

  /// Contacts that are down at the beginning, as the events that would have brought them.
  private func writeState(_ state: KernelState, at time: Instant) {
    var slot: Int?
    for value in state.axes {
      if value.axis == AxisCode.trackingID { slot = value.value >= 0 ? value.slot : nil }
      guard value.slot == slot else { continue }
      if value.axis == AxisCode.trackingID { put(AxisCode.slot, value.slot, time) }
      put(value.axis, value.value, time)
    }
    if let current = state.currentSlot { put(AxisCode.slot, current, time) }
    events.write(
      InputEvent(
        time: time, type: InputType.synchronization, code: SyncCode.report, value: 0))
  }

  private func put(_ axis: Int, _ value: Int, _ time: Instant) {
    events.write(InputEvent(time: time, type: InputType.absolute, code: axis, value: value))
  }

  private func read() {
    reading: while true {
      switch handle.read() {
      case .nothing: break reading
      case .lost:
        stop()
        return onLoss("the device was unplugged")
      case .events(let count):
        for index in 0..<count {
          let event = handle.event(index)
          switch format {
          case .evemu: events.write(event)
          case .touch: if translator.handle(event) { writeFrame() }
          }
        }
      }
    }
    flush()
  }

  private func writeFrame() {
    let time = translator.frame.time.microseconds
    if let maximumGap { cut += max(0, time - lastTime - Instant.microseconds(in: maximumGap)) }
    lastTime = max(lastTime, time)
    translator.frame.time = Instant(microseconds: time - cut)
    script.write(translator.frame)
  }

  private func flush() {
    if !script.output.isEmpty { write(script.output) }
    if !events.output.isEmpty { write(events.output) }
    script.output.removeAll(keepingCapacity: true)
    events.output.removeAll(keepingCapacity: true)
  }
}
