// Every device of the machine that the rules want: opened, kept, and taken up again when lost.

package import LinuxKit
import ResponderKit

/// Every device of the machine that the rules want, through libinput or evdev.
///
/// Devices come and go in any order. One that cannot be had now is tried again, ever more
/// slowly but for ever, and at once when udev tells of it again.
package final class DeviceSource: Source {
  package weak var delegate: (any SourceDelegate)?
  /// Which devices are used, and how.
  package private(set) var rules: DeviceRules
  var nodes: [DeviceNode] = []
  private var monitor: DeviceMonitor?
  private var permissions: NodePermissions?
  var libinput: LibinputContext?
  private var companions: [String: LibinputCompanion] = [:]
  var loop: EventLoop?
  var isSuspended = false

  /// A source of the devices that the rules want.
  package init(rules: DeviceRules) { self.rules = rules }

  // MARK: Life

  package func start(on loop: EventLoop) throws(SourceError) {
    self.loop = loop
    let monitor = try DeviceMonitor()
    // Listening first: a device that comes while the others are looked at is not missed.
    try monitor.start(on: loop) { [unowned self] change in
      switch change {
      case .present(let description): found(description)
      case .gone(let node): gone(node)
      }
    }
    self.monitor = monitor
    // Without the folder there is nothing to open yet, and udev tells when there is.
    permissions = try? NodePermissions(on: loop) { [unowned self] name in
      if let node = nodes.first(where: { $0.description.node == name }) { open(node) }
    }
    for description in monitor.present() { found(description) }
    if !nodes.contains(where: { $0.use != nil }) {
      note(.notice, "no-device", "no device to use is there; waiting for one to come")
    }
  }

  package func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    companions.removeAll()
    for node in nodes where node.use != nil {
      close(node)
      node.state = .waiting("suspended")
    }
  }

  package func resume() {
    guard isSuspended else { return }
    isSuspended = false
    refresh()
  }

  package func stop() {
    for node in nodes { close(node) }
    nodes.removeAll()
    companions.removeAll()
    permissions = nil
    monitor = nil
    libinput = nil
    loop = nil
  }

  /// Uses devices by other rules from now on; those whose use changes cancel what is down first.
  package func apply(_ rules: DeviceRules) {
    self.rules = rules
    for node in nodes {
      close(node)
      decide(node)
    }
    settleTwins()
    for node in nodes { open(node) }
  }

  // MARK: Nodes

  private func found(_ description: DeviceDescription) {
    if let node = nodes.first(where: { $0.description.node == description.node }) {
      // A change of what is open is the kernel's or udev's own business.
      guard node.open == nil else { return }
      node.description = description
      node.attempts = 0
      decide(node)
    } else {
      let node = DeviceNode(description)
      nodes.append(node)
      decide(node)
    }
    settleTwins()
    for node in nodes where node.open == nil { open(node) }
    joinCompanions()
  }

  private func gone(_ name: String) {
    companions[name] = nil
    guard let index = nodes.firstIndex(where: { $0.description.node == name }) else { return }
    let node = nodes.remove(at: index)
    close(node)
    // A twin that stood back may come forward.
    refresh()
  }

  /// Looks at everything that is not open once more.
  private func refresh() {
    for node in nodes where node.open == nil {
      node.attempts = 0
      decide(node)
    }
    settleTwins()
    for node in nodes where node.open == nil { open(node) }
    joinCompanions()
  }

  private func decide(_ node: DeviceNode) {
    switch rules.decision(for: node.description) {
    case .used(let use):
      node.use = use
      node.state = .waiting("not opened yet")
    case .unused(let reason):
      node.use = nil
      node.state = .unused(reason)
    }
  }

  /// One panel with two nodes counts once: the one that is open, or the first.
  private func settleTwins() {
    for (index, node) in nodes.enumerated() {
      guard node.use != nil, node.open == nil, node.description.kind == .touchscreen,
        node.description.isGrouped
      else { continue }
      let twin = nodes.enumerated().first { other in
        other.offset != index && other.element.use != nil
          && other.element.description.kind == .touchscreen
          && other.element.description.group == node.description.group
          && (other.element.open != nil || other.offset < index)
      }
      guard let twin else { continue }
      node.use = nil
      node.state = .unused("it is the same panel as \(twin.element.description.node)")
    }
  }

  // MARK: Pens

  /// Gives libinput the pens of the panels that it reads, so that it can keep palms away.
  private func joinCompanions() {
    guard let libinput, !isSuspended else { return }
    for node in nodes where node.description.kind == .pointer {
      let name = node.description.node
      let group = node.description.group
      guard companions[name] == nil, node.description.isGrouped,
        nodes.contains(where: { $0.open is LibinputDevice && $0.description.group == group })
      else { continue }
      companions[name] = LibinputCompanion(name, in: libinput)
    }
  }
}
