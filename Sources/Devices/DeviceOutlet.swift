// Sends the frames of one open device through its filter to the delegate.

import Configuration
import Linux
import ResponderKit

/// Sends the frames of one open device through its filter to the delegate.
final class DeviceOutlet {
  /// The device of the frames.
  let device: Device
  private(set) var live = LiveState()
  private(set) var filter: ContactFilter?
  private let clock: MonotonicClock
  private let send: (borrowing Frame) -> Void
  private var timer: Timer?
  private var spare: Frame
  /// The buttons of the last frame, which are still pressed as a filter's own deadline passes.
  private var buttons: ButtonMask = []

  init(
    _ device: Device, _ filter: ContactFilter?, loop: EventLoop,
    send: @escaping (borrowing Frame) -> Void
  ) {
    self.device = device
    self.send = send
    clock = loop.clock
    spare = Frame(time: Instant(microseconds: 0), device: device)
    guard let filter else { return }
    self.filter = filter
    timer = loop.timer(.input) { [unowned self] in expire() }
  }

  /// Handles a frame of the device.
  func deliver(_ frame: inout Frame) {
    if filter != nil {
      defer { buttons = frame.buttonMask }
      // Changes that were due earlier are sent in a frame of their own, with their own time.
      while let deadline = filter?.deadline, deadline <= frame.time { expire() }
      filter?.apply(to: &frame)
      timer?.deadline = filter?.deadline?.microseconds
    }
    pass(frame)
  }

  private func expire() {
    guard let deadline = filter?.deadline else { return }
    spare.removeAll()
    spare.time = deadline
    spare.buttonMask = buttons
    filter?.apply(to: &spare)
    timer?.deadline = filter?.deadline?.microseconds
    pass(spare)
  }

  private func pass(_ frame: borrowing Frame) {
    guard !frame.isEmpty else { return }
    live.apply(frame)
    send(frame)
  }

  /// Cancels whatever is down, at once.
  func cancelAll() {
    timer?.deadline = nil
    filter?.forgetAll()
    guard !live.isEmpty else { return }
    // A frame of its own: this may be called while the spare one is on its way.
    var frame = Frame(time: Instant(microseconds: clock.now()), device: device)
    live.cancel(into: &frame)
    send(frame)
  }
}
