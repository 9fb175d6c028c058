// Hands out the frames of one recording, one after another.

package import ResponderKit

/// Hands out the frames of one recording; its time begins at zero.
package final class RecordingPlayer {
  /// Who reports.
  package let device: Device
  /// When the next frame comes, since the recording's start; nil at the end.
  package private(set) var nextTime: Instant?
  private let content: Recording.Content
  private let start: Int64
  private let translator: EventTranslator
  private var live = LiveState()
  private var position = 0
  private var isOver = false

  /// A player at the beginning of a recording; the mapping serves recordings in device units.
  package init(
    _ recording: Recording, device: Device, mapping: SurfaceMapping,
    settings: TranslationSettings = TranslationSettings()
  ) {
    self.device = device
    content = recording.content
    start = recording.start.microseconds
    let description: EventDescription
    switch recording.content {
    case .script: description = EventDescription()
    case .events(let own, _): description = own
    }
    translator = EventTranslator(
      description, device: device, mapping: mapping, settings: settings)
    load()
  }

  /// What the device did wrong so far.
  package var counters: ContactCounters { translator.slots.counters }

  /// Hands the next frame out, with this time in it, and goes on; false at the end.
  @discardableResult
  package func next(at time: Instant, _ body: (borrowing Frame) -> Void) -> Bool {
    guard nextTime != nil else { return false }
    translator.frame.time = time
    body(translator.frame)
    load()
    return true
  }

  /// Makes the next frame.
  private func load() {
    nextTime = nil
    guard !isOver else { return }
    switch content {
    case .script(let script):
      if position < script.steps.count {
        let step = script.steps[position]
        position += 1
        step.fill(&translator.frame)
        live.note(translator.frame)
        nextTime = step.time
      } else {
        endScript()
      }
    case .events(_, let events):
      while position < events.count {
        var event = events[position]
        event.time.microseconds -= start
        if let deadline = translator.deadline, deadline < event.time {
          guard translator.advance(to: deadline) else { continue }
          nextTime = translator.frame.time
          return
        }
        position += 1
        if translator.handle(event) {
          nextTime = translator.frame.time
          return
        }
      }
      endEvents()
    }
  }

  // MARK: The end

  /// A recording that stops while fingers are down is a device that went away.
  private func endScript() {
    isOver = true
    guard !live.isEmpty, case .script(let script) = content else { return }
    live.cancel(into: &translator.frame)
    nextTime = script.steps.last?.time
  }

  private func endEvents() {
    isOver = true
    guard case .events(_, let events) = content, let last = events.last else { return }
    if let deadline = translator.deadline, translator.advance(to: deadline) {
      isOver = false
      nextTime = translator.frame.time
    } else if translator.cancelAll(at: Instant(microseconds: last.time.microseconds - start)) {
      nextTime = translator.frame.time
    }
  }
}
