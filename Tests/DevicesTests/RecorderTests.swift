// Recording a live device: what is written, and that it can be read back.

import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct RecorderTests {
  private final class Stage {
    let time = VirtualTime(now: 1_000_000)
    let loop: EventLoop
    let pipe: PipeDevice
    var recorder: Recorder?
    var text = ""
    var isLost = false

    init(
      _ format: Recorder.Format, maximumGap: Double? = nil, contacts: [(Int, Int, Int, Int)] = []
    )
      throws
    {
      loop = try EventLoop(clock: MonotonicClock(time))
      pipe = try PipeDevice(.panel)
      pipe.set(contacts)
      recorder = try Recorder(
        handle: pipe, node: "pipe", format: format, size: Size(width: 800, height: 480),
        maximumGap: maximumGap, loop: loop,
        write: { [unowned self] in text += String(decoding: $0, as: UTF8.self) },
        onLoss: { [unowned self] _ in isLost = true })
    }

    func write(_ script: String, at milliseconds: Int64) throws {
      time.now = max(time.now, milliseconds * 1000)
      pipe.write(script, at: milliseconds)
      try loop.play(until: time.now)
    }

    var lines: [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
  }

  @Test func `a touch script has the frames in points, and says what it is`() throws {
    let stage = try Stage(.touch, contacts: [(1, 7, 10, 20)])
    try stage.write("slot 0 id 5 x 100 y 200 |", at: 1500)
    try stage.write("x 101 | slot 1 id -1 |", at: 1516)
    stage.time.now = 2_000_000
    stage.recorder?.stop()
    #expect(
      stage.lines == [
        "0.000 down 1 10,20", "0.500 down 2 100,200", "0.516 move 2 101,200", "0.516 up 1",
        "1.000 cancel 2",
      ])
    #expect(stage.text.hasPrefix("# This recording contains every touch"))
    let script = try TouchScript(stage.text)
    // What fingers do at one time is one frame.
    #expect(script.steps.count == 4)
  }

  @Test func `evemu's form is read back to the same device and the same frames`() throws {
    let stage = try Stage(.evemu, contacts: [(1, 7, 10, 20)])
    try stage.write("slot 0 id 5 x 100 y 200 |", at: 1500)
    try stage.write("x 101 | slot 1 id -1 | slot 0 id -1 |", at: 1516)
    stage.pipe.unplug()
    try stage.loop.play(until: 2_000_000)
    #expect(stage.isLost)
    let recording = try #require(
      try RecordingReader.parse(Array(stage.text.utf8), file: "r").first)
    guard case .events(let description, let events) = recording.content else {
      Issue.record("expected events")
      return
    }
    #expect(description == .panel)
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: Device(name: "r", kind: .touchscreen, screen: nil),
        mapping: SurfaceMapping(region: panelRegion)))
    var frames: [String] = []
    while let time = player.nextTime {
      player.next(at: time) { frames.append("\(time.microseconds / 1000) \(words($0))") }
    }
    #expect(
      frames == [
        "0 down 1 10,20", "500 down 2 100,200", "516 move 2 101,200; up 1 10,20",
        "516 up 2 101,200",
      ])
    #expect(events.last?.isReport == true)
  }

  @Test(arguments: Recorder.Format.allCases)
  func `idle gaps are cut to the maximum`(format: Recorder.Format) throws {
    let stage = try Stage(format, maximumGap: 2)
    try stage.write("slot 0 id 5 x 100 y 200 |", at: 2000)
    try stage.write("id -1 |", at: 100_000)
    try stage.write("id 6 |", at: 101_000)
    stage.recorder?.stop()
    let times = stage.lines.filter { !$0.hasPrefix("0.") && $0.contains("down") }
    if format == .touch {
      #expect(
        stage.lines == [
          "1.000 down 1 100,200", "3.000 up 1", "4.000 down 2 100,200", "4.000 cancel 2",
        ])
    } else {
      #expect(times.isEmpty)
      #expect(
        stage.lines.filter { $0.contains("0003 0039") } == [
          "E: 1.000000 0003 0039 0005", "E: 3.000000 0003 0039 -001", "E: 4.000000 0003 0039 0006",
        ])
    }
  }

  @Test func `keys are not recorded, as they would show what is typed`() throws {
    var keyboard = EventDescription()
    keyboard.name = "House Keyboard"
    keyboard.insert(type: InputType.key, code: 30)
    let loop = try EventLoop()
    let pipe = try PipeDevice(keyboard)
    #expect {
      _ = try Recorder(
        handle: pipe, node: "/dev/input/event9", format: .evemu, size: .zero, maximumGap: nil,
        loop: loop, write: { _ in }, onLoss: { _ in })
    } throws: { error in
      "\(error)" == "/dev/input/event9: House Keyboard has no surface; keys are not recorded, "
        + "as they would show what is typed"
    }
  }
}
