// Every device of the machine that the rules want: opened, kept, and taken up again when lost.

import Configuration
package import Linux
package import ResponderKit

/// Every device of the machine that the rules want, through libinput or evdev.
///
/// Devices are plugged in and unplugged in any order. A device that cannot be opened is tried
/// again, less and less often but without end, and at once when udev reports it again.
package final class DeviceSource: Source {
  package unowned var delegate: (any SourceDelegate)?
  /// Which devices are used, and how.
  package private(set) var rules: DeviceRules
  var nodes: [DeviceNode] = []
  var openers: [Backend: any DeviceOpener]
  var loop: EventLoop?
  private(set) var isSuspended = false
  private var finder: (any DeviceFinder)?

  /// A source of the devices that the rules want.
  package init(rules: DeviceRules) {
    self.rules = rules
    openers = [.evdev: EvdevOpener()]
    openers[.libinput] = LibinputOpener { [unowned self] in delegate?.source(self, reported: $0) }
  }

  /// A source of devices that tests make up.
  init(rules: DeviceRules, finder: any DeviceFinder, openers: [Backend: any DeviceOpener]) {
    self.rules = rules
    self.finder = finder
    self.openers = openers
  }

  // MARK: Life

  package func start(on loop: EventLoop) throws(SourceError) {
    self.loop = loop
    let finder: any DeviceFinder
    if let given = self.finder { finder = given } else { finder = try DeviceMonitor() }
    self.finder = finder
    // Watching starts before listing, so that no device is missed in between.
    try finder.start(on: loop) { [unowned self] change in
      switch change {
      case .present(let description): found(description)
      case .gone(let node): gone(node)
      case .permissions(let name):
        if let node = nodes.first(where: { $0.description.node == name }) { open(node) }
      case .lost: listAgain()
      case .unwatched(let reason): log(.warning, "unwatched", reason)
      }
    }
    for description in try finder.present() { found(description) }
    if !nodes.contains(where: { $0.use != nil }) {
      log(.notice, "no-device", "no device can be used; waiting for one")
    }
  }

  package func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    for node in nodes where node.use != nil {
      close(node, because: "suspended")
      node.state = .waiting("suspended")
    }
    watchPens()
  }

  package func resume() {
    guard isSuspended else { return }
    isSuspended = false
    for node in nodes where node.open == nil { node.attempts = 0 }
    refresh()
  }

  package func stop() {
    for node in nodes { close(node, because: "the daemon ends") }
    nodes.removeAll()
    for opener in openers.values { opener.stop() }
    finder = nil
    loop = nil
  }

  /// Applies other rules; a device whose settings change is cancelled first.
  package func apply(_ rules: DeviceRules) {
    self.rules = rules
    for node in nodes {
      if case .used(let use) = rules.decision(for: node.description), let open = node.open,
        let old = node.use, use.isSame(as: old)
      {
        // The settings are the same; only the screen may be another object with the same name.
        node.use = use
        open.device.screen = use.screen
        (open as? EvdevDevice)?.endRelease()
        continue
      }
      close(node, because: "its settings have changed")
      node.attempts = 0
    }
    refresh()
  }

  /// The virtual touchscreen that passes a device's touches on; nil if there is none.
  package func passer(of device: Device) -> TouchPasser? {
    nodes.first { $0.open?.device === device }?.open?.passer
  }

  // MARK: Nodes

  private func found(_ description: DeviceDescription) {
    if description.isPassedOn { calibratePasser(by: description) }
    if let node = nodes.first(where: { $0.description.node == description.node }) {
      // A change of what is open is the kernel's or udev's own business, but for its calibration.
      let isCalibrated = description.calibration != node.description.calibration
      guard node.open == nil || isCalibrated else { return }
      close(node, because: "its calibration has changed")
      node.description = description
      node.attempts = 0
    } else {
      let place = nodes.firstIndex { $0.description.nodeNumber > description.nodeNumber }
      nodes.insert(DeviceNode(description), at: place ?? nodes.endIndex)
    }
    refresh()
  }

  private func calibratePasser(by virtual: DeviceDescription) {
    for node in nodes {
      guard let passer = node.open?.passer, passer.node == virtual.node else { continue }
      passer.calibrate(real: node.description.calibration, virtual: virtual.calibration)
    }
  }

  /// udev events were lost: lists the devices again.
  private func listAgain() {
    let present: [DeviceDescription]
    do throws(SourceError) {
      guard let finder else { return }
      present = try finder.present()
    } catch {
      return log(.warning, "udev", error.description)
    }
    let names = present.map(\.node)
    for name in nodes.map(\.description.node) where !names.contains(name) { gone(name) }
    for description in present { found(description) }
  }

  private func gone(_ name: String) {
    guard let index = nodes.firstIndex(where: { $0.description.node == name }) else { return }
    close(nodes.remove(at: index), because: "it was unplugged")
    // The other node of the same panel can be used now.
    refresh()
  }

  /// Looks at everything that is not open once more.
  private func refresh() {
    for node in nodes where node.open == nil && !node.isTried { decide(node) }
    for node in nodes { dropDuplicate(node) }
    for node in nodes where node.open == nil && !node.isTried { open(node) }
    watchPens()
    delegate?.sourceChanged(self)
  }

  private func decide(_ node: DeviceNode) {
    switch rules.decision(for: node.description) {
    case .used(let use):
      node.use = use
      node.state = .waiting(isSuspended ? "suspended" : "not opened yet")
    case .unused(let reason):
      node.use = nil
      node.state = .unused(reason)
    }
  }

  /// Of two nodes of one panel, only the multitouch node is used, or else the first, and not the one
  /// that pretends to be a mouse.
  private func dropDuplicate(_ node: DeviceNode) {
    guard node.use != nil, node.isPanel || node.isMouse else { return }
    let twin = nodes.first { other in
      other !== node && other.use != nil && other.isPanel
        && other.description.group == node.description.group
        && (node.isMouse || other.isPreferred(to: node))
    }
    guard let twin else { return }
    let reason = "it is the same panel as \(twin.description.node)"
    close(node, because: reason)
    node.timer?.deadline = nil
    node.use = nil
    node.state = .unused(reason)
  }

  /// Lets libinput know of the pens of the panels that it reads, so that it can keep palms away.
  private func watchPens() {
    let groups = nodes.filter { $0.open != nil && $0.use?.backend == .libinput && $0.isPanel }
      .map(\.description.group)
    let pens = nodes.map(\.description).filter {
      $0.kind == .pointer && $0.isGrouped && groups.contains($0.group)
    }
    openers[.libinput]?.watch(pens: Set(pens.map(\.node)))
  }

  func log(_ level: Log.Level, _ kind: String, _ text: String) {
    delegate?.source(self, reported: SourceMessage(level, kind: kind, text))
  }
}
