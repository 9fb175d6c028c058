// Every pair of kinds, on one view and on child and parent, in every relation, with every gesture.

import ResponderKit
import Testing

/// Two kinds, where they sit, and what ties them.
struct PairCase: Sendable, CustomTestStringConvertible {
  /// Where the two recognizers sit.
  enum Place: String, CaseIterable, Sendable { case oneView, childAndParent }
  /// What ties the first to the second.
  enum Relation: String, CaseIterable, Sendable {
    case none, firstWaits, secondWaits, simultaneous
  }

  var first: RecognizerKind
  var second: RecognizerKind
  var place: Place
  var relation: Relation

  var testDescription: String {
    "\(first.rawValue) and \(second.rawValue), \(place.rawValue), \(relation.rawValue)"
  }

  static let all = RecognizerKind.allCases.flatMap { first in
    RecognizerKind.allCases.flatMap { second in
      Place.allCases.flatMap { place in
        Relation.allCases.map { relation in
          PairCase(first: first, second: second, place: place, relation: relation)
        }
      }
    }
  }

  /// What the rules say of a gesture: every change of a state, in order.
  func predicted(_ gesture: Gesture) -> [String] {
    // The first one is served first: the later of one view, or the child's.
    let childHeight = 300.0
    let first = self.first.contender(name: "first") { $0.y < childHeight }
    let second = self.second.contender(name: "second") { point in
      place == .childAndParent || point.y < childHeight
    }
    var model = ArbitrationModel(
      [first, second],
      waiter: relation == .firstWaits ? 0 : relation == .secondWaits ? 1 : nil,
      isSimultaneous: relation == .simultaneous)
    for event in gesture.events { model.play(event.contacts, at: event.time) }
    model.advance(to: 5_000_000)
    return model.lines
  }

  /// What the engine does with a gesture.
  func played(_ gesture: Gesture) -> [String] {
    let application = Application()
    application.outbox.wants = .explain
    let screen = Screen(id: "screen", size: Size(width: 400, height: 400))
    let window = Window(id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    window.screen = screen
    let parent = View(id: "parent", frame: window.bounds)
    let child = View(id: "child", frame: Rect(x: 0, y: 0, width: 400, height: 300))
    window.addSubview(parent)
    parent.addSubview(child)
    application.show(window)
    let first = self.first.recognizer(id: "first")
    let second = self.second.recognizer(id: "second")
    (place == .oneView ? child : parent).addGestureRecognizer(second)
    child.addGestureRecognizer(first)
    let together = Together()
    switch relation {
    case .none: break
    case .firstWaits: first.require(toFail: second)
    case .secondWaits: second.require(toFail: first)
    case .simultaneous: first.delegate = together
    }
    let device = Device(name: "panel", kind: .touchscreen, screen: screen)
    for event in gesture.events {
      var frame = Frame(time: Instant(microseconds: event.time), device: device)
      frame.contacts = ContiguousArray(event.contacts)
      application.feed(frame)
    }
    application.advance(to: Instant(seconds: 5))
    return application.outbox.reports.compactMap { report in
      guard case .transition(let recognizer, let from, let to, _) = report.kind else {
        return nil
      }
      return "\(report.time.microseconds) \(recognizer.id) \(from.word)>\(to.word)"
    }
  }
}

/// A delegate that lets its recognizer go together with every other.
private final class Together: GestureRecognizerDelegate {
  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}

@Suite struct PairTableTests {
  @Test(arguments: PairCase.all)
  func `two recognizers settle as the rules say`(pair: PairCase) {
    for gesture in Gesture.all {
      let predicted = pair.predicted(gesture)
      let played = pair.played(gesture)
      #expect(played == predicted, "\(gesture)")
    }
  }

  @Test(arguments: RecognizerKind.allCases)
  func `the gestures lead each kind to both outcomes`(kind: RecognizerKind) {
    let alone = PairCase(first: kind, second: kind, place: .oneView, relation: .simultaneous)
    let lines = Gesture.all.flatMap { alone.predicted($0) }
    #expect(lines.contains { $0.hasSuffix(">Failed") })
    #expect(lines.contains { $0.hasSuffix(">Ended") })
  }
}
