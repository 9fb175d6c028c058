// A far panel on a socket of this machine: programs speak to it as they would to its daemon.
//
//   responderctl ──▶ socket ──▶ Relay ──▶ FarPanel ──▶ broker ──▶ responder-mqtt ──▶ responderd

package import LinuxKit
import ResponderClient
import Wire

/// Offers a socket that speaks the daemon's protocol for one panel at the broker.
package final class Relay {
  private let panel: FarPanel
  private let path: String
  private let isOnce: Bool
  private let loop: EventLoop
  private let log: Log
  private let ended: (String?) -> Void
  private var listener: UnixListener?
  private var watch: Watch?
  private var callers: [Int: RelayCaller] = [:]
  private var lastCaller = 0
  private var seq: UInt64 = 0

  private var loneliness: Timer?

  private static let mostCallers = 64
  // How long a relay for one program waits for it.
  private static let longestLoneliness: Int64 = 30_000_000

  /// A relay for a panel of this name, for good or until the last program has left; `ended` is
  /// called when it is over, with a reason when it cannot go on.
  package init(
    _ settings: BridgeSettings, panel: String, path: String, isOnce: Bool, loop: EventLoop,
    log: Log,
    ended: @escaping (String?) -> Void
  ) {
    self.path = path
    self.isOnce = isOnce
    self.loop = loop
    self.log = log
    self.ended = ended
    self.panel = FarPanel(settings, panel: panel, loop: loop, log: log)
    loneliness = loop.timer { [unowned self] in self.ended(nil) }
    self.panel.handlers.ready = { [unowned self] in listen() }
    self.panel.handlers.failed = { [unowned self] in self.ended($0) }
    self.panel.handlers.record = { [unowned self] in pass($0) }
  }

  /// Begins; the socket is there once the panel is known.
  package func start() { panel.start() }

  /// Publishes what waits; call it before each wait of the loop.
  package func beforeWait() { panel.beforeWait() }

  private func listen() {
    do throws(SystemError) {
      // What the user of this program may do at the panel is this user's alone.
      let made = try UnixListener(path: path, mode: 0o600, group: nil)
      listener = made
      watch = try loop.watch(made.raw, .readable, .patient) { [unowned self] _ in accept() }
      if isOnce { loneliness?.deadline = loop.clock.now() + Relay.longestLoneliness }
      log.say(.info, .service, "\(path) speaks for the panel")
    } catch {
      ended(error.description)
    }
  }

  private func accept() {
    do throws(SystemError) {
      while let arrival = try listener?.accept() {
        guard case .caller(let raw) = arrival else { continue }
        let stream = UnixStream(owning: raw)
        guard callers.count < Relay.mostCallers else { continue }
        try stream.setNonBlocking()
        lastCaller += 1
        let number = lastCaller
        let caller = RelayCaller(
          stream, panel: panel, seq: { [unowned self] in seq },
          left: { [unowned self] in leave(number) })
        loneliness?.deadline = nil
        callers[number] = caller
        try caller.start(on: loop)
      }
    } catch {
      log.limited(.warning, .service, "accept", error.description)
    }
  }

  private func leave(_ number: Int) {
    callers[number] = nil
    if isOnce, callers.isEmpty { ended(nil) }
  }

  private func pass(_ record: JSON) {
    seq = record["seq"]?.int.flatMap { UInt64(exactly: $0) } ?? seq
    let parents = FarFilter.parents(in: panel.windows ?? .array([]))
    for (_, caller) in callers.sorted(by: { $0.key < $1.key }) {
      caller.pass(record, parents: parents)
    }
  }
}
