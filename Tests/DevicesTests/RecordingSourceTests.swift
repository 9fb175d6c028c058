// Recordings that play in real time, by a clock that the test moves.

import Configuration
import Linux
import ResponderKit
import Testing

@testable import Devices

/// Writes down what a source says.
final class Listener: SourceDelegate {
  var lines: [String] = []
  var changes = 0

  func sourceChanged(_ source: any Source) { changes += 1 }

  func source(_ source: any Source, received frame: borrowing Frame) {
    lines.append("\(frame.time.microseconds) \(frame.device.name) \(words(frame))")
  }

  func source(_ source: any Source, opened device: Device, _ description: DeviceDescription) {
    lines.append("opened \(device.name)")
  }

  func source(
    _ source: any Source, closed device: Device, at time: Instant, because reason: String
  ) {
    lines.append("\(time.microseconds) closed \(device.name)")
  }

  func source(_ source: any Source, reported message: SourceMessage) {
    lines.append("\(message.level.word) \(message.text)")
  }
}

@Suite struct RecordingSourceTests {
  @Test func `filters take noise out of a recording, at the times at which they would live`() throws
  {
    var part = RecordingPart(
      Recording(
        name: "r",
        content: .script(
          try TouchScript(
            """
            0.000 down 1 10,10
            0.010 up 1
            0.100 down 2 20,20
            0.300 move 2 21,20
            0.400 move 2 60,20
            0.500 up 2
            """))), device: Device(name: "r", kind: .recording, screen: nil),
      mapping: SurfaceMapping(region: panelRegion))
    part.noise.minimumDuration = 0.05
    part.noise.jitter = 5
    let player = RecordingPlayer(part)
    var lines: [String] = []
    while let time = player.nextTime {
      player.next(at: time) { lines.append("\(time.microseconds / 1000) \(words($0))") }
    }
    #expect(lines == ["150 down 2 20,20", "400 move 2 60,20", "500 up 2 60,20"])
  }

  private let time = VirtualTime(now: 5_000_000)

  private func source(
    _ scripts: [String], repeats: Bool = false
  ) throws -> (RecordingSource, Listener, EventLoop) {
    let parts = try scripts.enumerated().map { index, text in
      RecordingPart(
        Recording(name: "r\(index)", content: .script(try TouchScript(text))),
        device: Device(name: "r\(index)", kind: .recording, screen: nil),
        mapping: SurfaceMapping(region: panelRegion))
    }
    let source = RecordingSource(parts, repeats: repeats)
    let listener = Listener()
    source.delegate = listener
    return (source, listener, try EventLoop(clock: MonotonicClock(time)))
  }

  @Test func `frames come at their times, by the monotonic clock, then the devices go`() throws {
    let (source, listener, loop) = try source([
      "0 down 1 5,5\n0.1 up 1", "0.05 down 1 7,7\n0.2 up 1",
    ])
    var isOver = false
    source.onEnd = { isOver = true }
    try source.start(on: loop)
    try loop.play(until: 5_060_000)
    #expect(
      listener.lines == [
        "opened r0", "opened r1", "5000000 r0 down 1 5,5", "5050000 r1 down 1 7,7",
      ])
    #expect(!isOver)
    try loop.play(until: 9_000_000)
    #expect(
      listener.lines.dropFirst(4) == [
        "5100000 r0 up 1 5,5", "5200000 r1 up 1 7,7", "5200000 closed r0", "5200000 closed r1",
      ])
    #expect(isOver)
  }

  @Test func `stopping in the middle cancels what is down, and nothing follows`() throws {
    let (source, listener, loop) = try source([
      "0 down 1 5,5; press began select; remote beginSeekingForward\n0.1 up 1"
    ])
    try source.start(on: loop)
    try loop.play(until: 5_050_000)
    source.stop()
    try loop.play(until: 9_000_000)
    #expect(
      listener.lines == [
        "opened r0", "5000000 r0 down 1 5,5; press began select; remote beginSeekingForward",
        "5050000 r0 cancel 1 5,5; press cancelled select; remote endSeekingForward",
        "5050000 closed r0",
      ])
  }

  @Test func `a recording that repeats begins again a second later`() throws {
    let (source, listener, loop) = try source(["0 down 1 5,5\n0.1 up 1"], repeats: true)
    try source.start(on: loop)
    try loop.play(until: 6_150_000)
    source.stop()
    #expect(
      listener.lines == [
        "opened r0", "5000000 r0 down 1 5,5", "5100000 r0 up 1 5,5", "5100000 closed r0",
        "opened r0", "6100000 r0 down 1 5,5", "6150000 r0 cancel 1 5,5", "6150000 closed r0",
      ])
  }

  @Test func `an empty recording that repeats ends at once`() throws {
    let (source, listener, loop) = try source(["# nothing"], repeats: true)
    var isOver = false
    source.onEnd = { isOver = true }
    try source.start(on: loop)
    try loop.play(until: 6_000_000)
    #expect(isOver)
    #expect(listener.lines == ["opened r0", "5000000 closed r0"])
  }
}
