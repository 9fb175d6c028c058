// Devices whose settings change over the socket while fingers are down on them.

import Configuration
import Devices
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct DeviceEditTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      id: app
      windows: [{ id: main, screen: panel, handles: [touches], isMultipleTouchEnabled: true }]
    """
  private static let panel = "/dev/input/event3"
  private static let pad = "/dev/input/event4"
  private let machine = MadeUpMachine([
    DeviceDescription(node: panel, name: "Panel", kind: .touchscreen),
    DeviceDescription(node: pad, name: "Pad", kind: .touchpad),
  ])

  private func stage() throws -> Stage {
    try Stage.started(Self.configuration, on: machine)
  }

  /// What happened, in words: phases with places, devices that came or went, replies, errors.
  private func words(_ lines: [String]) throws -> [String] {
    try lines.map { line in
      let json = try JSON(parsing: line)
      switch json["type"]?.string {
      case "touches":
        let touch = json["touches"]?.elements?.first
        let place = [touch?["x"], touch?["y"]].compactMap { $0?.double }
        return "\(json["phase"]?.string ?? "") \(place)"
      case "device": return "\(json["event"]?.string ?? "") \(json["device"]?.string ?? "")"
      case "error": return "\(json["code"]?.string ?? ""): \(json["message"]?.string ?? "")"
      default: return json["type"]?.string ?? ""
      }
    }
  }

  private func touch(_ stage: Stage, _ peer: Peer, _ change: Contact.Change) throws -> [String] {
    machine.touch(Self.panel, change, 0.25, 0.5)
    try stage.play(seconds: 0)
    return try words(peer.lines())
  }

  private func device(_ stage: Stage, _ peer: Peer, _ name: String) throws -> JSON {
    let answer = try JSON(parsing: try stage.ask(peer, #"{"id":90,"devices":{}}"#)[0])
    return try #require(
      answer["result"]?["devices"]?.elements?.first { $0["name"]?.string == name })
  }

  @Test func `fingers are cancelled first, and the next one lies where the new setup says`() throws
  {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["touches","device"]"#)
    #expect(try touch(stage, peer, .down) == ["began [200.0, 240.0]"])
    let lines = try stage.ask(
      peer, #"{"id":2,"set":{"device":"Panel","rotate":180,"region":[0,0,400,480]}}"#)
    #expect(
      try words(lines).sorted()
        == ["added Panel", "cancelled []", "removed Panel", "reply"])
    #expect(try words(lines).filter { $0 != "reply" }.first == "cancelled []")
    #expect(try touch(stage, peer, .down) == ["began [300.0, 240.0]"])
    let panel = try device(stage, peer, "Panel")
    #expect(panel["rotate"] == .integer(180))
    #expect(panel["set"]?.elements?.compactMap(\.string) == ["rotate", "region"])
  }

  @Test func `a program switches accommodations of a device, and what these drop is counted`()
    throws
  {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["touches"]"#)
    let values = #"{"holdDuration":0.5,"ignoreRepeat":4}"#
    let request = #"{"id":2,"set":{"device":"Panel","touchAccommodations":\#(values)}}"#
    #expect(try words(stage.ask(peer, request)) == ["reply"])
    #expect(try touch(stage, peer, .down) == [])
    try stage.play(seconds: 0.4)
    #expect(try touch(stage, peer, .up) == [])
    #expect(try touch(stage, peer, .down) == [])
    try stage.play(seconds: 0.5)
    #expect(try words(peer.lines()) == ["began [200.0, 240.0]"])
    #expect(try touch(stage, peer, .up) == ["ended [200.0, 240.0]"])
    #expect(try touch(stage, peer, .down) == [])
    try stage.play(seconds: 2)
    #expect(try touch(stage, peer, .up) == [])
    let panel = try device(stage, peer, "Panel")
    #expect(panel["filteredBrief"] == .integer(1))
    #expect(panel["filteredRepeats"] == .integer(1))
  }

  @Test func `null gives back what the file says, and reading it again does not`() throws {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["touches"]"#)
    let set = #"{"id":2,"set":{"device":"/dev/input/event3","mirror":"x"}}"#
    _ = try stage.ask(peer, set)
    #expect(try touch(stage, peer, .down) == ["began [600.0, 240.0]"])
    #expect(
      try words(stage.ask(peer, #"{"id":3,"set":{"device":"Panel","mirror":null}}"#)).sorted()
        == ["cancelled []", "reply"])
    #expect(try touch(stage, peer, .down) == ["began [200.0, 240.0]"])
    #expect(try touch(stage, peer, .up) == ["ended [200.0, 240.0]"])
    _ = try stage.ask(peer, set)
    _ = try stage.ask(peer, #"{"id":4,"reload":{}}"#)
    #expect(try touch(stage, peer, .down).last == "began [600.0, 240.0]")
    #expect(try device(stage, peer, "Panel")["set"] != nil)
  }

  @Test func `a device is left alone, and taken up again`() throws {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["touches"]"#)
    _ = try touch(stage, peer, .down)
    #expect(
      try words(stage.ask(peer, #"{"id":2,"set":{"device":"Panel","ignore":true}}"#)).sorted()
        == ["cancelled []", "reply"])
    #expect(!machine.isOpen(Self.panel))
    #expect(
      try words(stage.ask(peer, #"{"id":3,"set":{"device":"Panel","ignore":false}}"#))
        == ["reply"])
    #expect(machine.isOpen(Self.panel))
    // One that no entry names gets an entry of its own.
    #expect(!machine.isOpen(Self.pad))
    #expect(
      try words(stage.ask(peer, #"{"id":4,"set":{"device":"Pad","screen":"panel"}}"#))
        == ["reply"])
    #expect(machine.isOpen(Self.pad))
  }

  @Test func `what cannot be is refused with a reason, and nothing happens`() throws {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["touches"]"#)
    _ = try touch(stage, peer, .down)
    let refused = [
      #"{"set":{"device":"Panel","rotate":45}}"#:
        "invalidEdit: set.rotate: expected 0, 90, 180 or 270, found 45",
      #"{"set":{"device":"Panl","rotate":90}}"#:
        #"notFound: set.device: no device of this machine is named "Panl"; did you mean "Panel"?"#,
      #"{"batch":[{"set":{"device":"Panel","rotate":90}},{"set":{"device":"Panel","noise":3}}]}"#:
        "invalidEdit: batch[1].set.noise: expected noise, found 3",
      #"{"batch":[{"set":{"device":"Panel","rotate":90}},{"remove":{"view":"nobody"}}]}"#:
        #"notFound: batch[1].remove.view: no view is named "nobody""#,
    ]
    for (line, words) in refused {
      let answer = try self.words(stage.ask(peer, line))
      #expect(answer.count == 1)
      #expect(answer[0].hasPrefix(words), "\(answer)")
    }
    // The finger is still down: no device has been opened again.
    #expect(try touch(stage, peer, .up) == ["ended [200.0, 240.0]"])
  }

  @Test func `it takes the right to control, not the one to edit`() throws {
    let stage = try stage()
    let line = #"{"id":2,"set":{"device":"Panel","rotate":90}}"#
    let stranger = try Peer(of: stage.daemon.server)
    try stage.play(seconds: 0)
    _ = try stranger.lines()
    #expect(try words(stage.ask(stranger, line)).first?.hasPrefix("forbidden") == true)
    #expect(machine.isOpen(Self.panel))
  }
}
