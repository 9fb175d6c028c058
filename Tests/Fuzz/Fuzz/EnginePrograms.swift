// Programs of engine operations: fingers, edits, timers and answers in any order.

import ResponderKit

/// Runs a program of operations; the first byte makes the world, three bytes are one operation.
func runEngineProgram(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  var random = SeededGenerator(seed: UInt64(first))
  let world = RandomWorld(using: &random)
  world.application.outbox.wants = Ledger.wants
  world.application.outbox.removeAll()
  var ledger = Ledger()

  func check() {
    ledger.read(world.application.outbox, answered: world.answeredQuestion)
    world.application.outbox.removeAll()
    let complaints = world.application.checkInvariants() + ledger.complaints
    expect(complaints.isEmpty, complaints.joined(separator: "\n"))
  }

  var rest = bytes.dropFirst()
  while rest.count >= 3 {
    let step = Array(rest.prefix(3))
    rest = rest.dropFirst(3)
    random = SeededGenerator(seed: UInt64(step[0]) << 16 | UInt64(step[1]) << 8 | UInt64(step[2]))
    let operation = RandomOperation.draw(using: &random)
    world.perform(operation, after: RandomOperation.delay(using: &random))
    check()
  }
  world.finish()
  check()
  expect(world.application.liveTouches.isEmpty, "touches that never end")
  expect(world.application.deadline == nil, "a deadline though nothing is under way")
  expect(!ledger.hasOpenTouches && !ledger.hasOpenQuestions, "promises that are never kept")
}
