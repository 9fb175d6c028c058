// How devices are opened, closed, and taken up again when they were lost.

import Configuration
import Glibc
import Linux
import ResponderKit

extension DeviceSource {
  func open(_ node: DeviceNode) {
    guard !isSuspended, let loop, let use = node.use, node.open == nil else { return }
    node.timer?.deadline = nil
    let device = Device(
      name: recordName(of: node.description), kind: use.kind(of: node.description),
      screen: use.screen)
    device.touchAccommodations = use.rule.touchAccommodations
    device.zone = use.rule.zone
    let filter = ContactFilter.of(use.rule.noise)
    let outlet = DeviceOutlet(device, filter, loop: loop) { [unowned self] in
      delegate?.source(self, received: $0)
    }
    let request = OpenRequest(node.description, use, device, outlet, loop)
    request.opened = { [unowned self, unowned node, unowned request] open in
      node.description = request.description
      opened(node, use, open, loop)
    }
    request.lost = { [unowned self, unowned node] in lost(node, $0) }
    request.escaped = { [unowned self] in escape(by: device) }
    request.grabbed = { [unowned self] isGrabbed in
      delegate?.source(self, grabbed: device, isGrabbed)
      log(
        .warning, "grab",
        "\(device.name): grab \(isGrabbed ? "applies again" : "released by fingers or keys")")
    }
    request.report = { [unowned self] in delegate?.source(self, reported: $0) }
    do {
      try openers[use.backend]?.open(request)
    } catch {
      close(node, because: error.description)
      fail(node, error)
    }
  }

  private func opened(
    _ node: DeviceNode, _ use: DeviceUse, _ open: any OpenDevice, _ loop: EventLoop
  ) {
    node.state = .open(open)
    node.failure = nil
    node.openedAt = loop.clock.now()
    node.description.pointsPerMillimeter = use.pointsPerMillimeter(
      deviceSize: node.description.physicalSize)
    delegate?.source(self, opened: open.device, node.description)
  }

  func close(_ node: DeviceNode, because reason: String) {
    node.timer?.deadline = nil
    guard let open = node.open else { return }
    open.close()
    closed(node, open, because: reason)
  }

  private func closed(_ node: DeviceNode, _ open: any OpenDevice, because reason: String) {
    node.pastCounters += open.counters
    node.state = .waiting(reason)
    guard let loop else { return }
    delegate?.source(
      self, closed: open.device, at: Instant(microseconds: loop.clock.now()), because: reason)
  }

  /// The device went by itself; what was down on it has been cancelled.
  private func lost(_ node: DeviceNode, _ reason: String) {
    guard let open = node.open, let loop else { return }
    closed(node, open, because: reason)
    // Opening a device does not reset its retry delay if the device disappears at once.
    if loop.clock.now() - node.openedAt > 1_000_000 { node.attempts = 0 }
    retry(node, reason)
  }

  private func fail(_ node: DeviceNode, _ error: SourceError) {
    node.failure = error
    if node.attempts == 0 {
      log(
        .warning, "open", "\(node.description.name) (\(node.description.node)): \(error)")
    }
    switch error.number {
    case EACCES, EPERM, ENOENT, ENODEV, ENXIO:
      // Waiting costs nothing: udev, or a change of the node's permissions, causes the next
      // attempt.
      node.state = .waiting(error.description)
      node.attempts += 1
    default: retry(node, error.description)
    }
  }

  private func retry(_ node: DeviceNode, _ reason: String) {
    guard let loop else { return }
    node.state = .waiting(reason)
    if node.timer == nil {
      node.timer = loop.timer { [unowned self, unowned node] in open(node) }
    }
    node.timer?.deadline = loop.clock.now() + node.delay
    node.attempts += 1
  }

  /// Releases all grabs because a person asked for it, or ends that; false if it is not the time.
  private func escape(by device: Device) -> Bool {
    if grabbable.contains(where: \.isReleased) {
      endReleases()
      return true
    }
    guard delegate?.source(self, mayReleaseGrabsBy: device) ?? true else {
      log(
        .notice, "grab",
        "\(device.name): grab kept: a gesture is under way, or a private window is shown")
      return false
    }
    for evdev in grabbable { evdev.releaseGrab() }
    return true
  }

  /// Grabs the devices again whose grab was released by hand, each when no finger is down.
  package func endReleases() { for evdev in grabbable { evdev.endRelease() } }

  private var grabbable: [EvdevDevice] { nodes.compactMap { $0.open as? EvdevDevice } }

  /// The driver's name, with the path where two devices have the same name.
  ///
  /// A pen's node often has its panel's name, and either may be found first; the panel's name is
  /// kept.
  private func recordName(of description: DeviceDescription) -> String {
    var name = description.name
    if description.kind == .pointer { name += " (pointer)" }
    if !isNameUsed(name) { return name }
    if !description.path.isEmpty {
      name = "\(description.name) (\(description.path))"
      if !isNameUsed(name) { return name }
    }
    return "\(description.name) (\(description.node))"
  }

  private func isNameUsed(_ name: String) -> Bool {
    nodes.contains { $0.open?.device.name == name }
  }
}
