// The slots of a device: every sequence that devices are known to produce, and what it means.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct SlotTableTests {
  /// Plays frames of (type, code, value) and says what each changed.
  private func play(
    _ description: EventDescription, _ frames: [[(Int, Int, Int)]],
    hovering: Hovering = .pointer, counters: (ContactCounters) -> Void = { _ in }
  ) -> [String] {
    var table = SlotTable(description, hovering: hovering)
    var lines: [String] = []
    for frame in frames {
      for (type, code, value) in frame { table.handle(type: type, code: code, value: value) }
      table.report()
      lines.append(line(table))
    }
    counters(table.counters)
    return lines
  }

  private func line(_ table: SlotTable) -> String {
    var words = table.changes.map { "\($0.change) \($0.id) \($0.x),\($0.y)" }
    if let hover = table.hover { words.append("hover \(hover.x),\(hover.y)") }
    return words.joined(separator: "; ")
  }

  private func abs(_ code: Int, _ value: Int) -> (Int, Int, Int) {
    (InputType.absolute, code, value)
  }

  private func key(_ code: Int, _ value: Int) -> (Int, Int, Int) { (InputType.key, code, value) }

  private func down(_ id: Int, _ x: Int, _ y: Int) -> [(Int, Int, Int)] {
    [abs(Axis.id, id), abs(Axis.x, x), abs(Axis.y, y)]
  }

  @Test func `a finger comes, moves, rests and goes`() {
    #expect(
      play(
        .panel,
        [down(5, 100, 200), [abs(Axis.x, 110)], [abs(Axis.x, 110)], [abs(Axis.id, -1)]])
        == ["down 1 100,200", "move 1 110,200", "", "up 1 110,200"])
  }

  @Test func `the current slot lasts over frames, and slots are apart`() {
    #expect(
      play(
        .panel,
        [
          [abs(Axis.slot, 1)] + down(5, 1, 2),
          [abs(Axis.x, 3)],
          [abs(Axis.slot, 3)] + down(6, 7, 8),
          [abs(Axis.id, -1)],
          [abs(Axis.slot, 1), abs(Axis.y, 9)],
        ]) == ["down 1 1,2", "move 1 3,2", "down 2 7,8", "up 2 7,8", "move 1 3,9"])
  }

  @Test func `a replaced tracking id cancels the old contact and begins a new one`() {
    let lines = play(.panel, [down(5, 1, 2), [abs(Axis.id, 6), abs(Axis.x, 50)]]) {
      #expect($0.replacedContacts == 1)
    }
    #expect(lines == ["down 1 1,2", "cancel 1 1,2; down 2 50,2"])
  }

  @Test func `a release and a new id in one frame end the old contact regularly`() {
    let lines = play(.panel, [down(5, 1, 2), [abs(Axis.id, -1), abs(Axis.id, 6)]]) {
      #expect($0.replacedContacts == 0)
      #expect($0.downsWithoutPosition == 1)
    }
    #expect(lines == ["down 1 1,2", "up 1 1,2; down 2 1,2"])
  }

  @Test func `a second release is counted and nothing more`() {
    let lines = play(.panel, [down(5, 1, 2), [abs(Axis.id, -1)], [abs(Axis.id, -1)]]) {
      #expect($0.surplusReleases == 1)
    }
    #expect(lines == ["down 1 1,2", "up 1 1,2", ""])
  }

  @Test func `a slot out of range is passed over with all that follows it`() {
    let lines = play(
      .panel,
      [
        [abs(Axis.slot, 5)] + down(5, 1, 2), [abs(Axis.slot, -1)] + down(6, 1, 2),
        [abs(Axis.slot, 0)] + down(7, 3, 4),
      ]
    ) { #expect($0.slotsOutOfRange == 2) }
    #expect(lines == ["", "", "down 1 3,4"])
  }

  @Test func `a coordinate out of range lands on the nearest edge`() {
    let lines = play(.panel, [down(5, -7, 480), [abs(Axis.x, 2_000_000)]]) {
      #expect($0.coordinatesOutOfRange == 3)
    }
    // The edge is behind the last value, as with libinput.
    #expect(lines == ["down 1 0,480", "move 1 800,480"])
  }

  @Test func `a contact that does not say where begins where its slot was last`() {
    let lines = play(.panel, [down(5, 30, 40), [abs(Axis.id, -1)], [abs(Axis.id, 6)]]) {
      #expect($0.downsWithoutPosition == 1)
    }
    #expect(lines == ["down 1 30,40", "up 1 30,40", "down 2 30,40"])
  }

  @Test func `a contact that lands and lifts within a frame is a blink`() {
    let lines = play(.panel, [down(5, 30, 40) + [abs(Axis.id, -1)], []]) {
      #expect($0.blinks == 1)
    }
    #expect(lines == ["", ""])
  }

  @Test func `a palm is cancelled, and is no finger until the slot is used again`() {
    let tool = AxisCode.toolType
    let lines = play(
      .panel,
      [
        down(5, 1, 2), [abs(tool, ToolType.palm)], [abs(tool, ToolType.finger), abs(Axis.x, 9)],
        [abs(Axis.id, -1)], down(6, 3, 4),
        [abs(Axis.slot, 1)] + down(7, 5, 5) + [abs(tool, ToolType.palm)], [abs(Axis.id, -1)],
      ]
    ) { #expect($0.palms == 2) }
    #expect(lines == ["down 1 1,2", "cancel 1 1,2", "", "", "down 2 3,4", "", ""])
  }

  @Test func `a hovering contact is a pointer until it comes down, or a touch when asked for`() {
    var description = EventDescription.panel
    description.insert(axis: AxisCode.slotDistance, AxisRange(minimum: 0, maximum: 50))
    let distance = AxisCode.slotDistance
    let frames = [
      down(5, 1, 2) + [abs(distance, 20)], [abs(Axis.x, 5)], [abs(distance, 0)],
      [abs(distance, 3)], [abs(Axis.id, -1)],
    ]
    #expect(
      play(description, frames)
        == ["hover 1,2", "hover 5,2", "down 1 5,2", "up 1 5,2; hover 5,2", ""])
    #expect(
      play(description, frames, hovering: .touch)
        == ["down 1 1,2", "move 1 5,2", "move 1 5,2", "move 1 5,2", "up 1 5,2"])
  }

  @Test func `a single-touch panel has one finger`() {
    #expect(
      play(
        .singlePanel,
        [
          [abs(AxisCode.x, 10), abs(AxisCode.y, 20), key(ButtonCode.touch, 1)],
          [abs(AxisCode.x, 11)], [key(ButtonCode.touch, 1)], [key(ButtonCode.touch, 0)],
          [abs(AxisCode.x, 50)], [key(ButtonCode.touch, 1)],
        ])
        == ["down 1 10,20", "move 1 11,20", "", "up 1 11,20", "", "down 2 50,20"])
  }

  @Test func `a pen near a surface is a pointer, on it a touch`() {
    #expect(
      play(
        .singlePanel,
        [
          [key(ButtonCode.toolPen, 1), abs(AxisCode.x, 10), abs(AxisCode.y, 20)],
          [key(ButtonCode.touch, 1)], [key(ButtonCode.touch, 0)], [key(ButtonCode.toolPen, 0)],
        ]) == ["hover 10,20", "down 1 10,20", "up 1 10,20; hover 10,20", ""])
  }

  @Test func `fingers beyond the slots are counted, in the middle of the others`() {
    var description = EventDescription.panel
    description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 1))
    let lines = play(
      description,
      [
        down(1, 100, 100) + [key(ButtonCode.toolFinger, 1)],
        [abs(Axis.slot, 1)] + down(2, 200, 300)
          + [key(ButtonCode.toolFinger, 0), key(ButtonCode.toolDoubleTap, 1)],
        [key(ButtonCode.toolDoubleTap, 0), key(ButtonCode.toolTripleTap, 1)],
        [abs(Axis.x, 220)],
        [key(ButtonCode.toolTripleTap, 0), key(ButtonCode.toolQuadTap, 1)],
        [key(ButtonCode.toolQuadTap, 0), key(ButtonCode.toolDoubleTap, 1)],
        [abs(Axis.id, -1), abs(Axis.slot, 0), abs(Axis.id, -1), key(ButtonCode.toolDoubleTap, 0)],
      ])
    #expect(
      lines == [
        "down 1 100,100", "down 2 200,300", "down 3 150,200", "move 2 220,300; move 3 160,200",
        "down 4 160,200", "up 4 160,200; up 3 160,200", "up 1 100,100; up 2 220,300",
      ])
  }

  @Test func `what ends while lost events are made up for is cancelled`() {
    var table = SlotTable(.panel)
    for (type, code, value) in down(5, 1, 2) + [abs(Axis.slot, 1)] + down(6, 3, 4) {
      table.handle(type: type, code: code, value: value)
    }
    table.report()
    table.beginResynchronization()
    for (type, code, value) in [abs(Axis.slot, 0), abs(Axis.id, -1)] {
      table.handle(type: type, code: code, value: value)
    }
    table.report()
    #expect(line(table) == "cancel 1 1,2")
    for (type, code, value) in [abs(Axis.slot, 0)] + down(9, 7, 8) {
      table.handle(type: type, code: code, value: value)
    }
    table.report()
    #expect(line(table) == "down 3 7,8")
    table.endResynchronization()
    table.handle(type: InputType.absolute, code: Axis.id, value: -1)
    table.report()
    #expect(line(table) == "up 3 7,8")
    #expect(table.counters.drops == 1)
    #expect(table.counters.resynchronized == 2)
    #expect(table.liveCount == 1)
  }

  @Test func `contacts that are down at the beginning begin there, or are ignored`() {
    for ignored in [false, true] {
      var table = SlotTable(.panel)
      table.preset(slot: 2, axis: AxisCode.positionX, value: 30)
      table.preset(slot: 2, axis: AxisCode.positionY, value: 40)
      table.preset(slot: 2, axis: AxisCode.trackingID, value: 77)
      table.preset(currentSlot: 2)
      if ignored { table.ignorePresent() }
      table.report()
      #expect(line(table) == (ignored ? "" : "down 1 30,40"))
      table.handle(type: InputType.absolute, code: Axis.x, value: 31)
      table.report()
      #expect(line(table) == (ignored ? "" : "move 1 31,40"))
      table.handle(type: InputType.absolute, code: Axis.id, value: -1)
      table.report()
      #expect(line(table) == (ignored ? "" : "up 1 31,40"))
    }
  }

  @Test func `cancelling everything reports each contact once`() {
    var table = SlotTable(.panel)
    for (type, code, value) in down(5, 1, 2) + [abs(Axis.slot, 1)] + down(6, 3, 4) {
      table.handle(type: type, code: code, value: value)
    }
    table.report()
    table.cancelAll()
    #expect(line(table) == "cancel 1 1,2; cancel 2 3,4")
    table.cancelAll()
    #expect(line(table) == "")
    table.handle(type: InputType.absolute, code: Axis.x, value: 50)
    table.handle(type: InputType.absolute, code: Axis.id, value: -1)
    table.report()
    #expect(line(table) == "")
    #expect(table.liveCount == 0)
  }
}
