// Requests with something wrong in them are refused in words, and nothing else happens.

import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct MangledRequestTests {
  private static let configuration = """
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
    """

  private static let requests = [
    #"{"id":1,"subscribe":{"types":["touches"],"views":["v0"],"snapshot":true}}"#,
    #"{"id":"a","subscribe":{"since":{"instance":"x","seq":1},"rate":60.5,"phases":["began"]}}"#,
    #"{"id":1,"subscribe":{"since":{"seconds":30},"explain":true}}"#,
    #"{"id":1,"recording":{"seconds":2.5}}"#,
    #"{"id":2,"unsubscribe":{"subscription":1}}"#,
    #"{"id":3,"hitTest":{"screen":"panel","point":[30,40],"trace":true}}"#,
    #"{"id":4,"tree":{"view":"v0"}}"#, #"{"id":5,"tree":{}}"#,
    #"{"id":6,"chain":{"responder":"v0"}}"#, #"{"id":7,"devices":{}}"#,
    #"{"id":8,"status":{"prometheus":true}}"#, #"{"id":9,"identify":{"name":"painter"}}"#,
    #"{"id":10,"set":{"view":"v0","frame":[0,0,10,10],"transform":{"rotate":45}}}"#,
    #"{"id":11,"put":{"in":"main","view":{"id":"z","frame":[0,0,9,9]},"below":"v0"}}"#,
    #"{"id":12,"remove":{"view":"z"}}"#, #"{"id":13,"set":{"view":"v0","above":"top","own":true}}"#,
    #"{"id":14,"batch":[{"set":{"recognizer":"main.pan","isEnabled":false}},{"set":{"recognizer":"main.pan","isEnabled":true}}]}"#,
    #"{"id":15,"cancel":{"touches":[1,2]}}"#, #"{"id":16,"set":{"view":"v0","isInhibited":true}}"#,
    #"{"id":17,"becomeFirstResponder":{"responder":"v0"}}"#,
    #"{"id":18,"inject":{"script":"0.0 down 1 5,5\n0.1 up 1\n","device":"d"}}"#,
    #"{"id":19,"answer":{"question":1,"yes":true}}"#, #"{"id":20,"why":{"touch":1}}"#,
    #"{"id":22,"put":{"in":"v0","gestureRecognizer":{"id":"r","pan":{"minimumNumberOfTouches":2}}}}"#,
    #"{"id":23,"put":{"presentedBy":"main","viewController":{"id":"c","view":{"id":"c.view"}}}}"#,
    #"{"id":21,"set":{"recognizer":"main.pan","minimumNumberOfTouches":2}}"#,
  ]

  @Test(arguments: 1001...1003)
  func `mangled requests are refused in words, and never more`(seed: UInt64) throws {
    let stage = try Stage.started(Self.configuration, script: "9999.0 wait\n")
    var dice = Dice(seed: seed)
    let corpus = Self.requests.map { Array($0.utf8) }
    let peer = try stage.peer()
    var answers = 0
    for step in 0..<250 {
      var bytes = corpus[dice.below(corpus.count)]
      for _ in 0..<dice.below(4) where !bytes.isEmpty {
        let index = dice.below(bytes.count)
        switch dice.below(4) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = UInt8(truncatingIfNeeded: dice.next())
        case 2: bytes.insert(contentsOf: bytes[..<index].suffix(8), at: index)
        default: bytes[index] = Array("[]{}:,\"0-eE\\".utf8)[dice.below(12)]
        }
      }
      if dice.below(3) == 0 { bytes = withExtremeNumber(bytes, &dice) }
      bytes.removeAll { $0 == 0x0A }
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      try peer.send(raw: String(decoding: bytes, as: UTF8.self) + "\n")
      try stage.play(seconds: 0.01)
      let lines = try peer.lines()
      answers += lines.count
      #expect(
        !lines.isEmpty, "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self))")
      try #require(!peer.isClosed)
    }
    #expect(answers >= 200)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  /// One of the numbers of a request becomes an unusual number.
  private func withExtremeNumber(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
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
}
