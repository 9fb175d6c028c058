// The status of every node, for `responderctl status` and `devices`.

import Configuration
import ResponderKit

extension DeviceSource {
  /// The status of every node that udev knows.
  package var status: [DeviceStatus] {
    nodes.map { node in
      var status = DeviceStatus(description: node.description, state: .open)
      switch node.state {
      case .open(let open):
        status.recordName = open.device.name
        status.isGrabbed = open.isGrabbed
        status.isReleased = open.isReleased
        status.passesOnTo = open.passer?.node
        status.passingTrouble = open.passingTrouble
        if let use = node.use, use.passesOn, use.screen != nil {
          status.passedOnCancel = use.rule.passedOnCancel
        }
        status.liveContacts = open.outlet.live.contactCount
        status.earliestDown = open.outlet.live.earliestDown
        status.downCount = open.outlet.live.downCount
        status.besideCount = open.outlet.live.besideCount
        for (name, count) in (node.pastCounters + open.counters).all where count > 0 {
          status.counters[name] = count
        }
        let ofHands = [
          ("filteredBrief", open.device.briefContacts),
          ("filteredRepeats", open.device.repeatedContacts), ("filteredPalms", open.device.palms),
        ]
        for (name, count) in (open.outlet.filter?.counters.all ?? []) + ofHands where count > 0 {
          status.counters[name, default: 0] += count
        }
      case .waiting(let reason):
        status.state = .waiting(reason)
        status.failure = node.failure
      case .unused(let reason): status.state = .unused(reason)
      }
      status.backend = node.use?.backend
      status.screen = node.use?.screen?.id
      if let use = node.use, use.screen != nil {
        status.placement = DevicePlacement(use, calibration: node.description.calibration)
      }
      return status
    }
  }
}
