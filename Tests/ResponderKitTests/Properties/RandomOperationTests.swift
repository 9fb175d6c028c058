// Operations in any order: the engine stays sound, keeps its promises, and does not care when it
// is woken.

import ResponderKit
import TestSupport
import Testing

@Suite struct RandomOperationTests {
  private static let steps = 1_000
  private static let seeds = Soak.seeds(of: steps, atLeast: 20)

  @Test(arguments: seeds)
  func `whatever happens, the engine is sound after every step`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let world = RandomWorld(using: &random)
    world.application.outbox.wants = Ledger.wants
    world.application.outbox.removeAll()
    var ledger = Ledger()
    var history: [RandomOperation] = []
    func isSound(_ step: String) -> Bool {
      ledger.read(world.application.outbox, answered: world.answeredQuestion)
      world.application.outbox.removeAll()
      let complaints = world.application.checkInvariants() + ledger.complaints
      guard !complaints.isEmpty else { return true }
      Issue.record(
        """
        SOAK_SEED=\(seed), \(step), at \(world.time.microseconds) µs:
        \(complaints.joined(separator: "\n"))
        after \(history.suffix(12).map { "\($0)" }.joined(separator: "\n      "))
        """)
      return false
    }
    for step in 0..<Self.steps {
      let operation = RandomOperation.draw(using: &random)
      history.append(operation)
      world.perform(operation, after: RandomOperation.delay(using: &random))
      guard isSound("step \(step)") else { return }
    }
    world.finish()
    guard isSound("the end") else { return }
    expectRest(of: world, ledger, seed)
  }

  /// With no finger down and no time left to pass, nothing is under way.
  private func expectRest(of world: RandomWorld, _ ledger: Ledger, _ seed: UInt64) {
    let application = world.application
    #expect(application.liveTouches.isEmpty, "SOAK_SEED=\(seed)")
    #expect(application.livePresses.isEmpty, "SOAK_SEED=\(seed)")
    #expect(application.deadline == nil, "SOAK_SEED=\(seed)")
    #expect(!ledger.hasOpenTouches, "SOAK_SEED=\(seed)")
    #expect(!ledger.hasOpenQuestions, "SOAK_SEED=\(seed)")
    for recognizer in world.recognizers {
      #expect(recognizer.state == .possible, "SOAK_SEED=\(seed) \(recognizer.id)")
      #expect(recognizer.touches.isEmpty, "SOAK_SEED=\(seed) \(recognizer.id)")
    }
  }

  @Test(arguments: seeds.prefix(20))
  func `the same operations give the same reports, however late the engine is woken`(
    seed: UInt64
  ) {
    let asleep = reports(seed: seed) { _, _, _ in }
    let punctual = reports(seed: seed) { application, _, limit in
      while let deadline = application.deadline, deadline < limit {
        application.advance(to: deadline)
      }
    }
    var wakes = SeededGenerator(seed: seed)
    let irregular = reports(seed: seed) { application, now, limit in
      let gap = limit.microseconds - now.microseconds
      guard gap > 1 else { return }
      let late = Int64.random(in: 0..<gap, using: &wakes)
      application.advance(to: Instant(microseconds: now.microseconds + late))
    }
    #expect(!asleep.isEmpty)
    expectSame(asleep, punctual, "SOAK_SEED=\(seed), woken at every deadline")
    expectSame(asleep, irregular, "SOAK_SEED=\(seed), woken at odd times")
  }

  private func expectSame(_ one: [String], _ other: [String], _ comment: Comment) {
    let difference = zip(one, other).first { $0.0 != $0.1 }
    if let difference {
      Issue.record("\(comment): \"\(difference.0)\" became \"\(difference.1)\"")
    } else {
      #expect(one.count == other.count, comment)
    }
  }

  /// What the engine says during a run in which `wake` may let time pass before each step.
  private func reports(
    seed: UInt64, wake: (Application, _ now: Instant, _ limit: Instant) -> Void
  ) -> [String] {
    var random = SeededGenerator(seed: seed)
    let world = RandomWorld(using: &random)
    world.application.outbox.wants = Ledger.wants.union([.scroll, .control])
    world.application.outbox.removeAll()
    for _ in 0..<300 {
      let operation = RandomOperation.draw(using: &random)
      // Waiting is what this test varies; and an event at the very moment of a timer is a tie.
      if case .wait = operation { continue }
      let delay = RandomOperation.delay(using: &random)
      wake(
        world.application, world.time, Instant(microseconds: world.time.microseconds + delay))
      world.perform(operation, after: delay)
    }
    world.finish()
    return world.application.outbox.lines
  }
}

extension Outbox {
  /// The reports as text, without the numbers of turns.
  fileprivate var lines: [String] {
    reports.compactMap { report in
      line(report.kind).map { "\(report.time.microseconds) \($0)" }
    }
  }

  private func line(_ kind: Report.Kind) -> String? {
    switch kind {
    case .touches(let phase, let responder, let range):
      "\(responder.id) \(phase.word) \(touches[range].map { "\($0.touch) \($0.location)" })"
    case .press(let phase, let responder, let press):
      "\(responder.id) \(phase.word) \(press.type.name)"
    case .motion(let phase, let responder): "\(responder.id) motion \(phase.rawValue)"
    case .remoteControl(let command, let responder): "\(responder.id) \(command.rawValue)"
    case .action(let recognizer, let state, let index):
      "\(recognizer.id) action \(state.word) \(gestures[index].measure)"
    case .control(let control, let event, _, let value, _):
      "\(control.id) \(event.name) \(value ?? 0)"
    case .scrolled(let scrollView, let phase, let offset, let zoom, _):
      "\(scrollView.id) \(phase.rawValue) \(offset) \(zoom)"
    case .transition(let recognizer, let from, let to, let reason):
      "\(recognizer.id) \(from.word)>\(to.word) \(reason)"
    case .recognizerTouches(let phase, let recognizer, let range):
      "\(recognizer.id) given \(phase.word) \(touches[range].map(\.touch))"
    case .reset(let recognizer): "\(recognizer.id) reset"
    case .tracking(let control, let step): "\(control.id) \(step.rawValue)"
    case .holds(let recognizer, _, let phase, _): "\(recognizer.id) holds \(phase.word)"
    case .asksOutside(let question, _, let recognizer, _): "\(recognizer.id) asks \(question)"
    case .answerMissing(let question, let recognizer, let answer):
      "\(recognizer.id) hears nothing on \(question), so \(answer ?? true)"
    default: nil
    }
  }
}
