// A scenario's script played through the engine.

import ResponderKit

/// Plays one scenario and gathers what comes of it.
struct Runner {
  private let scenario: Scenario
  private let stage: Stage
  private var trace: Trace
  private let touchscreen: Device
  private let second: Device
  private let pointer: Device
  private let keys: Device

  /// The lines that a scenario produces, or its error.
  static func play(_ scenario: Scenario) throws(Problems) -> [String] {
    var runner = Runner(scenario, on: try Stage(scenario))
    var problems: [Problem] = []
    for line in scenario.events {
      for action in line.actions {
        do throws(Problem) {
          try runner.play(action, at: line.time)
        } catch {
          problems.append(error)
        }
        for complaint in runner.stage.application.checkInvariants() {
          problems.append(Problem(at: line.place, "the engine is not sound: \(complaint)"))
        }
      }
    }
    if let until = scenario.until {
      runner.stage.application.advance(to: until)
      runner.appendReports()
    }
    if !problems.isEmpty { throw Problems(list: problems) }
    return runner.trace.lines
  }

  private init(_ scenario: Scenario, on stage: Stage) {
    self.scenario = scenario
    self.stage = stage
    trace = Trace(observed: scenario.observed, disclosed: stage.disclosed)
    stage.application.outbox.wants = trace.wants
    let frames = stage.application.windows.map(\.frame)
    let extent = frames.reduce(Rect.zero) { $0.union($1) }
    let screen = Screen(
      id: "screen", size: Size(width: extent.maxX, height: extent.maxY))
    let other = Screen(id: "second", size: screen.size)
    for window in stage.application.windows {
      window.screen = stage.windowsOnSecondScreen.contains(window.id) ? other : screen
    }
    touchscreen = Device(name: "touchscreen", kind: .touchscreen, screen: screen)
    second = Device(
      name: "second", kind: .touchscreen,
      screen: stage.windowsOnSecondScreen.isEmpty ? screen : other)
    pointer = Device(name: "pointer", kind: .mouse, screen: screen)
    keys = Device(name: "keys", kind: .keys, screen: nil)
  }

  private mutating func appendReports(setter: GestureRecognizer? = nil) {
    trace.append(stage.application.outbox, setter: setter)
  }

  private func feed(_ device: Device, at time: Instant, _ fill: (inout Frame) -> Void) {
    var frame = Frame(time: time, device: device)
    fill(&frame)
    stage.application.feed(frame)
  }

  private mutating func play(_ action: Action, at time: Instant) throws(Problem) {
    let application = stage.application
    switch action {
    case .touches(let contacts):
      // Each device has a frame of its own, in the order in which they are first written.
      let isSecond = contacts.map { $0.id >= ScriptParser.secondDevice }
      for part in isSecond.first == true ? [true, false] : [false, true]
      where isSecond.contains(part) {
        feed(part ? second : touchscreen, at: time) { frame in
          for (contact, own) in zip(contacts, isSecond) where own == part {
            frame.contacts.append(contact)
          }
        }
      }
    case .pointer(let point): feed(pointer, at: time) { $0.pointer = .at(point) }
    case .scroll(let point, let way):
      feed(pointer, at: time) { $0.scroll = ScrollChange(position: point, movement: way) }
    case .zoom(let point, let factor):
      feed(pointer, at: time) { $0.zoom = ZoomChange(position: point, factor: factor) }
    case .press(let change, let type):
      feed(keys, at: time) { $0.presses.append(PressChange(type: type, change: change)) }
    case .remoteControl(let subtype):
      feed(keys, at: time) { $0.remoteControl.append(subtype) }
    case .motion(let phase): feed(keys, at: time) { $0.motion.append(phase) }
    case .pointerGone: feed(pointer, at: time) { $0.pointer = .gone }
    case .inhibit(let word, let isInhibited):
      let view = try stage.view(word)
      application.perform(at: time) { view.isInhibited = isInhibited }
    case .cancel: application.cancelAll(at: time, because: .system)
    case .becomeInactive: application.becomeInactive(at: time)
    case .disable(let word):
      let recognizer = try stage.recognizer(word)
      application.perform(at: time) { recognizer.isEnabled = false }
    case .enable(let word):
      let recognizer = try stage.recognizer(word)
      application.perform(at: time) { recognizer.isEnabled = true }
    case .setState(let word, let name):
      let recognizer = try stage.recognizer(word)
      application.perform(at: time) { recognizer.state = name.state }
      appendReports(setter: recognizer)
    case .setAttribute(let word, let attribute): try set(attribute, of: word, at: time)
    case .removeView(let word):
      let view = try stage.view(word)
      application.perform(at: time) { view.removeFromSuperview() }
    case .moveView(let word, let parent):
      let view = try stage.view(word)
      let superview = try stage.view(parent)
      application.perform(at: time) { superview.addSubview(view) }
    case .present(let word, let presenter):
      let controller = try stage.controller(word)
      let presenting = try stage.controller(presenter)
      application.perform(at: time) { presenting.present(controller) }
    case .dismiss(let presenter):
      let presenting = try stage.controller(presenter)
      application.perform(at: time) { presenting.dismiss() }
    case .chain(let word): try printChain(of: word, at: time)
    case .beginReceivingRemoteControlEvents:
      application.perform(at: time) { application.beginReceivingRemoteControlEvents() }
    case .endReceivingRemoteControlEvents:
      application.perform(at: time) { application.endReceivingRemoteControlEvents() }
    case .becomeFirstResponder(let word):
      let responder = try stage.responder(word)
      application.perform(at: time) { _ = responder.becomeFirstResponder() }
      if responder.application == nil {
        // Outside of every window no view is asked; the call answers no all the same.
        let holder = application.firstResponder?.id ?? "nil"
        // Timers that were due before come first.
        appendReports()
        trace.add(
          .responder, at: time, "becomeFirstResponder(\(responder.id))=no firstResponder=\(holder)")
      }
    }
    appendReports()
  }

  private func set(_ attribute: Attribute, of word: Word, at time: Instant) throws(Problem) {
    let responder = try stage.responder(word)
    var problem: Problem?
    stage.application.perform(at: time) {
      do throws(Problem) {
        try stage.apply(attribute, to: responder)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  private mutating func printChain(of word: Word, at time: Instant) throws(Problem) {
    var names = [try stage.responder(word).id]
    stage.application.perform(at: time) {}
    appendReports()
    var next = try stage.responder(word).next
    while let responder = next {
      names.append(responder.id)
      if names.count > 1000 {
        throw Problem(at: word.place, "the chain of \(word.text) never ends")
      }
      next = responder.next
    }
    trace.add(.chain, at: time, (names + ["nil"]).joined(separator: " -> "))
  }
}

extension StateName {
  fileprivate var state: GestureRecognizer.State {
    switch self {
    case .possible: .possible
    case .began: .began
    case .changed: .changed
    case .ended: .ended
    case .cancelled: .cancelled
    case .failed: .failed
    }
  }
}
