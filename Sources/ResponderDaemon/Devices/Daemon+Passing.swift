// Touches that views pass on to other programs.

import Blueprint
import ResponderKit
import TouchSources

/// A device with the virtual touchscreen that passes its touches on.
struct PassingDevice {
  let device: Device
  let passer: TouchPasser
}

extension Daemon {
  /// Passes touches on to the virtual devices, all touches of one turn at once.
  func passOn(_ outbox: Outbox) {
    unsafe outbox.reports.withUnsafeBufferPointer { reports in
      unsafe outbox.touches.withUnsafeBufferPointer { touches in
        for index in reports.indices {
          guard case .touches(let phase, let responder, let range) = unsafe reports[index].kind
          else { continue }
          for place in range where unsafe touches[place].isPassedOn(by: responder) {
            for known in passers where unsafe touches[place].device === known.device {
              unsafe known.passer.take(phase, touches[place], turn: reports[index].frame)
            }
          }
        }
      }
    }
    for known in passers { known.passer.flush() }
  }

  /// The screens with views that pass touches on.
  var passingScreens: Set<String> {
    let application = configuration.application
    return Set(
      configuration.tree.screens.filter { application.passesTouchesOn(from: $0) }.map(\.id))
  }

  /// Marks devices as changed if the touches of other devices are passed on than before the edit.
  func notePassing() {
    let screens = passingScreens
    let isOther = sources.contains { source in
      (source as? DeviceSource).map { $0.rules.passingScreens != screens } ?? false
    }
    if isOther { changes.insert(.devices) }
  }
}
