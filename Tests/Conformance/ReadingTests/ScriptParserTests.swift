// The script grammar: times, events of several fingers, every action, and errors.

import ResponderKit
import Testing

@Suite struct ScriptParserTests {
  private func parse(_ text: String) -> (script: [ScriptLine], problems: [String]) {
    var problems: [Problem] = []
    let place = Place(file: "s", line: 1, column: 1)
    let script = ScriptParser.parse(TextLine.lines(of: text, from: place), &problems)
    return (script, problems.map(\.description))
  }

  @Test func `fingers on one line are one event, and an up is where the finger was last`() {
    let (script, problems) = parse(
      """
      0.000 down 1 10,20; down 2 30,40
      0.0505 move 1 11,20
      1 up 1; up 2
      """)
    #expect(problems.isEmpty)
    #expect(script.map(\.time.microseconds) == [0, 50_500, 1_000_000])
    #expect(
      script.map(\.actions) == [
        [
          .touches([
            Contact(id: 1, change: .down, position: Point(x: 10, y: 20)),
            Contact(id: 2, change: .down, position: Point(x: 30, y: 40)),
          ])
        ],
        [.touches([Contact(id: 1, change: .move, position: Point(x: 11, y: 20))])],
        [
          .touches([
            Contact(id: 1, change: .up, position: Point(x: 11, y: 20)),
            Contact(id: 2, change: .up, position: Point(x: 30, y: 40)),
          ])
        ],
      ])
  }

  @Test func `an action between fingers parts their events`() {
    let script = parse("0 down 1 0,0; cancel; up 1").script
    #expect(script[0].actions.count == 3)
    #expect(script[0].actions[1] == .cancel)
  }

  @Test func `every other action is read`() throws {
    let (script, problems) = parse(
      """
      0 disable g; enable g
      0 set g Failed; set v alpha=0.5
      0 removeView v; chain v
      0 motion began shake; motion ended shake
      0 remote togglePlayPause
      0 press began select; press ended menu
      0 app inactive
      0 app beginReceivingRemoteControlEvents; app endReceivingRemoteControlEvents
      0 becomeFirstResponder v; pointer 1,2; scroll 1,2 by 0,-3; zoom 1,2 by 0.5
      """)
    #expect(problems.isEmpty)
    let actions = script.flatMap(\.actions)
    #expect(actions.count == 18)
    guard case .setState(let recognizer, .failed) = actions[2] else {
      Issue.record("found \(actions[2])")
      return
    }
    #expect(recognizer.text == "g")
    guard case .setAttribute(let view, let attribute) = actions[3] else {
      Issue.record("found \(actions[3])")
      return
    }
    #expect(view.text == "v")
    #expect(attribute.key == "alpha")
    #expect(try attribute.number() == 0.5)
    #expect(actions[6..<8] == [.motion(.began), .motion(.ended)])
    #expect(actions[8] == .remoteControl(.togglePlayPause))
    #expect(actions[9..<11] == [.press(.began, .select), .press(.ended, .menu)])
    #expect(actions[11] == .becomeInactive)
    #expect(
      actions[12..<14] == [.beginReceivingRemoteControlEvents, .endReceivingRemoteControlEvents])
    #expect(actions[15] == .pointer(Point(x: 1, y: 2)))
    #expect(actions[16] == .scroll(Point(x: 1, y: 2), by: Point(x: 0, y: -3)))
    #expect(actions[17] == .zoom(Point(x: 1, y: 2), by: 0.5))
  }

  @Test(arguments: [
    ("now down 1 0,0", "s:1:1: expected seconds, then actions"),
    ("0.0", "s:1:1: an action is missing"),
    ("0.0 down 1 0,0;", "s:1:1: an action is missing"),
    ("1 cancel\n0.5 cancel", "s:2:1: the time 0.5 lies before that of the line above"),
    ("0 dwon 1 0,0", "s:1:3: unknown action \"dwon\""),
    ("0 down 1", "s:1:3: expected down (a finger) (x,y), found \"down 1\""),
    ("0 down one 0,0", "s:1:8: expected the number of a finger, found \"one\""),
    ("0 down 1 0", "s:1:10: expected x,y, found \"0\""),
    ("0 move 1 0,0", "s:1:3: finger 1 is not down"),
    ("0 up 1", "s:1:3: finger 1 is not down"),
    ("0 down 1 0,0; up 1", "s:1:1: finger 1 changes twice in one event"),
    ("0 down 1 0,0\n1 down 1 0,0", "s:2:3: finger 1 is down already"),
    ("0 set g Gone", "s:1:9: expected one of Possible, Began"),
    ("0 motion began wave", "s:1:16: expected one of shake, found \"wave\""),
    ("0 press held select", "s:1:9: expected one of began, ended, found \"held\""),
    ("0 remote rewind", "s:1:10: expected one of play, pause"),
    ("0 app gone", "s:1:7: expected one of inactive, begin"),
    ("0 cancel all", "s:1:10: expected the number of a finger, found \"all\""),
  ])
  func `an error is reported with its place`(text: String, message: String) {
    let problems = parse(text).problems
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(message) == true, "\(problems)")
  }
}
