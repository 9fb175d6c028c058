// --purge, and the file that it needs.

import Linux

extension Program {
  /// Stores a name before anything is published under it.
  static func store(_ name: PublishedNames.Name, _ environment: Environment, _ log: Log) {
    let path = PublishedNames.path(environment)
    do throws(SystemError) {
      var published = try PublishedNames(path: path)
      if published.add(name) { try published.write(to: path) }
    } catch {
      log.write(.info, .service, "--purge will only know the configured names: \(error)")
    }
  }

  /// Removes what this machine has published at the configured broker, or with `--panel` only what
  /// it has published as this panel; returns the exit status.
  static func purge(
    _ settings: BridgeSettings, _ panel: String, _ options: Options, _ environment: Environment,
    _ log: Log
  ) throws(SystemError) -> Int32 {
    let path = PublishedNames.path(environment)
    var published = try PublishedNames(path: path)
    // The announcement may have been configured earlier.
    let own = PublishedNames.Name(settings, panel: panel, isAnnounced: true)
    let stored = published.names.filter { options.panel == nil || $0.panel == panel }
    let here = stored.filter { $0.broker == own.broker }
    let loop = try EventLoop()
    var outcome = Purge.Outcome.failed("not finished", removed: [])
    let purge = Purge(settings, panel: panel, names: [own] + here, loop: loop, log: log) {
      outcome = $0
      loop.stop()
    }
    loop.beforeWait = { purge.beforeWait() }
    purge.start()
    try loop.run()
    for broker in Set(stored.map(\.broker)).subtracting([own.broker]).sorted() {
      log.write(
        .warning, .service,
        "topics may be left at \(broker): this machine has published there too")
    }
    switch outcome {
    case .failed(let reason, let removed):
      guard writeAll(list(removed), to: 1) else { return 1 }
      let what = removed.isEmpty ? "nothing is removed" : "not everything is removed"
      log.write(.error, .service, "\(what): \(reason)")
      return 1
    case .removed(let topics):
      published.remove(here)
      try published.write(to: path)
      return writeAll(list(topics), to: 1) ? 0 : 1
    }
  }

  private static func list(_ topics: [String]) -> String {
    topics.map { "removed \($0)\n" }.joined()
  }
}
