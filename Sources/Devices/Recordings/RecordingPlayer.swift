// Hands out the frames of one recording, one after another.

import Configuration
package import ResponderKit

/// Hands out the frames of one recording; its time begins at zero.
package final class RecordingPlayer {
  /// The device of the frames.
  package let device: Device
  /// The time of the next frame since the start of the recording; nil at the end.
  package private(set) var nextTime: Instant?
  private let content: Recording.Content
  private let start: Instant
  private let translator: EventTranslator
  private var live = LiveState()
  private var position = 0
  /// The steps of a script in a file.
  private let steps: TouchScriptSteps?
  /// The time of the last step of a script.
  private var lastStepTime: Instant?
  private var isOver = false
  private var filter: ContactFilter?
  /// The time of the next recorded frame, before the filter.
  private var recordedTime: Instant?
  /// A frame of the filter between two recorded frames.
  private var between: Frame
  private var isBetween = false

  /// A player at the beginning of a recording.
  package init(_ part: RecordingPart) {
    device = part.device
    content = part.recording.content
    start = part.recording.start
    steps = if case .scriptFile(let file) = content { TouchScriptSteps(file) } else { nil }
    let description: EventDescription
    switch part.recording.content {
    case .script, .scriptFile: description = EventDescription()
    case .events(let own, _): description = own
    }
    translator = EventTranslator(
      description, device: device, mapping: part.mapping, settings: part.translation)
    between = Frame(time: Instant(microseconds: 0), device: device)
    filter = part.filter
    loadRecorded()
    load()
  }

  /// Why the recording ended early; nil while it can be read.
  package var failure: RecordingError? { steps?.failure }

  /// Counters of protocol violations.
  package var counters: ContactCounters { translator.slots.counters }

  /// Delivers the next frame with this time, and advances; false at the end.
  @discardableResult
  package func next(at time: Instant, _ body: (borrowing Frame) -> Void) -> Bool {
    guard nextTime != nil else { return false }
    if isBetween {
      between.time = time
      body(between)
    } else {
      translator.frame.time = time
      body(translator.frame)
      loadRecorded()
    }
    load()
    return true
  }

  /// Prepares the next frame: the recorded one, or one of the filter that is due before it.
  private func load() {
    isBetween = false
    nextTime = recordedTime
    guard filter != nil else { return }
    while true {
      if let deadline = filter?.deadline, recordedTime.map({ deadline <= $0 }) ?? true {
        between.removeAll()
        between.time = deadline
        filter?.apply(to: &between)
        guard between.isEmpty else {
          isBetween = true
          nextTime = deadline
          return
        }
      } else if let time = recordedTime {
        translator.frame.time = time
        filter?.apply(to: &translator.frame)
        nextTime = time
        guard translator.frame.isEmpty else { return }
        loadRecorded()
      } else {
        nextTime = nil
        return
      }
    }
  }

  /// Makes the next frame of the recording.
  private func loadRecorded() {
    recordedTime = nil
    guard !isOver else { return }
    switch content {
    case .script(let script):
      if position < script.steps.count {
        play(script.steps[position])
        position += 1
      } else {
        endScript()
      }
    case .scriptFile:
      if let step = steps?.takeNext() {
        play(step)
      } else {
        endScript()
      }
    case .events(_, let events):
      while position < events.count {
        var event = events[position]
        event.time = sinceStart(event.time)
        if let deadline = translator.deadline, deadline < event.time {
          guard translator.advance(to: deadline) else { continue }
          recordedTime = translator.frame.time
          return
        }
        let isFrame = translator.handle(event) { ahead in
          guard position + ahead < events.count else { return nil }
          var next = events[position + ahead]
          next.time = sinceStart(next.time)
          return next
        }
        position += 1
        if isFrame {
          recordedTime = translator.frame.time
          return
        }
      }
      endEvents()
    }
  }

  private func play(_ step: borrowing TouchScript.Step) {
    step.fill(&translator.frame)
    live.apply(translator.frame)
    recordedTime = step.time
    lastStepTime = step.time
  }

  private func sinceStart(_ time: Instant) -> Instant {
    Instant(microseconds: time.microseconds - start.microseconds)
  }

  // MARK: The end

  /// A recording that stops while fingers are down is a device that went away.
  private func endScript() {
    isOver = true
    guard !live.isEmpty else { return }
    live.cancel(into: &translator.frame)
    recordedTime = lastStepTime
  }

  private func endEvents() {
    isOver = true
    guard case .events(_, let events) = content, let last = events.last else { return }
    if let deadline = translator.deadline, translator.advance(to: deadline) {
      isOver = false
      recordedTime = translator.frame.time
    } else if translator.cancelAll(at: sinceStart(last.time)) {
      recordedTime = translator.frame.time
    }
  }
}
