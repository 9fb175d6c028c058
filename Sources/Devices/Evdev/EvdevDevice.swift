// One device read through the kernel's own events.

import Configuration
import Glibc
import Linux
import ResponderKit

/// One device read through the kernel's own events.
final class EvdevDevice: OpenDevice {
  let device: Device
  let outlet: DeviceOutlet
  let surface: EventDescription
  private let handle: any KernelDevice
  private let translator: EventTranslator
  private let clock: MonotonicClock
  private let ignoresPresent: Bool
  private weak var loop: EventLoop?
  private var watch: Watch?
  private var timer: Timer?
  private var onLoss: ((String) -> Void)?
  /// Called when a person asks for grabbed devices back or ends that; false if it is not the time.
  var onEscape: (() -> Bool)?
  /// Called when the grab was released by hand, and when it applies again.
  var onGrab: ((Bool) -> Void)?
  /// Watches for the grab escape; nil if the device is not grabbed and has no such keys.
  private var grabWatch: GrabWatch?
  /// Whether other programs receive no events of it.
  private(set) var isGrabbed: Bool
  /// Until when the grab is released by hand; nil if it is not.
  private var releasedUntil: Instant?
  /// For how long the grab is released by hand.
  private let releaseTime: TimeInterval
  /// The virtual touchscreen that passes the touches on.
  let passer: TouchPasser?
  private(set) var passingTrouble: String?
  private var report: (SourceMessage) -> Void = { _ in }

  var counters: ContactCounters { translator.slots.counters }

  init(
    handle: any KernelDevice, device: Device, mapping: SurfaceMapping, rule: DeviceRule,
    outlet: DeviceOutlet, clock: MonotonicClock, passer: TouchPasser? = nil,
    passingTrouble: String? = nil,
    report: @escaping (SourceMessage) -> Void = { _ in }
  ) {
    self.handle = handle
    self.device = device
    self.outlet = outlet
    self.clock = clock
    surface = handle.description
    self.passer = passer
    self.passingTrouble = passingTrouble
    self.report = report
    isGrabbed = rule.grab && passer == nil
    grabWatch =
      rule.grab || passer != nil || device.kind == .keys
      ? GrabWatch(rule.grabEscape, handle.description, size: rule.physicalSize) : nil
    releaseTime = rule.grabEscape.release
    ignoresPresent = rule.presentContacts == .ignore
    translator = EventTranslator(
      handle.description, device: device, mapping: mapping, settings: rule.translation)
  }

  /// Reports the contacts that are down already, and starts to read; `onLoss` is called when the
  /// device is lost.
  func start(on loop: EventLoop, onLoss: @escaping (String) -> Void) throws(SystemError) {
    self.onLoss = onLoss
    self.loop = loop
    watch = try loop.watch(handle.raw, .readable) { [unowned self] _ in read() }
    timer = loop.timer(.input) { [unowned self] in expire() }
    // The state includes the queued events.
    if let error = drain() { throw error }
    if translator.begin(at: now, handle.state(), ignoringContacts: ignoresPresent) { send() }
    grabWhenIdle()
  }

  func close() {
    watch?.cancel()
    watch = nil
    timer?.deadline = nil
    onLoss = nil
    onEscape = nil
    onGrab = nil
    outlet.cancelAll()
    passer?.close(on: loop)
  }

  private var now: Instant { Instant(microseconds: clock.now()) }

  private func send() {
    outlet.deliver(&translator.frame)
    if isGrabbed || isReleased {
      grabWatch?.update(translator.slots, at: translator.frame.time)
    }
  }

  /// Whether the grab is released by hand.
  var isReleased: Bool { releasedUntil != nil }

  /// Releases the grab for a time: other programs read the device themselves.
  func releaseGrab() {
    guard isGrabbed else { return }
    isGrabbed = false
    passer?.pause()
    handle.ungrab()
    releasedUntil = now + releaseTime
    onGrab?(false)
    schedule()
  }

  /// Ends the release: the device is grabbed when no finger is down.
  func endRelease() {
    guard isReleased else { return }
    releasedUntil = now
    schedule()
  }

  /// Grabs the device as soon as no finger is down: other programs would never receive the end of a
  /// finger whose begin they have received.
  private func grabWhenIdle() {
    guard isReleased || passer?.isWaiting == true, translator.slots.isAtRest else { return }
    if let releasedUntil, now < releasedUntil { return }
    let hasKeys = device.kind == .keys
    if hasKeys, !handle.state().keys.isEmpty { return }
    do throws(SystemError) {
      try handle.grab()
      // One that came just before is theirs as well.
      let state = handle.state()
      guard !state.hasContacts, !hasKeys || state.keys.isEmpty else { return handle.ungrab() }
      isGrabbed = true
      passer?.begin(after: translator.slots.lastID)
    } catch {
      if let passer {
        passer.close(on: loop)
        passingTrouble = error.description
        report(.nothingPassedOn(device.name, "\(error)"))
      } else {
        report(SourceMessage(.warning, kind: "grab", "\(device.name): it is not grabbed: \(error)"))
      }
    }
    guard isReleased else { return }
    releasedUntil = nil
    if isGrabbed { onGrab?(true) }
  }

  private func read() {
    // Bounded, so that a device that floods us leaves room for the others.
    for _ in 0..<8 {
      switch handle.read() {
      case .nothing: return schedule()
      case .lost(let error): return lose(error)
      case .events(let count):
        var next = 0
        while true {
          // Nearly all events are about axes.
          let index = translator.handleAxes(next..<count, of: handle)
          guard index < count else { break }
          next = index &+ 1
          let event = handle.event(index)
          if event.type == InputType.synchronization, event.code == SyncCode.dropped {
            return recover()
          }
          if event.type == InputType.key { receive(key: event) }
          // Only a report asks for the events that follow.
          guard event.type == InputType.synchronization else {
            translator.handlePart(event)
            continue
          }
          let isFrame = translator.handle(event) {
            index + $0 < count ? handle.event(index + $0) : nil
          }
          if isFrame {
            send()
            // A receiver of the frame may have closed the device.
            guard watch != nil else { return }
          }
        }
        // There was room for more, so there is no more.
        if count < handle.capacity { return schedule() }
      }
    }
    schedule()
  }

  private func receive(key event: InputEvent) {
    if grabWatch?.handles(event) == true { _ = onEscape?() }
    passer?.receive(
      key: event.code, isDown: event.value != 0, meaning: translator.meaning(ofKey: event.code))
  }

  /// Events were lost: what is queued is stale, so it is passed over and the kernel is asked.
  private func recover() {
    if let error = drain() { return lose(error) }
    passer?.resynchronize(handle.state().keys)
    if translator.isAnonymous {
      if translator.cancelAll(at: now) { send() }
      translator.restartAnonymous()
    } else if translator.resynchronize(at: now, handle.state()) {
      send()
    }
  }

  /// Skips queued events; the kernel delivers whole frames, so the next one is complete.
  private func drain() -> SystemError? {
    while true {
      switch handle.read() {
      case .events: continue
      case .nothing: return nil
      case .lost(let error): return error
      }
    }
  }

  private func lose(_ error: SystemError) {
    let onLoss = onLoss
    close()
    onLoss?(error.number == ENODEV ? "it was unplugged, or access to it was revoked" : "\(error)")
  }

  private func schedule() {
    grabWhenIdle()
    var deadline = translator.deadline
    if isGrabbed || isReleased, let escape = grabWatch?.deadline {
      deadline = deadline.map { min($0, escape) } ?? escape
    }
    if let releasedUntil, now < releasedUntil {
      deadline = deadline.map { min($0, releasedUntil) } ?? releasedUntil
    }
    if timer?.deadline != deadline?.microseconds { timer?.deadline = deadline?.microseconds }
  }

  private func expire() {
    if translator.advance(to: now) { send() }
    if isGrabbed || isReleased, grabWatch?.isDue(at: now) == true, onEscape?() == false {
      grabWatch?.restart(at: now)
    }
    schedule()
  }
}
