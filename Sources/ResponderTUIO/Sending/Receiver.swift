// One receiver of frames, and the connection to it.
//
//            start                        writable
//   idle ───────────▶ connecting (TCP) ────────────▶ open ───▶ (stop) closed
//                       │    ▲                        │
//               refused ▼    │ pause is over     lost │
//                      waiting ◀──────────────────────┘

import LinuxKit

/// Sends frames to one receiver, and connects again when it is lost.
final class Receiver {
  /// The connection to the receiver.
  private enum Way {
    case idle
    case datagrams(Datagrams)
    case connecting(Stream)
    case stream(Stream)
    case waiting
    case closed
  }

  private final class Datagrams {
    let socket: UDPSocket

    init(_ socket: consuming UDPSocket) { self.socket = socket }
  }

  private final class Stream {
    let stream: UnixStream
    var watch: Watch?
    var waiting: ContiguousArray<UInt8> = []

    init(owning raw: Int32) { stream = UnixStream(owning: raw) }
  }

  /// Called when a stream is connected, so that all contacts are sent.
  var isReady: () -> Void = {}
  /// The area of all contacts in points.
  var size: (width: Double, height: Double) = (0, 0)

  private let settings: TUIOSettings.Receiver
  private let panel: String
  private let loop: EventLoop
  private let log: Log
  private var way = Way.idle
  private var writer: TUIOWriter?
  private var timer: Timer?
  private var pause = Receiver.pauses.lowerBound

  private static let pauses: ClosedRange<Int64> = 250_000...5_000_000
  // A receiver with so many waiting bytes cannot use further frames.
  private static let mostWaiting = 65_536

  init(_ settings: TUIOSettings.Receiver, panel: String, loop: EventLoop, log: Log) {
    self.settings = settings
    self.panel = panel
    self.loop = loop
    self.log = log
    timer = loop.timer { [unowned self] in timeIsUp() }
  }

  private var name: String {
    "\(settings.transport.rawValue) \(settings.address.map { "\($0)" } ?? settings.host)"
  }

  /// Starts to send or to connect.
  func start() {
    guard let address = settings.address else { return }
    do throws(SystemError) {
      switch settings.transport {
      case .udp:
        let datagrams = Datagrams(try UDPSocket(sendingTo: address))
        way = .datagrams(datagrams)
        begin(from: datagrams.socket.address)
      case .tcp:
        let stream = Stream(owning: try TCPConnector.begin(address))
        way = .connecting(stream)
        stream.watch = try loop.watch(stream.stream.raw, [.readable, .writable], .patient) {
          [unowned self] in serve($0)
        }
      }
    } catch {
      lose(error.description)
    }
  }

  // Receivers remove contacts of an earlier run when they receive an empty frame.
  private func begin(from address: InternetAddress) {
    let writer = TUIOWriter(
      settings.version,
      source: TUIOSource(name: panel, host: address.host, bytes: address.bytes), size: size)
    self.writer = writer
    transmit(writer.nothing(at: WallClock.now()))
  }

  /// Sends a frame, if the receiver is connected and keeps up.
  func send(_ frame: TUIOFrame) {
    writer?.resize(size)
    guard let bundles = writer?.bundles(of: frame, at: WallClock.now()) else { return }
    transmit(bundles)
  }

  /// Sends the end of all contacts, and closes the connection.
  func stop() {
    timer?.deadline = nil
    if let writer { transmit(writer.nothing(at: WallClock.now())) }
    writer = nil
    if case .stream(let stream) = way { stream.watch?.cancel() }
    if case .connecting(let stream) = way { stream.watch?.cancel() }
    way = .closed
  }

  private func transmit(_ bundles: [[OSCMessage]]) {
    for bundle in bundles {
      let bytes = OSCPacket.bundle(bundle)
      switch way {
      case .datagrams(let datagrams):
        do throws(SystemError) {
          _ = try datagrams.socket.send(bytes)
        } catch {
          log.limited(.warning, .service, name, "\(name): \(error)")
        }
      case .stream(let stream):
        // Contacts that are left out are in the next repetition.
        guard stream.waiting.count < Receiver.mostWaiting else { continue }
        let count = UInt32(bytes.count)
        for shift in [24, 16, 8, 0] as [UInt32] {
          stream.waiting.append(UInt8(truncatingIfNeeded: count >> shift))
        }
        stream.waiting.append(contentsOf: bytes)
        flush(stream)
      case .idle, .connecting, .waiting, .closed: return
      }
    }
  }

  // MARK: Streams

  private func serve(_ readiness: Readiness) {
    switch way {
    case .connecting(let stream): finishConnecting(stream)
    case .stream(let stream):
      if readiness.contains(.writable) { flush(stream) }
      if !readiness.isDisjoint(with: [.readable, .hangup, .error]) { drain(stream) }
    case .idle, .datagrams, .waiting, .closed: break
    }
  }

  private func finishConnecting(_ stream: Stream) {
    guard let address = settings.address else { return }
    do throws(SystemError) {
      try TCPConnector.finish(stream.stream.raw, to: address)
      let own = try InternetAddress(of: stream.stream.raw)
      pause = Receiver.pauses.lowerBound
      log.write(.info, .service, "\(name): connected")
      way = .stream(stream)
      begin(from: own)
      isReady()
    } catch {
      lose(error.description)
    }
  }

  private func flush(_ stream: Stream) {
    do throws(SystemError) {
      var sent = 0
      sending: while sent < stream.waiting.count {
        switch try stream.stream.send(stream.waiting, sent..<stream.waiting.count) {
        case .bytes(let count): sent += count
        case .wouldBlock: break sending
        case .closed:
          lose("the receiver closed the connection")
          return
        }
      }
      stream.waiting.removeFirst(sent)
      try stream.watch?.change(stream.waiting.isEmpty ? .readable : [.readable, .writable])
    } catch {
      lose(error.description)
    }
  }

  // Receivers send nothing; if one does, its bytes are read and dropped.
  private func drain(_ stream: Stream) {
    do throws(SystemError) {
      var bytes: ContiguousArray<UInt8> = []
      if case .closed = try stream.stream.receive(into: &bytes, atMost: 65_536) {
        lose("the receiver closed the connection")
      }
    } catch {
      lose(error.description)
    }
  }

  private func lose(_ reason: String) {
    switch way {
    case .stream(let stream), .connecting(let stream): stream.watch?.cancel()
    case .idle, .datagrams, .waiting: break
    case .closed: return
    }
    way = .waiting
    writer = nil
    log.limited(.warning, .service, name, "\(name): \(reason)")
    timer?.deadline = loop.clock.now() + pause
    pause = min(pause * 2, Receiver.pauses.upperBound)
  }

  private func timeIsUp() {
    if case .waiting = way { start() }
  }
}
