// Reading the configuration again while fingers may be down.
//
//     in use ──SIGHUP──► reading, in slices ──valid──► waiting for fingers on what changes
//       ▲  └─────────────────┘ └──invalid: reported, nothing changes       │ none, or forced
//       └──────────── merging, in slices (Daemon+Merging) ◄────────────────┘

import Blueprint
import LinuxKit
import Permissions
import ResponderKit
import Wire
import YAML

extension Daemon {
  /// Reads the configuration file again; it applies as soon as no finger is on what it changes, or
  /// at once when forced. An invalid file changes nothing. The answer contains the warnings.
  func reload(
    force: Bool, then answer: @escaping (Result<[String], ConfigurationError>) -> Void = { _ in }
  ) {
    manager.reloading(at: loop.clock.now())
    configurationReader.read(ConfigurationReading.Order(force: force, answers: [answer]))
  }

  /// Applies what was read as soon as it can be, and answers those who asked for it.
  func finish(
    _ order: ConfigurationReading.Order, _ result: Result<ReadConfiguration, ConfigurationError>
  ) {
    switch result {
    case .success(let read):
      nextConfiguration = read
      configurationError = nil
      if order.force { cancelBlockingTouches(read) }
      applyNextConfiguration()
      afterMerging { [unowned self] in
        // The client that asked for the reload need not wait for a finger, which may lie there
        // without end.
        notifyReady()
        if nextConfiguration != nil {
          log.write(
            .notice, .config,
            "configuration read; it applies as soon as no finger is on what it changes")
        }
        for answer in order.answers { answer(.success(read.warnings)) }
      }
    case .failure(let error):
      figures.failedReloads += 1
      configurationError = error.description
      log.write(
        .error, .config,
        "the new configuration is invalid; the previous one still applies:\n\(error)")
      notifyReady()
      for answer in order.answers { answer(.failure(error)) }
    }
  }

  /// Applies the waiting configuration, if no finger is on what it changes.
  func applyNextConfiguration() {
    // A configuration that is being read replaces it, and was compared with the current one.
    guard let next = nextConfiguration, !configurationReader.isReading, merging == nil,
      !isKeptWaiting(next)
    else {
      return
    }
    nextConfiguration = nil
    reclaimAudiences()
    let settings = next.configuration.settings
    logUnchangeable(from: configuration.settings, to: settings)
    if next.configuration.application.id != configuration.application.id {
      log.write(
        .warning, .config,
        "application.id: the change applies after a restart: sudo systemctl restart responderd")
    }
    if configuration.settings.limits.client.history != settings.limits.client.history {
      history = History(limit: settings.limits.client.history)
    }
    configuration = DaemonConfiguration(next.configuration, over: configuration.tree)
    accessRules = next.accessRules
    figures.reloads += 1
    // The device settings of the file apply again.
    overrides = DeviceOverrides()
    merging = next.difference.map { Merging($0, of: self) }
    merging?.merge.begin()
    changes.insert(.configuration)
    afterChange()
    log.write(.notice, .config, "configuration applied: \(summary)")
    mergeOn()
  }

  private func isKeptWaiting(_ next: ReadConfiguration) -> Bool {
    let (touches, presses) = keepingWaiting(next)
    return !touches.isEmpty || !presses.isEmpty
  }

  /// The touches and presses on what a configuration changes.
  private func keepingWaiting(
    _ next: ReadConfiguration
  ) -> (touches: ContiguousArray<Touch>, presses: ContiguousArray<Press>) {
    let application = configuration.application
    // A device with changed settings is opened again, and its touches are cancelled.
    let changesDevices =
      !overrides.isEmpty || next.difference?.hasOtherScreens ?? false
      || next.configuration.settings.deviceRules != configuration.settings.deviceRules
    if changesDevices { return (application.liveTouches, application.livePresses) }
    guard let difference = next.difference else { return ([], []) }
    return (
      application.liveTouches.filter { $0.view.map { difference.touches($0) } ?? false },
      application.livePresses.filter { $0.view.map { difference.touches($0) } ?? false }
    )
  }

  private func cancelBlockingTouches(_ next: ReadConfiguration) {
    let (touches, presses) = keepingWaiting(next)
    guard presses.isEmpty else { return cancelAll(because: .configuration) }
    for touch in touches {
      configuration.application.cancelTouch(touch.id, at: now, because: .configuration)
    }
    session.encode()
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

  /// The same as a request, which is answered when the file has been read.
  func reloadAsAsked(force: Bool) -> Reply {
    .later { [self] answer in
      reload(force: force) { [unowned self] read in
        let reply = read.map { warnings in
          Reply.result { [self] in
            $0.member("isWaiting", nextConfiguration != nil)
            $0.member("warnings", warnings)
          }
        }
        answer(reply.mapError { ProtocolError(.invalidEdit, $0.description) })
      }
    }
  }

  func cancelAll(because reason: CancelReason) {
    session.cancelAll(at: now, because: reason)
  }
}
