// Touches at the edges of a screen that wait for a system's gestures.

import ResponderKit
import Testing

@Suite struct EdgeGateTests {
  private let application = Application()
  private let screen = Screen(id: "screen", size: Size(width: 400, height: 400))
  private let window: Window
  private let view = View(id: "view", frame: Rect(x: 0, y: 0, width: 400, height: 400))
  private let controller = ViewController(id: "home")
  private let panel: Device

  init() {
    var gate = EdgeGate(edges: [.left, .bottom])
    gate.timeout = 0.2
    screen.edgeGate = gate
    window = Window(
      id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 400), screen: screen)
    panel = Device(name: "panel", kind: .touchscreen, screen: screen)
    view.handles = .touches
    controller.view = view
    window.rootViewController = controller
    application.show(window)
    application.outbox.wants = .callbacks
  }

  private func touch(
    _ change: Contact.Change, at seconds: Double, _ x: Double, _ y: Double, _ id: Int = 1,
    tool: Contact.Tool = .finger
  ) {
    var frame = Frame(time: Instant(seconds: seconds), device: panel)
    var contact = Contact(id: id, change: change, position: Point(x: x, y: y))
    contact.tool = tool
    frame.contacts = [contact]
    application.feed(frame)
  }

  /// What the view was given, each with its moment in milliseconds; the outbox is emptied.
  private var given: [String] {
    defer { application.outbox.removeAll() }
    return application.outbox.reports.compactMap { report in
      guard case .touches(let phase, _, _) = report.kind else { return nil }
      return "\(report.time.microseconds / 1000) \(phase.word)"
    }
  }

  @Test func `a finger that rests at the edge reaches the view when the time is up (DL3)`() {
    touch(.down, at: 0, 13, 200)
    #expect(given == [])
    #expect(application.deadline == Instant(seconds: 0.2))
    application.advance(to: Instant(seconds: 1))
    #expect(given == ["200 began"])
    touch(.up, at: 2, 13, 200)
    #expect(given == ["2000 ended"])
  }

  @Test func `a tap at the edge is late by its own duration only (DL4)`() {
    touch(.down, at: 0, 200, 390)
    touch(.up, at: 0.08, 200, 390)
    #expect(given == ["80 began", "80 ended"])
    #expect(application.deadline == nil)
  }

  @Test func `away from its edges, and for pens, nothing waits`() {
    for (number, place) in [(200.0, 200.0), (395, 200), (200, 5), (13.5, 200)].enumerated() {
      touch(.down, at: Double(number), place.0, place.1)
      touch(.up, at: Double(number) + 0.1, place.0, place.1)
    }
    #expect(given.count == 8)
    #expect(application.checkInvariants() == [])
    touch(.down, at: 9, 5, 200, tool: .pen)
    #expect(given == ["9000 began"])
  }

  @Test func `a system's gesture takes the finger, and the view never receives it (DL2)`() {
    let drawer = ScreenEdgePanGestureRecognizer(id: "drawer")
    drawer.edges = .left
    window.addGestureRecognizer(drawer)
    touch(.down, at: 0, 5, 200)
    touch(.move, at: 0.05, 30, 200)
    #expect(drawer.state == .began)
    touch(.up, at: 0.4, 30, 200)
    #expect(given == [])
    #expect(application.checkInvariants() == [])
  }

  @Test func `a gesture of the content is not kept waiting`() {
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    touch(.down, at: 0, 5, 200)
    touch(.move, at: 0.05, 30, 200)
    #expect(pan.state == .began)
    touch(.up, at: 0.1, 30, 200)
    #expect(given == [])
  }

  @Test func `a gesture that leaves touches to views opens the gate`() {
    let pan = PanGestureRecognizer(id: "pan")
    pan.cancelsTouchesInView = false
    view.addGestureRecognizer(pan)
    touch(.down, at: 0, 5, 200)
    touch(.move, at: 0.05, 30, 200)
    #expect(given == ["50 began", "50 moved"])
  }

  @Test func `the controller in front leaves edges open, and the one behind does not`() {
    controller.preferredScreenEdgesDeferringSystemGestures = .left
    touch(.down, at: 0, 5, 200)
    #expect(given == ["0 began"])
    touch(.up, at: 0.1, 5, 200)
    let settings = ViewController(id: "settings")
    settings.view = View(id: "settings.view", frame: view.frame)
    settings.view?.handles = .touches
    controller.present(settings)
    touch(.down, at: 1, 5, 200)
    touch(.up, at: 1.1, 5, 200)
    #expect(given == ["100 ended", "1100 began", "1100 ended"])
  }

  @Test func `the hold is explained with its recognizer, its rule and its last moment`() throws {
    application.outbox.wants = .explain
    touch(.down, at: 0, 5, 200)
    application.advance(to: Instant(seconds: 1))
    let words = application.outbox.reports.compactMap { report -> String? in
      switch report.kind {
      case .holds(let recognizer, _, let phase, let until):
        "\(recognizer.id) holds \(phase.word) until \(until?.microseconds ?? 0)"
      case .transition(let recognizer, _, let to, let reason):
        "\(recognizer.id) \(to.word): \(reason) (\(reason.rule ?? ""))"
      case .released(_, let phase, let after): "\(phase.word) after \(after)"
      default: nil
      }
    }
    #expect(
      words == [
        "window.edgeGate holds began until 200000",
        "window.edgeGate Failed: no gesture from the edge within 200 ms (DL1)",
        "began after 0.2",
      ])
  }

  // MARK: The gate's window

  /// A window of a shell with a drawer at the left edge; touches pass through it elsewhere.
  private func shell(level: Double) -> ScreenEdgePanGestureRecognizer {
    let shell = Window(id: "shell", frame: window.frame, level: level, screen: screen)
    shell.isPassthrough = true
    let drawer = ScreenEdgePanGestureRecognizer(id: "drawer")
    drawer.edges = .left
    shell.addGestureRecognizer(drawer)
    screen.edgeGate?.window = "shell"
    application.show(shell)
    return drawer
  }

  @Test(arguments: [-1.0, 1])
  func `the gate's window has the edge first, in front or behind (ED4)`(level: Double) {
    let drawer = shell(level: level)
    let pager = ScrollView(id: "pager", frame: view.frame)
    pager.contentSize = Size(width: 1200, height: 400)
    pager.contentOffset.x = 400
    pager.isPagingEnabled = true
    view.addSubview(pager)
    touch(.down, at: 0, 5, 200)
    touch(.move, at: 0.02, 14, 203)
    touch(.move, at: 0.05, 60, 210)
    #expect(drawer.state == .began)
    touch(.up, at: 0.1, 90, 210)
    #expect(given == [])
    #expect(pager.contentOffset.x == 400)
    // Away from the edge nothing is different.
    touch(.down, at: 1, 100, 200)
    touch(.move, at: 1.05, 160, 200)
    #expect(pager.isDragging)
    touch(.up, at: 1.1, 160, 200)
    #expect(application.checkInvariants() == [])
  }

  @Test(arguments: [-1.0, 1])
  func `a touch that opens nothing begins again with its first time and place`(level: Double) {
    _ = shell(level: level)
    let tap = TapGestureRecognizer(id: "tap")
    view.addGestureRecognizer(tap)
    var taps = 0
    tap.addAction { _ in taps += 1 }
    touch(.down, at: 0, 5, 200)
    #expect(tap.numberOfTouches == 0)
    touch(.up, at: 0.08, 5, 200)
    #expect(taps == 1)
    #expect(given.count == 2)
    // It rests.
    touch(.down, at: 1, 5, 200)
    application.advance(to: Instant(seconds: 1.1))
    #expect(given == [])
    application.advance(to: Instant(seconds: 1.9))
    #expect(given == ["1000 began"])
    touch(.up, at: 2, 5, 200)
    #expect(given == ["2000 ended"])
    #expect(application.checkInvariants() == [])
  }

  @Test func `a stroke along the edge is given away as soon as the drawer fails`() {
    let drawer = shell(level: 1)
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    touch(.down, at: 0, 5, 200)
    touch(.move, at: 0.05, 5, 190)
    #expect(pan.numberOfTouches == 0)
    touch(.move, at: 0.1, 5, 170)
    #expect(drawer.state == .possible && pan.state == .began)
    touch(.move, at: 0.11, 5, 160)
    #expect(pan.translation(in: nil) == Point(x: 0, y: -10))
    touch(.up, at: 0.2, 5, 160)
    #expect(application.checkInvariants() == [])
  }

  @Test func `each of two fingers goes where it belongs, and one that is taken away nowhere`() {
    let drawer = shell(level: 1)
    touch(.down, at: 0, 5, 200)
    touch(.down, at: 0.01, 5, 300, 2)
    touch(.move, at: 0.05, 60, 200)
    #expect(drawer.state == .began)
    application.advance(to: Instant(seconds: 0.4))
    #expect(given == ["10 began"])
    touch(.up, at: 0.5, 60, 200)
    touch(.up, at: 0.6, 5, 300, 2)
    #expect(given == ["600 ended"])
    touch(.down, at: 1, 5, 200)
    touch(.cancel, at: 1.05, 5, 200)
    application.advance(to: Instant(seconds: 2))
    #expect(given == [])
    #expect(application.checkInvariants() == [])
  }

  @Test func `a private window keeps its touches, and without an edge pan nothing is different`() {
    let drawer = shell(level: 1)
    drawer.isEnabled = false
    touch(.down, at: 0, 5, 200)
    touch(.up, at: 0.08, 5, 200)
    #expect(given == ["80 began", "80 ended"])
    drawer.isEnabled = true
    window.privacy = .isPrivateOfProgram
    touch(.down, at: 1, 5, 200)
    touch(.move, at: 1.05, 60, 200)
    #expect(drawer.state == .possible)
    touch(.up, at: 1.1, 60, 200)
  }

  @Test func `a screen without a gate has no recognizer for it`() {
    let other = Window(id: "other", frame: window.frame, screen: Screen(id: "s", size: .zero))
    application.show(other)
    #expect(other.gestureRecognizers.isEmpty)
    application.show(window)
    #expect(window.gestureRecognizers.count == 1)
  }
}
