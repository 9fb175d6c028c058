// The focus moves by itself, for those who have one switch: it chooses what has the focus.
//
//     resting ─┬─ an interval is set, or a press changes ─► waiting ─── no interval ──► resting
//              │                                            │   ▲
//              │                                after it: the focus moves, unless a press is down
//              └─ nothing has happened yet                  └───┘

/// Moves the focus of a zone in the order of the tree after each interval.
final class FocusScan {
  private unowned let zone: Zone
  private unowned let application: Application
  private lazy var timer = EngineTimer(.maximum) { [unowned self] time in move(at: time) }

  init(of zone: Zone, in application: Application) {
    self.zone = zone
    self.application = application
  }

  /// Waits for the whole interval from a time; without a time the next press begins it.
  func wait(from time: Instant) {
    application.timers.stop(timer)
    guard let interval = application.focusScanInterval, time != .distantPast else { return }
    application.timers.start(timer, at: time + interval)
  }

  private func move(at time: Instant) {
    if !application.livePresses.contains(where: { application.zones.zone(for: $0.device) === zone })
    {
      let view = zone.focused?.ownView ?? zone.pressTarget?.ownView
      _ = view?.moveFocus(by: 1)
    }
    wait(from: time)
  }
}
