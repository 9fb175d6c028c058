// A machine whose devices a test makes up, below a whole daemon.

import Configuration
import Linux
import ResponderKit

@testable import Devices

/// A machine whose devices a test makes up.
final class MadeUpMachine: DeviceFinder, DeviceOpener {
  private var devices: [DeviceDescription]
  private var open: [String: MadeUpDevice] = [:]
  private var handler: (DeviceNodeChange) -> Void = { _ in }
  private var refusals: [String: SourceError] = [:]
  /// What other programs see of touches that are passed on, by the node of the real device.
  private(set) var others: [String: OtherReader] = [:]

  init(_ devices: [DeviceDescription]) { self.devices = devices }

  /// A source of these devices, whatever reads them.
  func source(_ rules: DeviceRules) -> DeviceSource {
    DeviceSource(rules: rules, finder: self, openers: [.evdev: self, .libinput: self])
  }

  /// A finger comes down on a device, or moves, at a place in parts of its surface.
  func touch(_ node: String, _ change: Contact.Change, _ x: Double, _ y: Double) {
    open[node]?.touch(change, x, y)
  }

  /// A device reports what happened so many microseconds ago.
  func report(_ node: String, ago: Int64, _ fill: (inout Frame) -> Void) {
    open[node]?.report(ago: ago, fill)
  }

  /// A key goes down or comes up.
  func key(_ node: String, _ code: Int, isDown: Bool) { open[node]?.key(code, isDown: isDown) }

  /// A device comes.
  func plug(_ description: DeviceDescription) {
    guard !devices.contains(where: { $0.node == description.node }) else { return }
    devices.append(description)
    handler(.present(description))
  }

  /// A device goes.
  func unplug(_ node: String) {
    devices.removeAll { $0.node == node }
    handler(.gone(node: node))
    open[node] = nil
  }

  /// A device cannot be opened from now on, for a reason, or can be again.
  func refuse(_ node: String, _ error: SourceError?) {
    refusals[node] = error
    if error == nil { handler(.permissions(node: node)) }
  }

  /// What a device says of itself from now on.
  func change(_ node: String, _ body: (MadeUpDevice) -> Void) {
    if let device = open[node] { body(device) }
  }

  /// Whether a device is open.
  func isOpen(_ node: String) -> Bool { open[node]?.isOpen == true }

  func present() -> [DeviceDescription] { devices }

  func start(on loop: EventLoop, _ handler: @escaping (DeviceNodeChange) -> Void)
    throws(SourceError)
  {
    self.handler = handler
  }

  func open(_ request: OpenRequest) throws(SourceError) {
    if let error = refusals[request.description.node] { throw error }
    let device = MadeUpDevice(request)
    if request.use.passesOn {
      let other = others[request.description.node] ?? OtherReader()
      others[request.description.node] = other
      device.pass(to: other, request.use)
    }
    open[request.description.node] = device
    request.opened(device)
  }

  func watch(pens: Set<String>) {}

  func stop() {}
}

/// A device that is open as its entry says.
final class MadeUpDevice: OpenDevice {
  let device: Device
  let outlet: DeviceOutlet
  var counters = ContactCounters()
  var passingTrouble: String?
  var isReleased = false
  private(set) var isOpen = true
  fileprivate let mapping: SurfaceMapping
  private let clock: MonotonicClock
  private var latest = Int64.min
  private(set) var passer: TouchPasser?

  init(_ request: OpenRequest) {
    device = request.device
    outlet = request.outlet
    mapping = request.use.mapping(calibration: nil)
    clock = request.loop.clock
  }

  func close() {
    isOpen = false
    outlet.cancelAll()
    passer?.close(on: nil)
  }

  /// Gives what is passed on to another reader, as a surface of 800 by 480 units would.
  func pass(to other: OtherReader, _ use: DeviceUse) {
    let surface = device.kind == .keys ? OtherReader.keyboard : OtherReader.surface
    passer = TouchPasser(
      other, surface.virtual(), scale: AxisScale(surface, mapping: mapping),
      cancel: use.rule.passedOnCancel, failed: { _ in })
    passer?.begin(after: 0)
  }

  func report(ago: Int64, _ fill: (inout Frame) -> Void) {
    guard isOpen else { return }
    latest = max(latest, clock.now() - ago)
    var frame = Frame(time: Instant(microseconds: latest), device: device)
    fill(&frame)
    outlet.deliver(&frame)
  }

  func key(_ code: Int, isDown: Bool) {
    let meaning = KeyMeanings().keys[code]
    passer?.receive(key: code, isDown: isDown, meaning: meaning)
    report(ago: 0) { frame in
      switch meaning {
      case .press(let type):
        frame.presses.append(PressChange(type: type, change: isDown ? .began : .ended))
      case .command(let command): if isDown { frame.remoteControl.append(command) }
      case .seek(let begin, let end): frame.remoteControl.append(isDown ? begin : end)
      case nil: break
      }
    }
  }

  func touch(_ change: Contact.Change, _ x: Double, _ y: Double) {
    var frame = Frame(time: Instant(microseconds: clock.now()), device: device)
    frame.contacts.append(Contact(id: 1, change: change, position: mapping.point(x, y)))
    outlet.deliver(&frame)
  }
}
