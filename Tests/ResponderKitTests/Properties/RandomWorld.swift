// A small application with something of everything, for random operations.

import ResponderKit

/// Two windows, nested views, controls, a scroll view and every kind of recognizer.
final class RandomWorld {
  let application = Application()
  private(set) var time = Instant(microseconds: 0)
  private(set) var views: [View] = []
  private(set) var controls: [Control] = []
  private(set) var recognizers: [GestureRecognizer] = []
  private var customs: [GestureRecognizer] = []
  private let windows: [Window]
  private let scrollView: ScrollView
  private let controller = ViewController(id: "controller")
  private let panel: Device
  private let mouse: Device
  private let pen: Device
  private let keys: Device
  /// The question that the latest step answered, if a recognizer still waited for it.
  private(set) var answeredQuestion: Int?
  private var lastQuestion = 0
  private var fingers: [Int: Point] = [:]
  private var pressed: Set<Int> = []

  private static let pressTypes: [PressType] = [
    .select, .menu, .playPause, .leftArrow, .rightArrow, .upArrow, .downArrow, .next, .previous,
  ]

  /// The world that a seed makes.
  init(using random: inout SeededGenerator) {
    let screen = Screen(id: "screen", size: Size(width: 400, height: 400))
    panel = Device(name: "panel", kind: .touchscreen, screen: screen)
    mouse = Device(name: "mouse", kind: .mouse, screen: screen)
    pen = Device(name: "pen", kind: .pointer, screen: screen)
    keys = Device(name: "keys", kind: .keys, screen: nil)
    windows = ["back", "front"].map { name in
      Window(id: name, frame: Rect(x: 0, y: 0, width: 400, height: 400), screen: screen)
    }
    windows[1].isPassthrough = true
    scrollView = ScrollView(id: "scroll", frame: Rect(x: 0, y: 200, width: 200, height: 200))
    scrollView.contentSize = Size(width: 200, height: 600)
    populate()
    relate(using: &random)
  }

  /// Where the views lie at first, parents before children.
  private var places: [(recognizer: GestureRecognizer, view: View)] = []
  private var home: [(view: View, parent: View, frame: Rect)] = []

  private func populate() {
    let all: [View] = [
      View(id: "root", frame: Rect(x: 0, y: 0, width: 400, height: 400)),
      View(id: "left", frame: Rect(x: 0, y: 0, width: 200, height: 200)),
      View(id: "right", frame: Rect(x: 200, y: 0, width: 200, height: 200)),
      View(id: "inner", frame: Rect(x: 20, y: 20, width: 160, height: 160)),
      scrollView,
      View(id: "content", frame: Rect(x: 0, y: 0, width: 200, height: 300)),
      Control(id: "control", frame: Rect(x: 20, y: 20, width: 100, height: 60)),
      Button(id: "button", frame: Rect(x: 220, y: 220, width: 100, height: 60)),
      Slider(id: "slider", frame: Rect(x: 220, y: 300, width: 150, height: 30)),
      Stepper(id: "stepper", frame: Rect(x: 20, y: 100, width: 94, height: 32)),
      Switch(id: "switch", frame: Rect(x: 40, y: 200, width: 51, height: 31)),
      SegmentedControl(id: "segments", frame: Rect(x: 220, y: 340, width: 150, height: 32)),
      View(id: "overlay", frame: Rect(x: 150, y: 150, width: 100, height: 100)),
    ]
    let parents = [
      "left": "root", "right": "root", "inner": "left", "scroll": "root", "content": "scroll",
      "control": "right", "button": "root", "slider": "root", "stepper": "content",
      "switch": "content", "segments": "root",
    ]
    for view in windows + all { view.handles = [.touches, .presses, .motion, .remoteControl] }
    for view in all {
      let parent = parents[view.id].flatMap { name in all.first { $0.id == name } }
      let window = windows[view.id == "overlay" ? 1 : 0]
      home.append((view, parent ?? window, view.frame))
    }
    controller.view = all[0]
    views = windows + all
    controls = all.compactMap { $0 as? Control }
    restore()
    application.beginReceivingRemoteControlEvents()
  }

  private func restore() {
    for window in windows where window.shownBy == nil { application.show(window) }
    for (view, parent, frame) in home where view.superview !== parent {
      // A parent that strayed into its child would be inside itself.
      if parent.isDescendant(of: view) { parent.removeFromSuperview() }
      parent.addSubview(view)
      view.frame = frame
    }
    for view in views {
      view.isInhibited = false
      view.isHidden = false
      view.isUserInteractionEnabled = true
      view.isExclusiveTouch = false
      view.passesOn = false
      view.touchAccommodations = nil
      view.transform = .identity
    }
    for control in controls { control.isEnabled = true }
    for recognizer in recognizers {
      recognizer.isEnabled = true
      recognizer.delaysTouchesBegan = false
    }
    for (recognizer, view) in places where recognizer.view == nil {
      view.addGestureRecognizer(recognizer)
    }
  }

  private func relate(using random: inout SeededGenerator) {
    // The scroll view brings its own pan.
    recognizers = RecognizerKind.allCases.filter { $0 != .scrollPan }.flatMap { kind in
      [kind.recognizer(id: kind.rawValue), kind.recognizer(id: "other." + kind.rawValue)]
    }
    customs = ["dutiful", "other.dutiful"].map { DutifulRecognizer(id: $0) }
    recognizers += customs
    for (number, recognizer) in recognizers.enumerated() {
      let view = random.pick(views)
      view.addGestureRecognizer(recognizer)
      places.append((recognizer, view))
      recognizer.delegate = Whims(seed: random.next(), number: number, in: recognizers)
      recognizer.reportsFailure = number % 3 == 0
      (recognizer as? LongPressGestureRecognizer)?.drags = true
      recognizer.delaysTouchesBegan = Int.random(in: 0..<5, using: &random) == 0
      recognizer.cancelsTouchesInView = Int.random(in: 0..<4, using: &random) > 0
      // Only later ones are required, so that there is no circle.
      if number + 1 < recognizers.count, Int.random(in: 0..<4, using: &random) == 0 {
        let other = Int.random(in: (number + 1)..<recognizers.count, using: &random)
        recognizer.require(toFail: recognizers[other])
      }
    }
  }

  // MARK: Steps

  /// Makes something happen so much later than the step before.
  func perform(_ operation: RandomOperation, after delay: Int64) {
    time.microseconds += delay
    answeredQuestion = nil
    defer { noteQuestions() }
    switch operation {
    case .fingers(let changes): feed(panel) { $0.contacts += contacts(changes) }
    case .press(let key, let change):
      if change == .began ? pressed.insert(key).inserted : pressed.contains(key) {
        if change == .ended || change == .cancelled { pressed.remove(key) }
        feed(keys) {
          $0.presses.append(PressChange(type: Self.pressTypes[key], change: change))
        }
      }
    case .pointer(let point): feed(mouse) { $0.pointer = point.map { .at($0) } ?? .gone }
    case .pen(let point): feed(pen) { $0.pointer = point.map { .at($0) } ?? .gone }
    case .scroll(let point, let way):
      feed(mouse) { $0.scroll = ScrollChange(position: point, movement: way) }
    case .zoom(let point, let factor):
      feed(mouse) { $0.zoom = ZoomChange(position: point, factor: factor) }
    case .remoteControl(let command): feed(keys) { $0.remoteControl.append(command) }
    case .motion(let phase): feed(keys) { $0.motion.append(phase) }
    case .wait: application.advance(to: time)
    case .edit(let edit): application.perform(at: time) { self.edit(edit) }
    case .cancelAll(let reason): application.cancelAll(at: time, because: reason)
    case .deviceGone: application.cancelAll(of: panel, at: time)
    case .becomeInactive: application.becomeInactive(at: time)
    case .inhibit(let view, let yes):
      application.perform(at: time) { self.view(view).isInhibited = yes }
    case .answer(let ago, let answer):
      let question = lastQuestion - ago
      if application.answer(question: question, answer, at: time) { answeredQuestion = question }
    }
  }

  private func noteQuestions() {
    for report in application.outbox.reports.reversed() {
      guard case .asksOutside(let question, _, _, _) = report.kind else { continue }
      lastQuestion = max(lastQuestion, question)
      return
    }
  }

  /// Everything is released, and time passes until nothing waits.
  func finish() {
    time.microseconds += 1_000
    let lifts = fingers.keys.sorted().map {
      RandomOperation.Finger(id: $0, spot: .zero, lifts: true, step: .zero)
    }
    if !lifts.isEmpty { perform(.fingers(lifts), after: 1_000) }
    for key in pressed.sorted() { perform(.press(key, .ended), after: 1_000) }
    perform(.pointer(nil), after: 1_000)
    perform(.pen(nil), after: 1_000)
    perform(.motion(.ended), after: 1_000)
    time.microseconds += 60_000_000
    application.advance(to: time)
  }

  private func feed(_ device: Device, _ fill: (inout Frame) -> Void) {
    var frame = Frame(time: time, device: device)
    fill(&frame)
    application.feed(frame)
  }

  private func contacts(_ changes: [RandomOperation.Finger]) -> [Contact] {
    changes.map { finger in
      guard let place = fingers[finger.id] else {
        fingers[finger.id] = finger.spot
        return Contact(id: finger.id, change: .down, position: finger.spot)
      }
      if finger.lifts {
        fingers[finger.id] = nil
        return Contact(id: finger.id, change: .up, position: place)
      }
      let target = place + finger.step
      fingers[finger.id] = target
      return Contact(id: finger.id, change: .move, position: target)
    }
  }

  // MARK: Edits

  private func edit(_ edit: RandomOperation.Edit) {
    switch edit {
    case .move(let view, let other, let position):
      let view = plainView(view)
      let parent = self.view(other)
      if !parent.isDescendant(of: view) { parent.insertSubview(view, at: position) }
    case .removeView(let view): plainView(view).removeFromSuperview()
    case .frame(let view, let frame): plainView(view).frame = frame
    case .turn(let view, let degrees, let scale):
      plainView(view).transform = AffineTransform(rotation: degrees * .pi / 180)
        .concatenating(AffineTransform(scaleX: scale, y: scale))
    case .scroll(let view, let offset): self.view(view).bounds.origin = offset
    case .isHidden(let view, let yes): plainView(view).isHidden = yes
    case .isInteractive(let view, let yes): plainView(view).isUserInteractionEnabled = yes
    case .takesSeveral(let view, let yes):
      // A control follows one finger.
      let view = self.view(view)
      guard !(view is Control) else { return }
      view.isMultipleTouchEnabled = yes
      // Whether touches are passed on changes now and then, too.
      view.passesOn = !yes
    case .isExclusive(let view, let yes): self.view(view).isExclusiveTouch = yes
    case .isEnabled(let control, let yes): controls[control % controls.count].isEnabled = yes
    case .attach(let recognizer, let view):
      self.view(view).addGestureRecognizer(self.recognizer(recognizer))
    case .detach(let recognizer):
      let recognizer = self.recognizer(recognizer)
      recognizer.view?.removeGestureRecognizer(recognizer)
    case .enable(let recognizer, let yes): self.recognizer(recognizer).isEnabled = yes
    case .flags(let recognizer, let cancels, let delaysBegan, let delaysEnded):
      let recognizer = self.recognizer(recognizer)
      recognizer.cancelsTouchesInView = cancels
      recognizer.delaysTouchesBegan = delaysBegan
      recognizer.delaysTouchesEnded = delaysEnded
    case .propose(let custom, let state):
      // One that began without a finger would never end by itself.
      let custom = customs[custom % customs.count]
      if custom.numberOfTouches > 0 || state == .failed { custom.state = state }
    case .stop(let recognizer): self.recognizer(recognizer).cancel()
    case .asksOutside(let recognizer, let questions, let otherwise):
      let recognizer = self.recognizer(recognizer)
      recognizer.remoteQuestions = questions
      recognizer.defaultAnswer = otherwise
    case .showWindow(let window): application.show(windows[window % windows.count])
    case .hideWindow(let window): application.remove(windows[window % windows.count])
    case .level(let window, let level): windows[window % windows.count].level = level
    case .scrollSettings(_, let delays, let cancels, let scrolls):
      scrollView.delaysContentTouches = delays
      scrollView.canCancelContentTouches = cancels
      scrollView.isScrollEnabled = scrolls
    case .becomeFirstResponder(let view):
      let view = self.view(view)
      view.mayBecomeFirstResponder = true
      view.becomeFirstResponder()
    case .resignFirstResponder: application.firstResponder?.resignFirstResponder()
    case .focus(let view): application.focused = self.view(view)
    case .accommodate(let view, let settings): self.view(view).touchAccommodations = settings
    case .restore: restore()
    }
  }

  private func view(_ number: Int) -> View { views[number % views.count] }

  private func plainView(_ number: Int) -> View {
    views[windows.count + number % (views.count - windows.count)]
  }

  private func recognizer(_ number: Int) -> GestureRecognizer {
    recognizers[number % recognizers.count]
  }
}

/// A delegate whose answers a seed fixes, the same for the same question.
private final class Whims: GestureRecognizerDelegate {
  private let seed: UInt64
  private let number: Int
  private let numbers: [String: Int]

  init(seed: UInt64, number: Int, in recognizers: [GestureRecognizer]) {
    self.seed = seed
    self.number = number
    let ids = recognizers.map(\.id).enumerated().map { ($1, $0) }
    numbers = Dictionary(uniqueKeysWithValues: ids)
  }

  /// Yes once in so many times, by the question's number.
  private func whim(_ question: UInt64, oneIn count: UInt64) -> Bool {
    var generator = SeededGenerator(seed: seed &+ question)
    return generator.next() % count == 0
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    !whim(1, oneIn: 12)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { !whim(2 &+ UInt64(touch.contact), oneIn: 10) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { whim(100 &+ UInt64(numbers[other.id] ?? 99), oneIn: 3) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool {
    // Only later ones, so that there is no circle with the static requirements either.
    guard let place = numbers[other.id], place > number else { return false }
    return whim(200 &+ UInt64(place), oneIn: 8)
  }
}

/// A recognizer whose state the run sets, and which finishes when its last finger lifts.
private final class DutifulRecognizer: GestureRecognizer {
  override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    if numberOfTouches == 0 { state = state == .possible ? .failed : .ended }
  }
}
