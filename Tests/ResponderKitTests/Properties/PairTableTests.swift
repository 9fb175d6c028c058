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

  static let all = RecognizerKind.allCases.flatMap(withFirst)

  /// All whose first recognizer is of a kind.
  static func withFirst(_ first: RecognizerKind) -> [PairCase] {
    RecognizerKind.allCases.flatMap { second in
      Place.allCases.flatMap { place in
        // On one view the later is served first, and a scroll view's own pan is the earliest.
        first == .scrollPan && place == .oneView
          ? []
          : Relation.allCases.map { relation in
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
      isSimultaneous: relation == .simultaneous,
      keeper: place == .childAndParent && self.second == .scrollPan ? 1 : nil)
    for event in gesture.events { model.play(event) }
    model.advance(to: 5_000_000)
    return model.lines
  }

  /// What the engine does with a gesture.
  func played(_ gesture: Gesture) -> [String] {
    let application = Application()
    application.outbox.wants = [.explain, .continuing]
    let screen = Screen(id: "screen", size: Size(width: 400, height: 400))
    let window = Window(id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    window.screen = screen
    let parent = view(for: place == .oneView ? nil : second, "parent", window.bounds)
    let child = view(
      for: place == .oneView ? second : first, "child",
      Rect(x: 0, y: 0, width: 400, height: 300))
    window.addSubview(parent)
    parent.addSubview(child)
    application.show(window)
    let second = recognizer(self.second, "second", on: place == .oneView ? child : parent)
    let first = recognizer(self.first, "first", on: child)
    let together = Together()
    switch relation {
    case .none: break
    case .firstWaits: first.require(toFail: second)
    case .secondWaits: second.require(toFail: first)
    case .simultaneous: first.delegate = together
    }
    let panel = Device(name: "panel", kind: .touchscreen, screen: screen)
    let mouse = Device(name: "mouse", kind: .mouse, screen: screen)
    for event in gesture.events {
      let time = Instant(microseconds: event.time)
      switch event.change {
      case .contacts(let contacts):
        var frame = Frame(time: time, device: panel)
        frame.contacts = ContiguousArray(contacts)
        application.feed(frame)
      case .pointer(let place):
        var frame = Frame(time: time, device: mouse)
        frame.pointer = place.map { .at($0) } ?? .gone
        application.feed(frame)
      }
    }
    application.advance(to: Instant(seconds: 5))
    return application.outbox.reports.compactMap { report in
      guard case .transition(let recognizer, let from, let to, _) = report.kind,
        recognizer === first || recognizer === second
      else { return nil }
      let name = recognizer === first ? "first" : "second"
      return "\(report.time.microseconds) \(name) \(from.word)>\(to.word)"
    }
  }

  /// The pan of a scroll view needs one.
  private func view(for kind: RecognizerKind?, _ id: String, _ frame: Rect) -> View {
    guard kind == .scrollPan else { return View(id: id, frame: frame) }
    let scrollView = ScrollView(id: id, frame: frame)
    scrollView.contentSize = Size(width: 1000, height: 1000)
    return scrollView
  }

  private func recognizer(
    _ kind: RecognizerKind, _ id: String, on view: View
  ) -> GestureRecognizer {
    if kind == .scrollPan, let scrollView = view as? ScrollView {
      return scrollView.panGestureRecognizer
    }
    let recognizer = kind.recognizer(id: id)
    view.addGestureRecognizer(recognizer)
    return recognizer
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
    var lines: [String] = []
    for pair in PairCase.withFirst(kind) {
      for gesture in Gesture.all { lines += pair.predicted(gesture) }
    }
    lines = lines.filter { $0.contains(" first ") }
    #expect(lines.contains { $0.hasSuffix(">Failed") })
    #expect(lines.contains { $0.hasSuffix(">Ended") })
  }
}
