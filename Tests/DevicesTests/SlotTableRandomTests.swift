// Any events in any order: every contact begins once and ends once, wherever it is.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct SlotTableRandomTests {
  private func description(_ kind: Int) -> EventDescription {
    var description = kind == 0 ? EventDescription.singlePanel : .panel
    if kind == 2 {
      description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 1))
      description.insert(axis: AxisCode.slotDistance, AxisRange(minimum: 0, maximum: 9))
      description.insert(axis: AxisCode.toolType, AxisRange(minimum: 0, maximum: 2))
    }
    return description
  }

  private func event(_ random: inout Random) -> (Int, Int, Int) {
    let keys = ButtonCode.aboutFingers + Array(ButtonCode.heldTools)
    switch random.next(10) {
    case 0: return (InputType.absolute, AxisCode.slot, random.next(8) - 1)
    case 1, 2, 3: return (InputType.absolute, AxisCode.trackingID, random.next(6) - 2)
    case 4: return (InputType.absolute, AxisCode.positionX, random.next(1000) - 100)
    case 5: return (InputType.absolute, AxisCode.positionY, random.next(600) - 60)
    case 6: return (InputType.absolute, AxisCode.toolType, random.next(4))
    case 7: return (InputType.absolute, AxisCode.slotDistance, random.next(3))
    case 8: return (InputType.key, keys[random.next(keys.count)], random.next(2))
    default: return (random.next(5), random.next(70), random.next(5) - 2)
    }
  }

  @Test(arguments: 0..<60)
  func `whatever comes, every contact begins once and ends once`(seed: Int) {
    var random = Random(state: UInt64(seed) &* 977 &+ 5)
    var table = SlotTable(
      description(seed % 3), hovering: seed % 2 == 0 ? .pointer : .touch)
    var live: Set<Int> = []
    var last = 0

    func check() {
      var changed: Set<Int> = []
      for contact in table.changes {
        #expect(changed.insert(contact.id).inserted, "two changes in a frame")
        switch contact.change {
        case .down:
          #expect(contact.id > last, "an id that was there before")
          last = contact.id
          live.insert(contact.id)
        case .move: #expect(live.contains(contact.id))
        case .up, .cancel: #expect(live.remove(contact.id) != nil)
        }
        // The edge of the surface is behind the last value.
        #expect((0...800).contains(contact.x) && (0...480).contains(contact.y))
      }
      #expect(table.liveCount == live.count)
    }

    for _ in 0..<2000 {
      switch random.next(40) {
      case 0: table.beginResynchronization()
      case 1: table.endResynchronization()
      case 2:
        table.cancelAll()
        check()
        #expect(live.isEmpty)
        if random.next(2) == 0 { table.forgetAll() }
      case 3..<12:
        table.report()
        check()
      default:
        let (type, code, value) = event(&random)
        table.handle(type: type, code: code, value: value)
      }
    }
    table.cancelAll()
    check()
    #expect(live.isEmpty)
  }
}
