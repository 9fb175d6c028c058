// The list of `responderctl devices --local`: each node, and whether the daemon could use it.

import Configuration
import Linux
import ResponderKit

/// Each input device of the machine, and what would become of it under some rules.
package enum DeviceListing {
  /// Looks at every device once; it opens each, and closes it again.
  ///
  /// Rules without screens are asked as if every screen that they name were there.
  package static func current(_ rules: DeviceRules) throws(SourceError) -> [DeviceStatus] {
    try DeviceMonitor().present().map { status(of: $0, rules) }
  }

  static func status(of found: DeviceDescription, _ rules: DeviceRules) -> DeviceStatus {
    var rules = rules
    let hasScreens = !rules.screens.isEmpty
    if !hasScreens {
      let names = rules.rules.compactMap(\.screen) + [""]
      rules.screens = names.map { Screen(id: $0, size: .zero) }
    }
    var description = found
    var state = DeviceStatus.State.open
    let decision = rules.decision(for: found)
    do {
      let handle = try EvdevHandle(node: found.node)
      description.fill(from: handle.description)
    } catch {
      state = .waiting(error.description)
    }
    var status = DeviceStatus(description: description, state: state)
    switch decision {
    case .used(let use):
      status.backend = use.backend
      if hasScreens || use.rule.screen != nil { status.screen = use.screen?.id }
      status.description.pointsPerMillimeter = use.pointsPerMillimeter(
        deviceSize: description.physicalSize)
    case .unused(let reason): status.state = .unused(reason)
    }
    return status
  }
}

extension DeviceDescription {
  /// Adds the kernel's description of the surface.
  mutating func fill(from surface: EventDescription) {
    switch surface.contactProtocol {
    case .slots: slotCount = (surface.axes[AxisCode.slot]?.maximum ?? 0) + 1
    case .anonymous: slotCount = AnonymousContacts.slotCount
    case .single: slotCount = 1
    case nil:
      slotCount = 0
      return
    }
    resolution = [surface.horizontalAxis, surface.verticalAxis].map {
      surface.axes[$0]?.resolution ?? 0
    }
    physicalSize = surface.physicalSize ?? physicalSize
  }
}
