// The way of one device's touches and keys to the rest of the system.
//
//     waiting ──no finger is down──► passing ──closed──► over
//        ▲────────── paused ────────────┘
//
// A touch that began while others read the device themselves is theirs: it is never passed on.

package import Configuration
package import Linux
package import ResponderKit

/// Passes the touches of one device that views pass on, and its unhandled keys, to a virtual device.
package final class TouchPasser {
  private enum State {
    case waiting
    /// Contacts with a higher number are passed on.
    case passing(after: Int)
    case over
  }

  private let scale: AxisScale
  private var writer: TouchWriter
  private var keys = PassedKeys()
  private var device: (any VirtualDevice)?
  private var state = State.waiting
  /// The turn of the engine that the open frame belongs to.
  private var frame: UInt64 = 0
  /// What readers of the real device do with its places, and those of the virtual one do not.
  private var correction: AffineTransform?
  private var hasWritten = false
  private let failed: (SystemError) -> Void

  /// A way to a virtual device that announces this; `failed` is called once when writing fails.
  package init(
    _ device: any VirtualDevice, _ description: EventDescription, scale: AxisScale,
    cancel: PassedOnCancel, failed: @escaping (SystemError) -> Void
  ) {
    self.device = device
    self.scale = scale
    self.failed = failed
    writer = TouchWriter(description, cancel: cancel)
  }

  /// The node of the virtual device; nil when it is gone.
  package var node: String? { device?.node }

  /// Whether it waits for fingers to lift that others have seen coming.
  var isWaiting: Bool { if case .waiting = state { true } else { false } }

  /// From now on only we read the device; contacts up to this number are others'.
  package func begin(after contact: Int) {
    if isWaiting { state = .passing(after: contact) }
  }

  /// Makes up for a calibration by udev that only one of both devices has: rules that go by the path
  /// fit the real one alone.
  func calibrate(real: CalibrationMatrix?, virtual: CalibrationMatrix?) {
    guard real != virtual else {
      correction = nil
      return
    }
    let wayBack = (virtual ?? .identity).transform.inverted ?? .identity
    correction = (real ?? .identity).transform.concatenating(wayBack)
  }

  /// Receives one phase of a touch that a view passes on, in a turn of the engine.
  package func receive(_ phase: TouchPhase, _ touch: TouchReport, turn: UInt64) {
    guard case .passing(let last) = state, touch.contact > last else { return }
    if turn != frame {
      writer.endFrame()
      frame = turn
    }
    switch phase {
    case .began: writer.begin(raw(touch))
    case .moved: writer.move(raw(touch))
    case .ended: writer.end(touch.contact)
    case .cancelled: writer.cancel(touch.contact)
    case .stationary: break
    }
  }

  // MARK: Keys

  /// Receives a key of the device; one without a meaning, such as a letter, is passed on at once.
  func receive(key code: Int, isDown: Bool, meaning: KeyMeaning?) {
    guard case .passing = state else { return }
    keys.receive(code, isDown: isDown, meaning: meaning, to: &writer)
    flush()
  }

  /// A press was taken, so its key is not passed on.
  package func keep(_ press: PressType) { keys.keep(press) }

  /// A command was taken, so its key is not passed on.
  package func keep(_ command: RemoteControlSubtype) { keys.keep(command) }

  /// Passes unhandled keys on when a turn of the engine is over.
  package func finishTurn(_ status: (PressType) -> PassedPressStatus) {
    guard keys.isUndecided else { return }
    keys.finishTurn(to: &writer, status)
    flush()
  }

  /// Events were lost, and these keys are down.
  func resynchronize(_ down: Set<Int>) {
    keys.resynchronize(down, to: &writer)
    flush()
  }

  private func raw(_ touch: TouchReport) -> RawContact {
    scale.raw(
      touch.contact, at: touch.screenLocation, touch.detail,
      tool: touch.type == .pencil ? .pen : .finger, correction: correction)
  }

  /// Writes what was taken.
  package func flush() {
    writer.endFrame()
    guard !writer.events.isEmpty else { return }
    defer { writer.removeAll() }
    hasWritten = true
    do throws(SystemError) {
      try device?.write(writer.events)
    } catch {
      device = nil
      state = .over
      failed(error)
    }
  }

  /// Whether a finger lies on the virtual touchscreen.
  package var isTouched: Bool { writer.count > 0 }

  /// For how long a virtual touchscreen stays whose fingers have been taken away, in microseconds:
  /// what others have not read when it goes, the kernel forgets.
  package static let patience: Int64 = 300_000

  /// Takes all fingers away, until it begins again.
  func pause() {
    writer.cancelAll()
    flush()
    if case .passing = state { state = .waiting }
  }

  /// Takes all fingers away, and then the virtual touchscreen.
  func close(on loop: EventLoop?) {
    writer.cancelAll()
    flush()
    state = .over
    if hasWritten, let loop, let device {
      // Once set, the loop holds the timer, and the timer the device.
      let timer = loop.timer { withExtendedLifetime(device) {} }
      timer.deadline = loop.clock.now() + TouchPasser.patience
    }
    device = nil
  }
}
