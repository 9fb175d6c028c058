// Frames for all receivers: changes at most at a rate, everything again every second.

import Linux

/// Collects contacts, and sends frames of them to every receiver.
final class FrameSender {
  private let receivers: [Receiver]
  private let loop: EventLoop
  private let interval: Int64
  private var board = ContactBoard()
  private var timer: Timer?
  private var heartbeat: Timer?
  private var lastFrame: Int64 = .min / 2
  // The end of the last contact is sent again, because it may be lost and no frame follows it.
  private var emptyFrames = 0

  private static let heartbeatInterval: Int64 = 1_000_000
  private static let emptyFrameInterval: Int64 = 50_000
  private static let mostEmptyFrames = 2

  init(
    _ settings: TUIOSettings, panel: String, loop: EventLoop, log: Log
  ) {
    self.loop = loop
    interval = Int64(1_000_000 / settings.contacts.rate)
    receivers = settings.receivers.map { Receiver($0, panel: panel, loop: loop, log: log) }
    timer = loop.timer { [unowned self] in sendNews() }
    heartbeat = loop.timer { [unowned self] in repeatAll() }
  }

  /// Starts to send.
  func start() {
    for receiver in receivers { receiver.start() }
    heartbeat?.deadline = loop.clock.now() + FrameSender.heartbeatInterval
  }

  /// Sends the end of all contacts.
  func stop() {
    timer?.deadline = nil
    heartbeat?.deadline = nil
    for receiver in receivers { receiver.stop() }
  }

  // MARK: Contacts

  /// Sets the size of the area in points.
  func resize(_ width: Double, _ height: Double) {
    for receiver in receivers { receiver.size = (width, height) }
  }

  /// Sets the position of a contact.
  func update(_ key: String, x: Double, y: Double, pressure: Double?, at time: Int64) {
    board.update(key, x: x, y: y, pressure: pressure, at: time)
  }

  /// Removes a contact.
  func lift(_ key: String) { board.lift(key) }

  /// Removes all contacts.
  func liftAll() { board.liftAll() }

  /// Sends changes, or sets the time for sending them; called before each wait of the loop.
  func beforeWait() {
    guard board.hasNews else {
      if let rest = board.deadline, timer?.deadline.map({ rest < $0 }) ?? true {
        timer?.deadline = rest
      }
      return
    }
    let due = lastFrame + interval
    if due <= loop.clock.now() { sendNews() } else { timer?.deadline = due }
  }

  private func sendNews() {
    let now = loop.clock.now()
    timer?.deadline = nil
    if board.hasNews || board.deadline.map({ $0 <= now }) ?? false {
      lastFrame = now
      let frame = board.frame(at: now)
      send(frame)
      emptyFrames = frame.alive.isEmpty ? FrameSender.mostEmptyFrames : 0
      if board.hasNews { timer?.deadline = now + interval }
    } else if emptyFrames > 0 {
      emptyFrames -= 1
      send(board.repetition)
    }
    if emptyFrames > 0, timer?.deadline == nil {
      timer?.deadline = now + FrameSender.emptyFrameInterval
    }
  }

  private func repeatAll() {
    heartbeat?.deadline = loop.clock.now() + FrameSender.heartbeatInterval
    send(board.repetition)
  }

  private func send(_ frame: TUIOFrame) {
    for receiver in receivers { receiver.send(frame) }
  }
}
