// Reading the configuration again while fingers may be down.
//
//     in force ──SIGHUP──► read, a little in each turn ──valid──► waiting ──no finger down, or forced──►
//        ▲  └──────────────────┘ └──invalid: said, nothing changes                                    │
//        └──────────────────────────────── in force (the new one) ───────────────────────────────────┘

import Blueprint
import LinuxKit
import ResponderKit
import Wire
import YAML

extension Daemon {
  /// Reads the configuration file again; it comes into force when no finger is down, or at once
  /// when forced. An invalid file changes nothing. The answer is what is doubtful about it.
  func reload(
    force: Bool, then answer: @escaping (Result<[String], ConfigurationError>) -> Void = { _ in }
  ) {
    manager.reloading(at: loop.clock.now())
    let order = ConfigurationReading.Order(force: force, answers: [answer])
    // What is being read may be older than the file is now.
    guard reading == nil else {
      nextReading = nextReading.map { $0 + order } ?? order
      return
    }
    read(order)
  }

  private func read(_ order: ConfigurationReading.Order) {
    do throws(SystemError) {
      reading = try ConfigurationReading(order, options.configuration, log, loop.clock)
    } catch {
      return finish(order, .failure(ConfigurationError(description: "\(error)")))
    }
    if readingTimer == nil { readingTimer = loop.timer { [unowned self] in readOn() } }
    readOn()
  }

  private func readOn() {
    guard step != .ending, let reading else { return }
    let began = loop.clock.now()
    reading.proceed(until: began + readingSlice)
    loop.note("reload", took: loop.clock.now() - began)
    guard let result = reading.result else {
      // Fingers and clients come before it goes on.
      readingTimer?.deadline = loop.clock.now() + 1
      return
    }
    self.reading = nil
    finish(reading.order, result)
    guard let next = nextReading else { return }
    nextReading = nil
    read(next)
  }

  private func finish(
    _ order: ConfigurationReading.Order, _ result: Result<ReadConfiguration, ConfigurationError>
  ) {
    switch result {
    case .success(let read):
      nextConfiguration = read
      configurationError = nil
      if order.force { cancelAll(because: .configuration) }
      applyNextConfiguration()
      // Who asked for the reload must not have to wait for a finger, which may lie there for ever.
      sayReady()
      if nextConfiguration != nil {
        log.say(.notice, .config, "read again; it comes into force when no finger is down")
      }
      for answer in order.answers { answer(.success(read.warnings)) }
    case .failure(let error):
      figures.failedReloads += 1
      configurationError = error.description
      log.say(.error, .config, "the configuration stays as it was:\n\(error)")
      sayReady()
      for answer in order.answers { answer(.failure(error)) }
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
    let settings = next.configuration.settings
    noteUnchangeable(from: configuration.settings, to: settings)
    server.longAnswer?.isStale = true
    session.replaceApplication(by: next.configuration.application)
    configuration.tree.dissolve()
    configuration = next.configuration
    doors = next.doors
    figures.reloads += 1
    history = History(limit: settings.limits.history)
    // The file says again how devices are used.
    overrides = DeviceOverrides()
    changes.insert(.configuration)
    afterChange()
    // What changed with the file, such as devices, stands in the snapshots and is not told again.
    sayRecords()
    for connection in server.connections {
      // What it owned was of the old tree; the snapshot tells it.
      connection.ownership = Ownership()
      // Of a big tree it takes a while for each of them.
      connection.owedSnapshots = connection.subscriptions
      if !connection.owedSnapshots.isEmpty { server.enqueue(connection) }
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

  /// As a request, which is answered when the file has been read.
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
