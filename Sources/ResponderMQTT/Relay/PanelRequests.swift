// Requests to panels through the broker, and their answers.

import LinuxKit
import ResponderClient
import Wire

/// Sends requests to panels; each has one answer, or an error if none came.
final class PanelRequests {
  private let loop: EventLoop
  private let mark: String
  private var queue: [OutgoingMessage] = []
  private var open: [String: (answer: (JSON) -> Void, deadline: Int64, panel: String)] = [:]
  private var lastNumber = 0
  private var overdue: Timer?

  private static let patience: Int64 = 8_000_000

  /// `mark` distinguishes the requests of this program from those of other programs.
  init(mark: String, loop: EventLoop) {
    self.mark = mark
    self.loop = loop
    overdue = loop.timer { [unowned self] in expire() }
  }

  /// The next message for the broker.
  func next() -> OutgoingMessage? { queue.isEmpty ? nil : queue.removeFirst() }

  /// Sends a request to a panel; `answer` is called without an id.
  func ask(
    _ panel: String, at topics: Topics, _ name: String, _ arguments: JSON,
    answer: @escaping (JSON) -> Void
  ) {
    lastNumber += 1
    let id = "\(mark)-\(lastNumber)"
    let deadline = loop.clock.now() + PanelRequests.patience
    open[id] = (answer, deadline, panel)
    if overdue?.deadline == nil { overdue?.deadline = deadline }
    let line: JSON = .object([.init("id", .string(id)), .init(name, arguments)])
    queue.append(
      OutgoingMessage(
        topic: topics.request, payload: ContiguousArray(line.text.utf8), kind: .event, qos: 1))
  }

  /// Handles an answer that a panel published; answers to other programs are ignored.
  func handle(_ payload: JSON) {
    guard let id = payload["id"]?.string, let waiting = open.removeValue(forKey: id) else { return }
    waiting.answer(
      .object(
        (payload.members ?? []).filter { !["id", "panel", "instance"].contains($0.name) }))
  }

  private func expire() {
    let now = loop.clock.now()
    for (id, waiting) in open.sorted(by: { $0.key < $1.key }) where waiting.deadline <= now {
      open[id] = nil
      waiting.answer(
        PanelConnection.error(
          code: "unavailable",
          "the panel \"\(waiting.panel)\" does not answer; its bridge may allow no requests"))
    }
    overdue?.deadline = open.values.map(\.deadline).min()
  }
}
