// Reading the configuration again while fingers may be down.
//
//     in use ──SIGHUP──► to be read ──no finger is down, 2 s, or forced──► read
//       ▲  ▲                                                                 │
//       │  └──────────invalid: reported, nothing changes─────────────────────┤ valid
//       └──no finger is on what goes or moves, 60 s, or forced── waiting ◄───┘
//
// A configuration that is to be confirmed is in use for its time, and then the one before it again:
//
//     confirmed ──applied, with a time──► unconfirmed ──confirm──► confirmed
//         ▲                                    │
//         └────────the time is over────────────┘

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

/// A configuration that was read and is valid, but does not apply yet.
struct ReadConfiguration {
  var configuration: DaemonConfiguration
  /// The screens that it has here.
  var screens: [Screen]
  /// What it changes in the tree, as the tree was when it was compared last.
  var difference: TreeDifference
  /// The access rules of the configuration.
  var accessRules: AccessRules
  var warnings = ConfigurationWarnings(all: [], ofPublicWindows: [])
  /// The seconds for which it applies unless it is confirmed; nil for one that need not be.
  var confirmWithin: Int?
}

/// The warnings about a configuration.
struct ConfigurationWarnings {
  let all: [String]
  /// Those that are not about what is in private windows.
  let ofPublicWindows: [String]
}

/// The configuration that is read again: how far it is on the way to the tree.
final class Reloading {
  /// What to do with the configuration, and the requests that wait for the result.
  private struct Order {
    var force: Bool
    var confirmWithin: Int?
    var answers: [(Result<ConfigurationWarnings, RefusedConfiguration>) -> Void]
  }

  // The longest time for which reading waits until no finger is down, in microseconds: reading a
  // large file delays fingers by some frames.
  private static let patience: Int64 = 2_000_000
  // The longest time for which a file that was read waits for a finger, in microseconds: one may be
  // stuck.
  private static let longestWait: Int64 = 60_000_000

  private unowned let daemon: Daemon
  private let configurations: Configurations
  private let loop: EventLoop
  private let log: Log
  // The file is to be read, until the timer at the latest; or was read and applies then at the latest.
  private var order: Order?
  private var timer: Timer?
  // The end of the time to confirm the current configuration, and whether it is reached.
  private var confirmation: Timer?
  private var isTooLate = false

  /// The reloading of a daemon's configuration.
  init(of daemon: Daemon) {
    self.daemon = daemon
    configurations = daemon.configurations
    loop = daemon.loop
    log = daemon.log
  }

  /// Reads the configuration file again at the end of a turn in which no finger is down, after 2
  /// seconds at the latest, or at the end of this turn when forced. It applies as soon as no finger
  /// is on what it removes or moves, or at once when forced. An invalid file changes nothing. The answer
  /// contains the warnings. With a number of seconds, the configuration before it applies again if it
  /// is not confirmed within them.
  func reload(
    force: Bool, confirmWithin seconds: Int?,
    then answer: @escaping (Result<ConfigurationWarnings, RefusedConfiguration>) -> Void
  ) {
    daemon.manager.reloading(at: loop.clock.now())
    if timer == nil { timer = loop.timer {} }
    if order == nil { timer?.deadline = loop.clock.now() + Reloading.patience }
    order = Order(
      force: force || order?.force ?? false,
      confirmWithin: [order?.confirmWithin, seconds].compactMap(\.self).min(),
      answers: (order?.answers ?? []) + [answer])
  }

  /// Whether a configuration is to be read, was read and does not apply yet, or was not confirmed.
  var isDue: Bool { order != nil || configurations.next != nil || isTooLate }

  /// Reads and applies what need not wait any longer; called at the end of each turn.
  func proceed() {
    guard daemon.step == .running else { return }
    if isTooLate { goBack() }
    guard let order else { return applyWaiting() }
    let isTouched = !configurations.current.application.liveTouches.isEmpty
    if isTouched, !order.force, timer?.deadline != nil { return }
    self.order = nil
    timer?.deadline = nil
    let began = loop.clock.now()
    finish(order, read(order))
    loop.record("reload", took: loop.clock.now() - began)
  }

  private func read(_ order: Order) -> Result<ReadConfiguration, RefusedConfiguration> {
    do throws(RefusedConfiguration) {
      let configuration = try DaemonConfiguration(reading: daemon.options.configuration, log: log)
      // Only what it says is needed of the tree that was built to check it.
      let screens = configuration.tree.screens
      configuration.tree.breakReferenceCycles()
      let accessRules = Daemon.accessRules(under: configuration, log: log)
      return .success(
        ReadConfiguration(
          configuration: configuration, screens: screens,
          difference: difference(configuration.blueprint, screens), accessRules: accessRules,
          warnings: Daemon.warnings(about: configuration, accessRules),
          // Until one is confirmed, all that follow it are to be confirmed.
          confirmWithin: order.confirmWithin ?? configurations.next?.confirmWithin
            ?? configurations.unconfirmed?.seconds))
    } catch {
      return .failure(error)
    }
  }

  private func difference(_ blueprint: Blueprint, _ screens: [Screen]) -> TreeDifference {
    let wants = configurations.wants
    let before = wants.state
    defer { wants.state = before }
    wants.use(blueprint.wanted)
    return wants.difference(screens: screens, in: configurations.current.tree)
  }

  // Applies what was read as soon as it can be, and answers those who asked for it.
  private func finish(
    _ order: Order, _ result: Result<ReadConfiguration, RefusedConfiguration>
  ) {
    switch result {
    case .success(let read):
      configurations.wait(read)
      if order.force { cancelBlockingTouches(read) }
      if !isKeptWaiting(read) { apply(read) }
      // The client that asked for the reload need not wait for a finger, which may lie there without
      // end.
      daemon.notifyReady()
      if configurations.next != nil {
        timer?.deadline = loop.clock.now() + Reloading.longestWait
        log.write(
          .notice, .config,
          "configuration read; it applies as soon as no finger is on what it removes or moves")
      }
      for answer in order.answers { answer(.success(read.warnings)) }
    case .failure(let error):
      daemon.figures.countFailedReload()
      configurations.refuse(error.reason)
      // The fact and its fix come before the errors, which may be many.
      daemon.health.update()
      log.write(
        .error, .config,
        "the new configuration is invalid; the previous one still applies:\n\(error)")
      daemon.notifyReady()
      for answer in order.answers { answer(.failure(error)) }
    }
  }

  // MARK: Applying

  // Applies the waiting configuration, if no finger is on what goes or moves any more.
  private func applyWaiting() {
    guard var next = configurations.next else { return }
    let isForced = timer?.deadline == nil
    guard isForced || !isKeptWaiting(next) else { return }
    // Programs may have changed the tree since.
    next.difference = difference(next.configuration.blueprint, next.screens)
    if isForced { cancelBlockingTouches(next) }
    guard !isKeptWaiting(next) else { return configurations.wait(next) }
    apply(next)
  }

  private func apply(_ next: ReadConfiguration) {
    _ = configurations.removeNext()
    timer?.deadline = nil
    let settings = next.configuration.settings
    logUnchangeable(from: configurations.current.settings, to: settings)
    if next.configuration.application.id != configurations.current.application.id {
      log.write(
        .warning, .config,
        "application.id: the change applies after a restart: sudo systemctl restart responderd")
    }
    use(next)
    log.write(.notice, .config, "configuration applied: \(daemon.summary)")
  }

  private func use(_ next: ReadConfiguration) {
    configurations.use(next)
    daemon.health.look()
    if confirmation == nil { confirmation = loop.timer { [unowned self] in isTooLate = true } }
    confirmation?.deadline = next.confirmWithin.map { loop.clock.now() + Int64($0) * 1_000_000 }
    daemon.figures.countReload()
    daemon.changes.insert(.configuration)
    change(to: next)
    daemon.afterChange()
  }

  private func change(to next: ReadConfiguration) {
    let hasOtherScreens = next.difference.hasOtherScreens
    configurations.wants.use(next.configuration.blueprint.wanted)
    daemon.make(
      configurations.wants.difference(screens: next.screens, in: configurations.current.tree))
    if hasOtherScreens { daemon.requireSnapshots() }
  }

  // MARK: Confirming

  /// The seconds that are left to confirm the current configuration; nil if it need not be.
  var secondsToConfirm: Int? {
    guard configurations.unconfirmed != nil else { return nil }
    let left = (confirmation?.deadline ?? 0) - loop.clock.now()
    return Int(max(0, left) + 999_999) / 1_000_000
  }

  /// The seconds to confirm the configuration that was read last, from when it applies.
  var secondsToConfirmLatest: Int? {
    configurations.next.map(\.confirmWithin) ?? secondsToConfirm
  }

  /// Keeps the current configuration.
  func confirm() throws(ProtocolError) {
    guard configurations.unconfirmed != nil else {
      if configurations.next?.confirmWithin != nil {
        throw ProtocolError(
          .unavailable,
          "the new configuration does not apply yet: a finger is on what it removes or moves; "
            + "confirm it afterwards")
      }
      if case .notConfirmed = configurations.refusal {
        throw ProtocolError(
          .unavailable, "it is too late: the configuration before the new one applies again")
      }
      throw ProtocolError(.unavailable, "no configuration waits for a confirmation")
    }
    configurations.confirm()
    confirmation?.deadline = nil
    isTooLate = false
    log.write(.notice, .config, "the configuration is confirmed")
  }

  // At once: a finger that stays down must not keep what was not confirmed.
  private func goBack() {
    isTooLate = false
    guard let unconfirmed = configurations.unconfirmed else { return }
    let earlier = unconfirmed.earlier
    let read = ReadConfiguration(
      configuration: earlier.configuration, screens: earlier.screens,
      difference: difference(earlier.configuration.blueprint, earlier.screens),
      accessRules: earlier.accessRules)
    cancelBlockingTouches(read)
    use(read)
    let refusal = Refusal.notConfirmed(within: unconfirmed.seconds)
    // A file that was read since, and waits, is not refused.
    if configurations.next == nil { configurations.refuse(refusal) }
    log.write(.error, .config, refusal.text)
    daemon.health.look()
  }

  private func isKeptWaiting(_ next: ReadConfiguration) -> Bool {
    let (touches, presses) = keepingWaiting(next)
    return !touches.isEmpty || !presses.isEmpty
  }

  // The touches and presses on what a configuration removes or moves.
  private func keepingWaiting(
    _ next: ReadConfiguration
  ) -> (touches: ContiguousArray<Touch>, presses: ContiguousArray<Press>) {
    let application = configurations.current.application
    // A device with changed settings is opened again, and its touches are cancelled.
    let changesDevices =
      next.difference.hasOtherScreens
      || next.configuration.settings.deviceRules != configurations.current.settings.deviceRules
    if changesDevices { return (application.liveTouches, application.livePresses) }
    return (
      application.liveTouches.filter { $0.view.map { next.difference.touches($0) } ?? false },
      application.livePresses.filter { $0.view.map { next.difference.touches($0) } ?? false }
    )
  }

  private func cancelBlockingTouches(_ next: ReadConfiguration) {
    let (touches, presses) = keepingWaiting(next)
    guard presses.isEmpty else { return daemon.cancelAll(because: .configuration) }
    for touch in touches {
      configurations.current.application.cancelTouch(
        touch.id, at: daemon.now, because: .configuration)
    }
    daemon.panel.encode()
  }

  // The socket was opened with rights that the daemon may have given up since.
  private func logUnchangeable(from old: Settings, to new: Settings) {
    let sockets = [
      ("socket", old.socket, new.socket), ("controlSocket", old.controlSocket, new.controlSocket),
    ]
    for (key, before, after) in sockets {
      var wanted = after
      // Rights are evaluated for each request.
      if let rights = before?.rights { wanted?.rights = rights }
      guard before != wanted else { continue }
      log.write(
        .warning, .config,
        "\(key): the change applies after a restart: sudo systemctl restart responderd")
    }
  }
}
