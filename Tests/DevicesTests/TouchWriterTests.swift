// The frames that are written to a virtual touchscreen, event by event.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct TouchWriterTests {
  private static let names: [Int: String] = [
    AxisCode.slot: "slot", AxisCode.trackingID: "id", AxisCode.positionX: "x",
    AxisCode.positionY: "y", AxisCode.toolType: "tool", AxisCode.x: "X", AxisCode.y: "Y",
    AxisCode.slotPressure: "pressure", AxisCode.pressure: "PRESSURE", AxisCode.touchMajor: "major",
  ]

  private func words(_ writer: inout TouchWriter) -> [String] {
    defer { writer.removeAll() }
    var frames: [String] = []
    var words: [String] = []
    for event in writer.events {
      switch Int(event.type) {
      case InputType.synchronization:
        frames.append(words.joined(separator: " "))
        words = []
      case InputType.key:
        words.append("\(event.code == ButtonCode.touch ? "touch" : "key") \(event.value)")
      default: words.append("\(Self.names[Int(event.code)] ?? "?") \(event.value)")
      }
    }
    #expect(words == [], "a frame is not closed")
    return frames
  }

  private func finger(_ id: Int, _ x: Int, _ y: Int) -> RawContact {
    RawContact(id: id, change: .move, x: x, y: y)
  }

  private func writer(
    _ description: EventDescription = .panel, _ cancel: PassedOnCancel = .palm
  ) -> TouchWriter {
    TouchWriter(description.virtual(), cancel: cancel)
  }

  @Test func `fingers have slots and numbers, and the tool comes before the number`() {
    var writer = writer()
    writer.begin(finger(7, 1, 2))
    writer.begin(finger(8, 3, 4))
    writer.endFrame()
    writer.move(finger(8, 5, 6))
    writer.endFrame()
    writer.end(7)
    writer.endFrame()
    writer.end(8)
    writer.endFrame()
    #expect(
      words(&writer) == [
        "slot 0 tool 0 id 1 x 1 y 2 slot 1 tool 0 id 2 x 3 y 4 touch 1", "x 5 y 6 touch 1",
        "slot 0 id -1 touch 1", "slot 1 id -1 touch 0",
      ])
  }

  @Test func `a palm is reported before the lift, and forgotten in a frame of its own`() {
    var writer = writer()
    writer.begin(finger(7, 1, 2))
    writer.begin(finger(8, 3, 4))
    writer.endFrame()
    _ = words(&writer)
    writer.cancel(7)
    writer.move(finger(8, 9, 9))
    writer.endFrame()
    #expect(
      words(&writer) == [
        "slot 0 tool 2 slot 1 x 9 y 9 touch 1", "slot 0 id -1 touch 1", "tool 0 touch 1",
      ])
    #expect(writer.count == 1)
  }

  @Test func `an end and a beginning, or two steps of one finger, are frames of their own`() {
    var writer = writer()
    writer.begin(finger(7, 1, 2))
    writer.end(7)
    writer.begin(finger(8, 3, 4))
    writer.move(finger(8, 5, 4))
    writer.endFrame()
    #expect(
      words(&writer) == [
        "slot 0 tool 0 id 1 x 1 y 2 touch 1",
        "id -1 slot 1 tool 0 id 2 x 3 y 4 touch 1", "x 5 y 4 touch 1",
      ])
  }

  @Test func `a finger lands when those that are taken away in the same frame have lifted`() {
    var writer = writer()
    writer.begin(finger(7, 1, 2))
    writer.begin(finger(8, 3, 4))
    writer.endFrame()
    _ = words(&writer)
    writer.begin(finger(9, 5, 6))
    writer.move(finger(8, 9, 9))
    writer.cancel(7)
    writer.endFrame()
    #expect(
      words(&writer) == [
        "x 9 y 9 slot 0 tool 2 touch 1", "id -1 touch 1", "tool 0 touch 1",
        "tool 0 id 3 x 5 y 6 touch 1",
      ])
    #expect(writer.count == 2)
  }

  @Test func `a finger that lands as another lifts needs no slot of a third`() {
    var writer = writer()
    for id in 1...5 { writer.begin(finger(id, id, id)) }
    writer.endFrame()
    _ = words(&writer)
    writer.begin(finger(6, 6, 6))
    writer.end(5)
    writer.endFrame()
    writer.begin(finger(7, 7, 7))
    writer.cancel(6)
    writer.endFrame()
    #expect(
      words(&writer) == [
        "id -1 touch 1", "tool 0 id 6 x 6 y 6 touch 1",
        "tool 2 touch 1", "id -1 touch 1", "tool 0 touch 1", "tool 0 id 7 x 7 y 7 touch 1",
      ])
    #expect(writer.count == 5)
  }

  @Test func `two fingers that land at once on a device with one finger come one after the other`()
  {
    var writer = writer(.singlePanel)
    writer.begin(finger(1, 10, 20))
    writer.begin(finger(2, 30, 40))
    writer.endFrame()
    #expect(
      words(&writer) == [
        "X 10 Y 20 touch 1", "X -6400 Y -3840 touch 1", "touch 0", "X 30 Y 40 touch 1",
      ])
  }

  @Test func `a device with one finger leaves its surface, and a second finger takes its place`() {
    var writer = writer(.singlePanel)
    writer.begin(finger(1, 10, 20))
    writer.endFrame()
    writer.begin(finger(2, 30, 40))
    writer.endFrame()
    writer.end(1)
    writer.endFrame()
    writer.end(2)
    writer.endFrame()
    #expect(
      words(&writer) == [
        "X 10 Y 20 touch 1", "X -6400 Y -3840 touch 1", "touch 0", "X 30 Y 40 touch 1", "touch 0",
      ])
  }

  @Test func `axes for programs that know one finger follow the one that came first`() {
    var description = EventDescription.panel
    description.insert(axis: AxisCode.x, AxisRange(minimum: 0, maximum: 799))
    description.insert(axis: AxisCode.y, AxisRange(minimum: 0, maximum: 479))
    var writer = writer(description)
    writer.begin(finger(1, 1, 1))
    writer.begin(finger(2, 2, 2))
    writer.endFrame()
    _ = words(&writer)
    writer.move(finger(2, 3, 3))
    writer.endFrame()
    writer.end(1)
    writer.endFrame()
    #expect(
      words(&writer) == ["x 3 y 3 touch 1 X 1 Y 1", "slot 0 id -1 touch 1 X 3 Y 3"])
  }

  @Test func `more fingers than slots take the place of the first, and none is lost`() {
    var writer = writer()
    for id in 1...5 { writer.begin(finger(id, id, id)) }
    writer.endFrame()
    _ = words(&writer)
    writer.begin(finger(6, 6, 6))
    writer.endFrame()
    #expect(
      words(&writer) == [
        "slot 0 tool 2 touch 1", "id -1 touch 1", "tool 0 touch 1",
        "tool 0 id 6 x 6 y 6 touch 1",
      ])
    writer.cancelAll()
    #expect(writer.count == 0)
    #expect(words(&writer).count == 3)
  }

  @Test func `keys of the panel have frames of their own, and come up when all is taken away`() {
    var description = EventDescription.panel
    description.insert(type: InputType.key, code: 102)
    var writer = writer(description)
    writer.key(102, isDown: true)
    writer.key(102, isDown: true)
    writer.key(103, isDown: true)
    writer.key(ButtonCode.touch, isDown: true)
    #expect(words(&writer) == ["key 1"])
    writer.begin(finger(1, 1, 1))
    writer.key(102, isDown: false)
    writer.key(102, isDown: false)
    #expect(words(&writer) == ["slot 0 tool 0 id 1 x 1 y 1 touch 1", "key 0"])
    writer.key(102, isDown: true)
    writer.cancelAll()
    #expect(
      words(&writer) == ["key 1", "key 0", "tool 2 touch 1", "id -1 touch 0", "tool 0 touch 0"])
  }

  @Test func `events of unknown fingers change nothing`() {
    var writer = writer()
    writer.move(finger(7, 1, 2))
    writer.end(7)
    writer.cancel(7)
    writer.endFrame()
    writer.cancelAll()
    #expect(words(&writer) == [])
  }

  @Test func `what is announced is what will be sent, under the same name, with udev's fuzz`() {
    var real = EventDescription.panel
    real.vendor = 0x1234
    real.insert(axis: AxisCode.slotPressure, AxisRange(minimum: 0, maximum: 255))
    real.insert(axis: 0x32, AxisRange(minimum: 0, maximum: 15))
    real.insert(type: InputType.miscellaneous, code: 5)
    let virtual = real.virtual(fuzz: [AxisCode.positionX: 8])
    #expect(virtual.name == "panel")
    #expect(virtual.vendor == 0x1234)
    #expect(virtual.properties == real.properties)
    #expect(virtual.codes[InputType.key] == real.codes[InputType.key])
    #expect(virtual.axes[AxisCode.positionX] == AxisRange(minimum: 0, maximum: 799, fuzz: 8))
    #expect(virtual.axes[AxisCode.positionY] == real.axes[AxisCode.positionY])
    #expect(virtual.axes[AxisCode.slotPressure] == real.axes[AxisCode.slotPressure])
    #expect(virtual.axes[AxisCode.toolType]?.maximum == ToolType.palm)
    #expect(!virtual.hasAxis(0x32))
    #expect(virtual.codes[InputType.miscellaneous] == nil)
    #expect(EventDescription.singlePanel.virtual() == .singlePanel)
  }
}
