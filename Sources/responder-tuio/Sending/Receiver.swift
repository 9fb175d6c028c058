// One receiver of frames, and the socket for it.
//
//            start
//   idle ───────────▶ open ───▶ (stop) closed
//     │                ▲
//     │ no socket      │ pause is over
//     └──────────▶ waiting

import Linux

/// Sends frames to one receiver; without a network it tries to open its socket again.
final class Receiver {
  private enum State {
    case idle
    case open(Outlet)
    case waiting
    case closed
  }

  private final class Outlet {
    let socket: UDPSocket
    var writer: TUIOWriter

    init(_ socket: consuming UDPSocket, _ writer: TUIOWriter) {
      self.socket = socket
      self.writer = writer
    }
  }

  /// The area of all contacts in points.
  var size: (width: Double, height: Double) = (0, 0)

  private let settings: TUIOSettings.Receiver
  private let panel: String
  private let loop: EventLoop
  private let log: Log
  private var state = State.idle
  private var timer: Timer?
  private var pause = Receiver.pauses.lowerBound

  private static let pauses: ClosedRange<Int64> = 250_000...5_000_000

  init(_ settings: TUIOSettings.Receiver, panel: String, loop: EventLoop, log: Log) {
    self.settings = settings
    self.panel = panel
    self.loop = loop
    self.log = log
    timer = loop.timer { [unowned self] in start() }
  }

  private var name: String { settings.address.map { "\($0)" } ?? settings.host }

  /// Starts to send.
  func start() {
    guard let address = settings.address else { return }
    do throws(SystemError) {
      let socket = try UDPSocket(sendingTo: address)
      let source = TUIOSource(
        name: panel, host: socket.address.host, bytes: socket.address.bytes)
      let outlet = Outlet(socket, TUIOWriter(settings.version, source: source, size: size))
      state = .open(outlet)
      // Receivers remove contacts of an earlier run when they receive an empty frame.
      transmit(outlet.writer.nothing(at: WallClock.now()), outlet)
    } catch {
      state = .waiting
      log.limited(.warning, .service, name, "\(name): \(error)")
      timer?.deadline = loop.clock.now() + pause
      pause = min(pause * 2, Receiver.pauses.upperBound)
    }
  }

  /// Sends a frame.
  func send(_ frame: TUIOFrame) {
    guard case .open(let outlet) = state else { return }
    outlet.writer.resize(size)
    transmit(outlet.writer.bundles(of: frame, at: WallClock.now()), outlet)
  }

  /// Sends the end of all contacts, and closes the socket.
  func stop() {
    timer?.deadline = nil
    if case .open(let outlet) = state {
      transmit(outlet.writer.nothing(at: WallClock.now()), outlet)
    }
    state = .closed
  }

  private func transmit(_ bundles: [[OSCMessage]], _ outlet: Outlet) {
    for bundle in bundles {
      do throws(SystemError) {
        _ = try outlet.socket.send(OSCPacket.bundle(bundle))
      } catch {
        log.limited(.warning, .service, name, "\(name): \(error)")
      }
    }
  }
}
