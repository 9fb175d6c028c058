// Reading the configuration again while fingers may be down.
//
//     in force ──SIGHUP, valid──► waiting ──no finger down, or forced──► in force (the new one)
//        ▲  └──SIGHUP, invalid: said, nothing changes

import Blueprint
import LinuxKit
import ResponderKit
import Wire
import YAML

extension Daemon {
  /// Reads the configuration file again; it comes into force when no finger is down, or at once
  /// when forced. An invalid file changes nothing.
  func reload(force: Bool) throws(ConfigurationError) {
    manager.reloading(at: loop.clock.now())
    do throws(ConfigurationError) {
      nextConfiguration = try Configuration(
        reading: options.configuration, log: log)
      configurationError = nil
    } catch {
      figures.failedReloads += 1
      configurationError = error.description
      log.say(.error, .config, "the configuration stays as it was:\n\(error)")
      sayReady()
      throw error
    }
    if force { cancelAll(because: .configuration) }
    applyNextConfiguration()
    // Who asked for the reload must not have to wait for a finger, which may lie there for ever.
    sayReady()
    if nextConfiguration != nil {
      log.say(.notice, .config, "read again; it comes into force when no finger is down")
    }
  }

  /// Puts the configuration that waits into force, if no finger is down.
  func applyNextConfiguration() {
    guard let next = nextConfiguration else { return }
    let old = configuration.application
    guard old.liveTouches.isEmpty, old.livePresses.isEmpty else { return }
    // What still waits for a timer, such as a double tap, ends here.
    cancelAll(because: .configuration)
    sayRecords()
    nextConfiguration = nil
    noteUnchangeable(from: configuration.settings, to: next.settings)
    next.application.continueNumbers(of: old)
    configuration = next
    doors = Daemon.doors(under: next, log: log)
    figures.reloads += 1
    server.limits = Limits(next.settings.limits)
    server.serverLimits = ServerLimits(next.settings.limits)
    history = History(limit: server.limits.history)
    encoder.forgetDepartures()
    for known in devices { known.device.screen = screen(like: known.device.screen) }
    // The file says again how devices are used.
    overrides = DeviceOverrides()
    applyDeviceRules(isNew: true)
    followActivity()
    renewGrants()
    // What changed with the file, such as devices, stands in the snapshots and is not told again.
    sayRecords()
    for connection in server.connections {
      // What it owned was of the old tree; the snapshot tells it.
      connection.ownership = Ownership()
      sendFreshSnapshot(to: connection)
    }
    log.say(.notice, .config, "in force: \(summary)")
  }

  // The socket was opened with rights that the daemon may have given up since.
  private func noteUnchangeable(from old: Settings, to new: Settings) {
    let sockets = [
      ("socket", old.socket, new.socket), ("controlSocket", old.controlSocket, new.controlSocket),
    ]
    for (key, before, after) in sockets {
      var wanted = after
      // Rights are asked for whenever they are needed.
      if let rights = before?.rights { wanted?.rights = rights }
      guard before != wanted else { continue }
      log.say(.warning, .config, "\(key): the change comes into force when the daemon is restarted")
    }
  }

  private func screen(like old: Screen?) -> Screen? {
    guard let old else { return nil }
    return configuration.tree.screen(old.id) ?? configuration.tree.screens.first
  }

  private func sendFreshSnapshot(to connection: Connection) {
    for paced in connection.subscriptions {
      connection.say { tellSnapshot(for: paced, in: $0) }
    }
  }

  func reload(
    for connection: Connection, force: Bool, _ id: RequestID?
  ) throws(ProtocolError) {
    do throws(ConfigurationError) {
      try reload(force: force)
    } catch {
      throw ProtocolError(.invalidEdit, error.description)
    }
    connection.say {
      $0.reply(to: id) { writer in
        writer.member("isWaiting", nextConfiguration != nil)
        writer.member("warnings", warnings(about: nextConfiguration ?? configuration))
      }
    }
  }

  func cancelAll(because reason: CancelReason) {
    configuration.application.cancelAll(at: now, because: reason)
    encodeOutbox()
  }
}
