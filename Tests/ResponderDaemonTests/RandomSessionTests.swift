// Random sessions: fingers, edits, owners that die, connections lost and resumed. Whoever folds
// the lines together knows the same as the daemon, at every checkpoint.

import Blueprint
import LinuxKit
import ResponderKit
import Testing
import Wire

@testable import ResponderDaemon

@Suite struct RandomSessionTests {
  fileprivate final class Session {
    let stage: Stage
    var dice: Dice
    let device: Device
    var follower: Peer
    var picture = PictureOfLines()
    var editors: [Peer] = []
    var fingers: [Int: Point] = [:]
    var lastFinger = 0
    var lastView = 0
    var requests: [String] = []

    init(seed: Int) throws {
      dice = Dice(seed: UInt64(seed))
      stage = try Stage(
        """
        screens: { panel: { size: [800, 480] } }
        application:
          windows:
            - id: main
              handles: [touches]
              isMultipleTouchEnabled: true
              gestureRecognizers: [{ id: main.pan, pan: { cancelsTouchesInView: false } }]
              subviews:
                - { id: v0, frame: [0, 0, 300, 300], handles: [touches], gestureRecognizers: [{ id: v0.tap, tap: {} }] }
            - { id: top, level: 1, frame: [600, 0, 200, 100], handles: [touches] }
        """, script: "9999.0 wait\n")
      try stage.start()
      device = Device(
        name: "robot", kind: .touchscreen, screen: stage.daemon.configuration.tree.screens[0])
      follower = try stage.peer()
      for line in try stage.ask(follower, #"{"id":1,"subscribe":{"snapshot":true}}"#) {
        picture.take(line)
      }
      editors = [try stage.peer(), try stage.peer()]
    }

    func views() -> [String] {
      var names: [String] = []
      for window in stage.daemon.configuration.application.windows {
        window.forEachInSubtree { names.append($0.id) }
      }
      return names
    }

    func anyView() -> String {
      let names = views()
      return names[dice.below(names.count)]
    }

    func follow() throws {
      for line in try follower.lines() { picture.take(line) }
    }

    func step() throws {
      switch dice.below(20) {
      case 0..<9: try touch()
      case 9..<17: try edit()
      case 17: try stage.play(seconds: Double(dice.below(100)) / 100)
      case 18: try comeBack()
      default: try replaceEditor()
      }
      try follow()
    }

    private func touch() throws {
      let time = Instant(microseconds: stage.time.now)
      var frame = Frame(time: time, device: device)
      for (id, place) in fingers.sorted(by: { $0.key < $1.key }) {
        let moved = Point(x: place.x + Double(dice.below(41) - 20), y: place.y + 3)
        switch dice.below(6) {
        case 0: frame.contacts.append(Contact(id: id, change: .up, position: place))
        case 1 where dice.below(3) == 0:
          frame.contacts.append(Contact(id: id, change: .cancel, position: place))
        default: frame.contacts.append(Contact(id: id, change: .move, position: moved))
        }
      }
      if dice.below(2) == 0, fingers.count < 5 {
        lastFinger += 1
        let place = Point(x: Double(dice.below(800)), y: Double(dice.below(480)))
        frame.contacts.append(Contact(id: lastFinger, change: .down, position: place))
      }
      for contact in frame.contacts {
        switch contact.change {
        case .down, .move: fingers[contact.id] = contact.position
        case .up, .cancel: fingers[contact.id] = nil
        }
      }
      if !frame.isEmpty { stage.daemon.feed(frame) }
      try stage.play(seconds: 0.01)
    }

    private func edit() throws {
      let one = randomEdit()
      let request = dice.below(3) == 0 ? "\"batch\":[{\(one)},{\(randomEdit())}]" : one
      let editor = editors[dice.below(editors.count)]
      requests.append(request)
      _ = try stage.ask(editor, "{\"id\":1,\(request)}")
    }

    private func randomEdit() -> String {
      let view = anyView()
      let inner = ["main", "top"].contains(view) ? "v0" : view
      switch dice.below(10) {
      case 0, 1, 2:
        lastView += 1
        let place = [
          "", #","index":\#(dice.below(4))"#, #","below":"\#(anyView())""#,
          #","above":"\#(anyView())""#,
        ][dice.below(4)]
        return
          #""add":{"to":"\#(view)","own":\#(dice.below(2) == 0),"view":{"id":"w\#(lastView)","frame":[\#(dice.below(300)),\#(dice.below(200)),200,100],"handles":["touches"],"isMultipleTouchEnabled":true,"subviews":[{"id":"w\#(lastView).in","frame":[10,10,50,50]}],"gestureRecognizers":[{"id":"w\#(lastView).pan","pan":{}}]}\#(place)}"#
      case 3: return #""remove":{"view":"\#(view == "main" || view == "top" ? "nobody" : view)"}"#
      case 4, 5:
        let place = ["", #","index":\#(dice.below(5))"#, #","above":"\#(anyView())""#][
          dice.below(3)]
        return #""move":{"view":"\#(view)","to":"\#(anyView())"\#(place)}"#
      case 6:
        return
          #""set":{"view":"\#(inner)","frame":[\#(dice.below(100)),\#(dice.below(100)),300,200],"alpha":\#(dice.below(3) == 0 ? "0" : "1")}"#
      case 7: return #""set":{"view":"\#(inner)","isHidden":\#(dice.below(3) == 0)}"#
      case 8: return #""inhibit":{"view":"\#(inner)","inhibited":\#(dice.below(3) == 0)}"#
      default: return #""cancel":{"view":"\#(view)"}"#
      }
    }

    // The follower loses its connection, with or without lines it has not read, and resumes.
    private func comeBack() throws {
      if dice.below(2) == 0 { try follow() }
      follower.vanish()
      for _ in 0..<dice.below(3) { try touch() }
      follower = try stage.peer()
      let since = #"{"instance":"\#(stage.daemon.instance)","seq":\#(picture.seq)}"#
      for line in try stage.ask(follower, #"{"id":1,"subscribe":{"since":\#(since)}}"#) {
        picture.take(line)
      }
    }

    private func replaceEditor() throws {
      let index = dice.below(editors.count)
      editors[index].vanish()
      try stage.play(seconds: 0)
      editors[index] = try stage.peer()
    }

    /// What a newcomer is told now.
    func truth() throws -> PictureOfLines {
      var truth = PictureOfLines()
      let peer = try stage.peer()
      for line in try stage.ask(peer, #"{"id":1,"subscribe":{"types":[],"snapshot":true}}"#) {
        truth.take(line)
      }
      return truth
    }
  }

  @Test(arguments: 1...8)
  func `whoever follows the lines knows what the daemon knows`(seed: Int) throws {
    let session = try Session(seed: seed)
    for step in 1...150 {
      try session.step()
      let application = session.stage.daemon.configuration.application
      try #require(application.checkInvariants() == [], "seed \(seed), step \(step)")
      try #require(session.picture.complaints == [], "seed \(seed), step \(step)")
      guard step % 10 == 0 else { continue }
      let truth = try session.truth()
      try session.follow()
      try #require(session.picture.tree == truth.tree, "seed \(seed), step \(step)")
      try #require(session.picture.touches == truth.touches, "seed \(seed), step \(step)")
      try #require(session.picture.gestures == truth.gestures, "seed \(seed), step \(step)")
    }
    #expect(session.picture.seq > 150)
  }

  @Test(arguments: 1...3)
  func `mangled requests are refused in words, and never more`(seed: Int) throws {
    let session = try Session(seed: seed + 1000)
    let corpus = session.requestsOfAllKinds.map { Array($0.utf8) }
    let peer = session.editors[0]
    var answers = 0
    for step in 0..<250 {
      var bytes = corpus[session.dice.below(corpus.count)]
      for _ in 0..<session.dice.below(4) where !bytes.isEmpty {
        let index = session.dice.below(bytes.count)
        switch session.dice.below(4) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = UInt8(truncatingIfNeeded: session.dice.next())
        case 2: bytes.insert(contentsOf: bytes[..<index].suffix(8), at: index)
        default: bytes[index] = Array("[]{}:,\"0-eE\\".utf8)[session.dice.below(12)]
        }
      }
      if session.dice.below(3) == 0 { bytes = session.withExtremeNumber(bytes) }
      bytes.removeAll { $0 == 0x0A }
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      try peer.send(raw: String(decoding: bytes, as: UTF8.self) + "\n")
      try session.stage.play(seconds: 0.01)
      let lines = try peer.lines()
      answers += lines.count
      #expect(
        !lines.isEmpty, "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self))")
      try #require(!peer.isClosed)
    }
    #expect(answers >= 200)
    #expect(session.stage.daemon.configuration.application.checkInvariants() == [])
  }
}

extension RandomSessionTests.Session {
  /// One of the numbers of a request becomes one that nobody expects.
  fileprivate func withExtremeNumber(_ bytes: [UInt8]) -> [UInt8] {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || byte == 0x2E }
    let starts = bytes.indices.filter { isDigit(bytes[$0]) && ($0 == 0 || !isDigit(bytes[$0 - 1])) }
    guard !starts.isEmpty else { return bytes }
    let start = starts[dice.below(starts.count)]
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    let extremes = [
      "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "1e-308", "0", "-1",
      "9007199254740993", "4294967296", "1e18", "9223372036854.775807", "9e12",
    ]
    return bytes[..<start] + Array(extremes[dice.below(extremes.count)].utf8) + bytes[end...]
  }

  fileprivate var requestsOfAllKinds: [String] {
    [
      #"{"id":1,"subscribe":{"types":["touches"],"views":["v0"],"snapshot":true}}"#,
      #"{"id":"a","subscribe":{"since":{"instance":"x","seq":1},"rate":60.5,"phases":["began"]}}"#,
      #"{"id":2,"unsubscribe":{"subscription":1}}"#,
      #"{"id":3,"hitTest":{"screen":"panel","point":[30,40],"trace":true}}"#,
      #"{"id":4,"tree":{"view":"v0"}}"#, #"{"id":5,"tree":{}}"#,
      #"{"id":6,"chain":{"responder":"v0"}}"#, #"{"id":7,"devices":{}}"#,
      #"{"id":8,"status":{"prometheus":true}}"#, #"{"id":9,"identify":{"name":"painter"}}"#,
      #"{"id":10,"set":{"view":"v0","frame":[0,0,10,10],"transform":{"rotate":45}}}"#,
      #"{"id":11,"add":{"to":"main","view":{"id":"z","frame":[0,0,9,9]},"index":0}}"#,
      #"{"id":12,"remove":{"view":"z"}}"#, #"{"id":13,"move":{"view":"v0","to":"top"}}"#,
      #"{"id":14,"batch":[{"disable":{"recognizer":"main.pan"}},{"enable":{"recognizer":"main.pan"}}]}"#,
      #"{"id":15,"cancel":{"touches":[1,2]}}"#, #"{"id":16,"inhibit":{"view":"v0"}}"#,
      #"{"id":17,"becomeFirstResponder":{"responder":"v0"}}"#,
      #"{"id":18,"inject":{"script":"0.0 down 1 5,5\n0.1 up 1\n","device":"d"}}"#,
      #"{"id":19,"answer":{"question":1,"yes":true}}"#, #"{"id":20,"why":{"touch":1}}"#,
      #"{"id":22,"add":{"to":"v0","gestureRecognizer":{"id":"r","pan":{"minimumNumberOfTouches":2}}}}"#,
      #"{"id":23,"present":{"from":"main","viewController":{"id":"c","view":{"id":"c.view"}}}}"#,
      #"{"id":21,"set":{"recognizer":"main.pan","minimumNumberOfTouches":2}}"#,
    ]
  }
}
