// Plays recordings in real time, as if their devices were there.

package import Linux
package import ResponderKit

/// Plays recordings in real time, as if their devices were there.
package final class RecordingSource: Source {
  package unowned var delegate: (any SourceDelegate)?
  /// Called when every recording has been played as often as wanted.
  package var onEnd: (() -> Void)?
  private let parts: [RecordingPart]
  private let repeats: Bool
  private let maximumGap: TimeInterval?
  private var loop: EventLoop?
  private var timer: Timer?
  private var sequence: RecordingSequence?
  /// The contacts and keys that each recording holds down, so that an end in the middle cancels
  /// them.
  private var live: [LiveState] = []
  private var hasPlayed = false

  /// A source that plays these recordings together, once or again and again.
  package init(
    _ parts: [RecordingPart],
    repeats: Bool = false, maximumGap: TimeInterval? = nil
  ) {
    self.parts = parts
    self.repeats = repeats
    self.maximumGap = maximumGap
  }

  package func start(on loop: EventLoop) throws(SourceError) {
    self.loop = loop
    timer = loop.timer(.input) { [unowned self, unowned loop] in play(until: loop.moment) }
    begin(after: 0)
  }

  package func suspend() { end() }

  package func resume() { begin(after: 0) }

  package func stop() {
    end()
    timer = nil
    loop = nil
  }

  private func begin(after pause: TimeInterval) {
    guard let loop, sequence == nil else { return }
    let players = parts.map { RecordingPlayer($0) }
    for part in parts {
      delegate?.source(self, opened: part.device, part.recording.deviceDescription)
    }
    sequence = RecordingSequence(
      players, origin: Instant(microseconds: loop.clock.now()) + pause,
      maximumGap: maximumGap)
    live = parts.map { _ in LiveState() }
    schedule()
  }

  private func schedule() {
    guard let next = sequence?.nextTime else { return finish() }
    // However late the loop is, the engine's timers and other recordings have their turn in
    // between.
    timer?.deadline = next.microseconds
  }

  /// The time of the next frame; nil if nothing is played.
  package var nextTime: Instant? { sequence?.nextTime }

  /// Plays every frame up to a moment of the loop's clock.
  package func play(until moment: Int64) {
    while let next = sequence?.nextTime, next.microseconds <= moment {
      sequence?.next { frame in
        hasPlayed = true
        for index in parts.indices where parts[index].device === frame.device {
          live[index].apply(frame)
        }
        delegate?.source(self, received: frame)
      }
      // The delegate may have stopped the source while it handled the frame.
      guard sequence != nil else { return }
    }
    schedule()
  }

  private func finish() {
    end()
    // A pause, so that fingers of two rounds are not one double tap.
    if repeats, hasPlayed {
      begin(after: 1)
    } else {
      onEnd?()
    }
  }

  // MARK: The end

  private func end() {
    guard let loop, sequence != nil else { return }
    sequence = nil
    timer?.deadline = nil
    let now = Instant(microseconds: loop.moment)
    for index in parts.indices {
      let device = parts[index].device
      if !live[index].isEmpty {
        var frame = Frame(time: now, device: device)
        live[index].cancel(into: &frame)
        delegate?.source(self, received: frame)
      }
      delegate?.source(self, closed: device, at: now, because: "the recording is over")
    }
  }
}
