// The panels of a story: which are plugged in, and which fingers are down on them.

import Configuration
import Devices
import ResponderKit

@testable import ResponderDaemon

/// Two panels of a simulated machine.
final class StoryPanels {
  let machine: MadeUpMachine
  private var panels: [Panel]

  private struct Panel {
    var description: DeviceDescription
    var parser = TouchScriptParser()
    var fingers: [Int: Point] = [:]
    var isPlugged = true
  }

  init() {
    panels = ["Panel", "Table"].enumerated().map { index, name in
      Panel(
        description: DeviceDescription(
          node: "/dev/input/event\(index + 3)", name: name, kind: .touchscreen))
    }
    machine = MadeUpMachine(panels.map(\.description))
  }

  /// The positions of the fingers that are down on a panel, by their numbers.
  func fingers(on panel: Int) -> [Int: Point] { panels[panel].fingers }

  /// Reports actions of fingers, as so many microseconds ago. A step that is impossible because an
  /// earlier one was left out does nothing.
  func report(_ panel: Int, ago: Int64, _ actions: String) {
    var parser = panels[panel].parser
    guard panels[panel].isPlugged,
      let step = try? parser.actions(actions, at: Instant(microseconds: 0))
    else { return }
    panels[panel].parser = parser
    for contact in step.contacts {
      switch contact.change {
      case .down, .move: panels[panel].fingers[contact.id] = contact.position
      case .up, .cancel: panels[panel].fingers[contact.id] = nil
      }
    }
    machine.report(panels[panel].description.node, ago: ago) { step.fill(&$0) }
  }

  /// Lifts all fingers.
  func liftAll() {
    for panel in panels.indices {
      let lifts = panels[panel].fingers.keys.sorted().map { "up \($0)" }
      if !lifts.isEmpty { report(panel, ago: 0, lifts.joined(separator: "; ")) }
    }
  }

  func unplug(_ panel: Int) {
    panels[panel].isPlugged = false
    panels[panel].parser = TouchScriptParser()
    panels[panel].fingers = [:]
    machine.unplug(panels[panel].description.node)
  }

  func plug(_ panel: Int) {
    panels[panel].isPlugged = true
    machine.plug(panels[panel].description)
  }
}
