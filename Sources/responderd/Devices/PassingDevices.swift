// Touches that views pass on to other programs, and unhandled keys.

import Configuration
import Devices
import ResponderKit

/// The virtual devices that pass touches and keys on, by device.
final class PassingDevices {
  private let tree: Tree
  private var all: ContiguousArray<(device: Device, passer: TouchPasser)> = []

  init(of tree: Tree) { self.tree = tree }

  /// Whether no device passes anything on.
  var isEmpty: Bool { all.isEmpty }

  /// Whether a finger is down on a virtual device.
  var isTouched: Bool { all.contains { $0.passer.isTouched } }

  /// Adds a device that was opened.
  func append(_ device: Device, _ passer: TouchPasser) { all.append((device, passer)) }

  /// Removes a device.
  func remove(_ device: Device) { all.removeAll { $0.device === device } }

  /// Passes touches on to the virtual devices, all touches of one turn at once.
  func pass(_ outbox: Outbox) {
    unsafe outbox.reports.withUnsafeBufferPointer { reports in
      unsafe outbox.touches.withUnsafeBufferPointer { touches in
        for index in reports.indices {
          guard case .touches(let phase, let responder, let range) = unsafe reports[index].kind
          else {
            unsafe keepKeys(reports[index].kind, outbox)
            continue
          }
          for place in range where unsafe touches[place].isPassedOn(by: responder) {
            for known in all where unsafe touches[place].device === known.device {
              unsafe known.passer.receive(phase, touches[place], turn: reports[index].frame)
            }
          }
        }
      }
    }
    for known in all { known.passer.flush() }
    passKeys()
  }

  /// Keeps the keys that a responder or a recognizer handles from other programs.
  private func keepKeys(_ kind: Report.Kind, _ outbox: Outbox) {
    switch kind {
    case .press(_, _, let press): keep(press)
    case .unhandledPress(let phase, _, let press):
      if phase == .cancelled { keep(press) }
    case .action(_, _, let gesture):
      for press in outbox.presses[outbox.gestures[gesture].presses] { keep(press) }
    case .remoteControl(let command, _): for known in all { known.passer.keep(command) }
    case .touches, .unhandled, .motion, .contacts, .failure, .control, .lost, .performed, .scrolled,
      .firstResponder, .focused, .added, .removed, .moved, .changed, .canBecomeFirstResponder,
      .canResignFirstResponder, .transition, .waits, .holds, .released, .refused, .untracked,
      .landed, .lifted, .missed, .dropped, .stuck, .cycle, .asksOutside, .asksForLanding,
      .answerMissing,
      .hitTest, .pointInside,
      .answered, .passedOver, .asked, .recognizerTouches, .recognizerPress, .reset, .proposed,
      .tracking, .feedback:
      break
    }
  }

  private func keep(_ press: PressReport) {
    for known in all where press.comes(from: known.device) { known.passer.keep(press.type) }
  }

  /// Passes unhandled keys on to the virtual devices, after a turn.
  func passKeys() {
    let application = tree.application
    for known in all {
      known.passer.finishTurn { application.passedStatus(of: $0, on: known.device) }
    }
  }

  /// The screens with views that pass touches on.
  var screens: Set<String> {
    let application = tree.application
    return Set(tree.screens.filter { application.passesTouchesOn(from: $0) }.map(\.id))
  }
}
