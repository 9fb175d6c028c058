// Reading the configuration again while fingers may be down.
//
//     in use ──SIGHUP──► reading, in slices ──valid──► waiting for fingers on what changes
//       ▲  └─────────────────┘ └──invalid: reported, nothing changes       │ none, or forced
//       └──────────────────── merging, in slices ◄─────────────────────────┘

import Blueprint
import LinuxKit
import Permissions
import ResponderKit
import Wire
import YAML

/// The configuration that is read again: how far it is on the way to the tree.
final class Reloading {
  /// Reads the configuration again.
  private(set) lazy var reader = ConfigurationReader(
    loop,
    begin: { [unowned self] (order) throws(SystemError) in
      try ConfigurationReading(
        order, daemon.options.configuration, after: configurations.current, log, loop.clock)
    }, finish: { [unowned self] in finish($0, $1) })

  private unowned let daemon: Daemon
  private let configurations: Configurations
  private let loop: EventLoop
  private let log: Log
  // The merge of a new configuration that is under way.
  private var merging: Merging?
  private var timer: Timer?

  /// The reloading of a daemon's configuration.
  init(of daemon: Daemon) {
    self.daemon = daemon
    configurations = daemon.configurations
    loop = daemon.loop
    log = daemon.log
  }

  /// Whether the tree is being changed.
  var isMerging: Bool { merging != nil }

  /// Reads the configuration file again; it applies as soon as no finger is on what it changes, or
  /// at once when forced. An invalid file changes nothing. The answer contains the warnings.
  func reload(
    force: Bool, then answer: @escaping (Result<[String], RefusedConfiguration>) -> Void
  ) {
    daemon.manager.reloading(at: loop.clock.now())
    reader.read(ConfigurationReading.Order(force: force, answers: [answer]))
  }

  /// Reads and merges nothing more, because the daemon ends.
  func stop() { reader.stop() }

  // Applies what was read as soon as it can be, and answers those who asked for it.
  private func finish(
    _ order: ConfigurationReading.Order, _ result: Result<ReadConfiguration, RefusedConfiguration>
  ) {
    switch result {
    case .success(let read):
      configurations.wait(read)
      if order.force { cancelBlockingTouches(read) }
      applyNext()
      afterMerging { [unowned self] in
        // The client that asked for the reload need not wait for a finger, which may lie there
        // without end.
        daemon.notifyReady()
        if configurations.next != nil {
          log.write(
            .notice, .config,
            "configuration read; it applies as soon as no finger is on what it changes")
        }
        for answer in order.answers { answer(.success(read.warnings)) }
      }
    case .failure(let error):
      daemon.figures.countFailedReload()
      configurations.refuse(error)
      log.write(
        .error, .config,
        "the new configuration is invalid; the previous one still applies:\n\(error)")
      daemon.notifyReady()
      for answer in order.answers { answer(.failure(error)) }
    }
  }

  // MARK: Applying

  /// Applies the waiting configuration, if no finger is on what it changes.
  func applyNext() {
    // A configuration that is being read replaces it, and was compared with the current one.
    guard let waiting = configurations.next, !reader.isReading, merging == nil,
      !isKeptWaiting(waiting), let next = configurations.removeNext()
    else { return }
    let settings = next.configuration.settings
    logUnchangeable(from: configurations.current.settings, to: settings)
    if next.configuration.application.id != configurations.current.application.id {
      log.write(
        .warning, .config,
        "application.id: the change applies after a restart: sudo systemctl restart responderd")
    }
    daemon.history.use(limit: settings.limits.client.history)
    configurations.use(next)
    daemon.figures.countReload()
    // The device settings of the file apply again.
    daemon.sources.use(DeviceOverrides())
    merging = next.difference.map { Merging($0, of: daemon) }
    merging?.merge.begin()
    daemon.changes.insert(.configuration)
    daemon.afterChange()
    log.write(.notice, .config, "configuration applied: \(daemon.summary)")
    mergeOn()
  }

  private func isKeptWaiting(_ next: ReadConfiguration) -> Bool {
    let (touches, presses) = keepingWaiting(next)
    return !touches.isEmpty || !presses.isEmpty
  }

  // The touches and presses on what a configuration changes.
  private func keepingWaiting(
    _ next: ReadConfiguration
  ) -> (touches: ContiguousArray<Touch>, presses: ContiguousArray<Press>) {
    let application = configurations.current.application
    // A device with changed settings is opened again, and its touches are cancelled.
    let changesDevices =
      !daemon.sources.overrides.isEmpty || next.difference?.hasOtherScreens ?? false
      || next.configuration.settings.deviceRules != configurations.current.settings.deviceRules
    if changesDevices { return (application.liveTouches, application.livePresses) }
    guard let difference = next.difference else { return ([], []) }
    return (
      application.liveTouches.filter { $0.view.map { difference.touches($0) } ?? false },
      application.livePresses.filter { $0.view.map { difference.touches($0) } ?? false }
    )
  }

  private func cancelBlockingTouches(_ next: ReadConfiguration) {
    let (touches, presses) = keepingWaiting(next)
    guard presses.isEmpty else { return daemon.cancelAll(because: .configuration) }
    for touch in touches {
      configurations.current.application.cancelTouch(
        touch.id, at: daemon.now, because: .configuration)
    }
    daemon.session.encode()
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

  // MARK: Merging

  // Runs a closure once no merge is under way.
  private func afterMerging(_ body: @escaping () -> Void) {
    guard let merging else { return body() }
    merging.runAfterwards(body)
  }

  // Continues the merge, for as long as one turn may take.
  private func mergeOn() {
    guard daemon.step != .ending, let merging else { return }
    let began = loop.clock.now()
    var isDone = false
    daemon.perform {
      repeat {
        isDone = !merging.merge.proceed()
      } while !isDone && loop.clock.now() <= began + reader.slice
      if isDone { merging.merge.finish() }
    }
    loop.record("reload", took: loop.clock.now() - began)
    merging.sendRemovals()
    guard isDone else {
      // Touches and clients are served before the merge continues.
      if timer == nil { timer = loop.timer { [unowned self] in mergeOn() } }
      timer?.deadline = loop.clock.now() + 1
      return
    }
    self.merging = nil
    configurations.use(missing: merging.merge.missing)
    for problem in merging.merge.problems {
      log.write(.warning, .config, "what programs have set contradicts the file: \(problem)")
    }
    if merging.merge.difference.hasOtherScreens { daemon.requireSnapshots() }
    applyNext()
    for body in merging.afterwards { afterMerging(body) }
  }
}
