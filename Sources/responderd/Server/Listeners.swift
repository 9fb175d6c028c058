// The listening sockets: callers are accepted, a few in each turn.

import Linux

/// Accepts the callers of listening sockets, so slowly that they delay nothing else.
final class Listeners {
  /// The owner's closures.
  struct Handlers {
    /// A caller was accepted.
    var accepted:
      (consuming UnixStream, PeerCredentials, ListeningSocket) throws(SystemError) -> Void
    /// No descriptor is left for a caller; a last line may be sent to it.
    var refused: (borrowing UnixStream) -> Void
    /// A caller was refused, whether or not a last line could be sent to it.
    var sentAway: () -> Void
  }

  private let loop: EventLoop
  private let log: Log
  private let handlers: Handlers
  private var listeners: [(UnixListener, Watch)] = []
  // The number of callers that may still be accepted in this turn.
  private var callersLeft = Listeners.callersOfTurn
  private var pauseTimer: Timer?

  private static let callersOfTurn = 16

  init(_ loop: EventLoop, _ log: Log, _ handlers: Handlers) {
    self.loop = loop
    self.log = log
    self.handlers = handlers
  }

  /// Starts to accept callers of a listening socket.
  func listen(_ listener: UnixListener, at socket: ListeningSocket) throws(SystemError) {
    let watch = try loop.watch(listener.raw, .readable, .patient) {
      [unowned self, unowned listener] _ in
      accept(from: listener, at: socket)
    }
    listeners.append((listener, watch))
  }

  /// Stops accepting callers.
  func stop() {
    for (_, watch) in listeners { watch.cancel() }
    listeners = []
    pauseTimer?.deadline = nil
  }

  /// Begins a turn, in which some callers may be accepted.
  func beginTurn() { callersLeft = Listeners.callersOfTurn }

  private func accept(from listener: UnixListener, at socket: ListeningSocket) {
    // Limited, so that many callers delay neither touches nor connected clients.
    while callersLeft > 0 {
      callersLeft -= 1
      let began = loop.clock.now()
      defer { loop.record("a caller", took: loop.clock.now() - began) }
      do throws(SystemError) {
        switch try listener.accept(handlers.refused) {
        case .caller(let raw):
          try handlers.accepted(UnixStream(owning: raw), PeerCredentials(of: raw), socket)
        case .sentAway(let error):
          handlers.sentAway()
          log.limited(.warning, .service, "accept", "a connection was refused: \(error)")
        case nil: return
        }
      } catch {
        log.limited(.warning, .service, "accept", "new connections have to wait: \(error)")
        return pause()
      }
    }
  }

  /// Stops accepting for a moment: the kernel would report the same callers again at once.
  private func pause() {
    for (_, watch) in listeners { try? watch.change([]) }
    if pauseTimer == nil {
      pauseTimer = loop.timer { [unowned self] in
        do throws(SystemError) {
          for (_, watch) in listeners { try watch.change(.readable) }
        } catch {
          pause()
        }
      }
    }
    pauseTimer?.deadline = loop.clock.now() + 100_000
  }
}
