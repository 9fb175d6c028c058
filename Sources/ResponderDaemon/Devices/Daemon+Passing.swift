// Touches that views pass on to other programs, and unhandled keys.

import Blueprint
import ResponderKit
import TouchSources

/// A device, and what gives its touches and keys to the rest of the system.
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
          else {
            unsafe keepKeys(reports[index].kind, outbox)
            continue
          }
          for place in range where unsafe touches[place].isPassedOn(by: responder) {
            for known in passers where unsafe touches[place].device === known.device {
              unsafe known.passer.receive(phase, touches[place], turn: reports[index].frame)
            }
          }
        }
      }
    }
    for known in passers { known.passer.flush() }
    passKeysOn()
  }

  /// Keeps the keys that a responder or a recognizer handles from other programs.
  private func keepKeys(_ kind: Report.Kind, _ outbox: Outbox) {
    switch kind {
    case .press(_, _, let press): keep(press)
    case .unhandledPress(let phase, _, let press):
      if phase == .cancelled || press.audience.namesPrograms { keep(press) }
    case .action(_, _, let gesture):
      for press in outbox.presses[outbox.gestures[gesture].presses] { keep(press) }
    case .remoteControl(let command, _): for known in passers { known.passer.keep(command) }
    default: break
    }
  }

  private func keep(_ press: PressReport) {
    for known in passers where press.comes(from: known.device) { known.passer.keep(press.type) }
  }

  /// Passes unhandled keys on to the virtual devices, after a turn.
  func passKeysOn() {
    let application = configuration.application
    for known in passers {
      known.passer.finishTurn { application.passedStatus(of: $0, on: known.device) }
    }
  }

  /// The screens with views that pass touches on.
  var passingScreens: Set<String> {
    let application = configuration.application
    return Set(
      configuration.tree.screens.filter { application.passesTouchesOn(from: $0) }.map(\.id))
  }

  /// Marks devices as changed if the touches of other devices are passed on than before the edit.
  func markChangedPassing() {
    let screens = passingScreens
    let isOther = sources.contains { source in
      (source as? DeviceSource).map { $0.rules.passingScreens != screens } ?? false
    }
    if isOther { changes.insert(.devices) }
  }
}
