// A source of devices on a simulated machine.

import Configuration
import Linux
import ResponderKit

@testable import Devices

/// A source with its machine, its openers, and the events that it sent.
final class DeviceStage {
  let time = VirtualTime(now: 10_000_000)
  let loop: EventLoop
  let machine = SimulatedFinder()
  let evdev = SimulatedOpener()
  let libinput = SimulatedOpener()
  let source: DeviceSource
  let listener = Listener()

  init(_ rules: [DeviceRule] = []) throws {
    loop = try EventLoop(clock: MonotonicClock(time))
    let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
    source = DeviceSource(
      rules: DeviceRules(rules: rules, screens: [screen]), finder: machine,
      openers: [.evdev: evdev, .libinput: libinput])
    source.delegate = listener
  }

  func start() throws { try source.start(on: loop) }

  /// The events since the last call.
  func told() -> [String] {
    defer { listener.lines.removeAll() }
    return listener.lines
  }

  func states() -> [String] {
    source.status.map { status in
      let node = status.description.node.split(separator: "/").last ?? ""
      switch status.state {
      case .open: return "\(node) open"
      case .waiting(let reason): return "\(node) waiting: \(reason)"
      case .unused(let reason): return "\(node) unused: \(reason)"
      }
    }
  }
}

/// A touchscreen at a node, with these changes.
func panel(
  _ number: Int, _ change: (inout DeviceDescription) -> Void = { _ in }
) -> DeviceDescription {
  var description = DeviceDescription(
    node: "/dev/input/event\(number)", name: "Panel", kind: .touchscreen)
  change(&description)
  return description
}

/// A rule with these changes.
func rule(_ change: (inout DeviceRule) -> Void) -> DeviceRule {
  var rule = DeviceRule()
  change(&rule)
  return rule
}
