// A remote panel on a socket of this machine: programs use it like the panel's daemon.
//
//   responderctl ──▶ socket ──▶ Relay ──▶ FarPanel ──▶ broker ──▶ responder-mqtt ──▶ responderd

package import LinuxKit
import ResponderClient
import Wire

/// Opens a socket with the daemon's protocol for one panel at the broker.
package final class Relay {
  private let panel: FarPanel
  private let isOnce: Bool
  private let log: Log
  private let ended: (String?) -> Void
  private var callers: Callers<RelayCaller>?
  private var seq: UInt64 = 0

  // The time that a relay for one program waits for it.
  private static let longestLoneliness: Int64 = 30_000_000

  /// A relay for a panel with this name, without end or until the last program has disconnected;
  /// `ended` is called at the end, with a reason if there was an error.
  package init(
    _ settings: BridgeSettings, panel: String, path: String, isOnce: Bool, loop: EventLoop,
    log: Log,
    ended: @escaping (String?) -> Void
  ) {
    self.isOnce = isOnce
    self.log = log
    self.ended = ended
    self.panel = FarPanel(settings, panel: panel, loop: loop, log: log)
    callers = Callers(
      path: path, lineBytes: Fleet.lineBytes, loop: loop, log: log,
      answer: { [unowned self] channel in
        RelayCaller(channel, panel: self.panel, seq: { [unowned self] in seq })
      }, empty: { [unowned self] in if self.isOnce { self.ended(nil) } })
    self.panel.handlers.ready = { [unowned self] in listen(path) }
    self.panel.handlers.failed = { [unowned self] in self.ended($0) }
    self.panel.handlers.record = { [unowned self] in pass($0) }
  }

  /// Starts to connect; the socket is opened once the panel is known.
  package func start() { panel.start() }

  /// Removes the socket.
  package func stop() { callers?.close() }

  /// Publishes waiting messages; called before each wait of the loop.
  package func beforeWait() { panel.beforeWait() }

  private func listen(_ path: String) {
    do throws(SystemError) {
      try callers?.listen(loneliness: isOnce ? Relay.longestLoneliness : nil)
      log.write(.info, .service, "listening on \(path) for the panel")
    } catch {
      ended(error.description)
    }
  }

  private func pass(_ record: JSON) {
    seq = record["seq"]?.int.flatMap { UInt64(exactly: $0) } ?? seq
    let parents = FarFilter.parents(in: panel.windows ?? .array([]))
    for caller in callers?.all ?? [] { caller.pass(record, parents: parents) }
  }
}
