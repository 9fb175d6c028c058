// The socket for the packets of one table's tracker: datagrams, or streams of packets with lengths.

import LinuxKit

/// Receives packets at one address, and passes them on with the name of their sender.
final class TableSocket {
  private final class Datagrams {
    let socket: UDPSocket
    var watch: Watch?

    init(_ socket: consuming UDPSocket) { self.socket = socket }
  }

  private final class Listener {
    let listener: TCPListener
    var watch: Watch?

    init(_ listener: consuming TCPListener) { self.listener = listener }
  }

  private final class Caller {
    let stream: UnixStream
    let name: String
    var watch: Watch?
    var bytes: ContiguousArray<UInt8> = []

    init(owning raw: Int32, name: String) {
      stream = UnixStream(owning: raw)
      self.name = name
    }
  }

  /// The address.
  let address: InternetAddress
  private let loop: EventLoop
  private let log: Log
  private let handler: (ContiguousArray<UInt8>, _ sender: String) -> Void
  private var datagrams: Datagrams?
  private var listener: Listener?
  private var callers: [Int: Caller] = [:]
  private var lastCaller = 0

  private static let mostCallers = 8
  // Limited, so that many packets do not delay other work.
  private static let mostPackets = 64

  init(
    _ transport: TUIOSettings.Transport, at wanted: InternetAddress, loop: EventLoop, log: Log,
    handler: @escaping (ContiguousArray<UInt8>, _ sender: String) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.log = log
    self.handler = handler
    switch transport {
    case .udp:
      let made = Datagrams(try UDPSocket(receivingAt: wanted))
      datagrams = made
      address = made.socket.address
      made.watch = try loop.watch(made.socket.raw, .readable) { [unowned self] _ in receive(made) }
    case .tcp:
      let made = Listener(try TCPListener(wanted))
      listener = made
      address = made.listener.address
      made.watch = try loop.watch(made.listener.raw, .readable, .patient) { [unowned self] _ in
        accept(made)
      }
    }
  }

  private func receive(_ datagrams: Datagrams) {
    do throws(SystemError) {
      for _ in 0..<TableSocket.mostPackets {
        guard let (bytes, sender) = try datagrams.socket.receive(atMost: OSCPacket.limit) else {
          return
        }
        handler(bytes, sender.map { "\($0)" } ?? "unknown")
      }
    } catch {
      log.limited(.warning, .service, "receive", error.description)
    }
  }

  // MARK: Streams

  private func accept(_ listener: Listener) {
    do throws(SystemError) {
      while let raw = try TCPListener.accept(on: listener.listener.raw) {
        lastCaller += 1
        let number = lastCaller
        let caller = Caller(owning: raw, name: "stream \(number)")
        guard callers.count < TableSocket.mostCallers else {
          log.limited(
            .warning, .service, "callers",
            "\(address): a connection is refused, \(callers.count) are open already")
          continue
        }
        callers[number] = caller
        caller.watch = try loop.watch(raw, .readable) { [unowned self] _ in
          read(from: caller, number)
        }
      }
    } catch {
      log.limited(.warning, .service, "accept", error.description)
    }
  }

  private func read(from caller: Caller, _ number: Int) {
    do throws(SystemError) {
      for _ in 0..<TableSocket.mostPackets {
        switch try caller.stream.receive(into: &caller.bytes, atMost: 16_384) {
        case .wouldBlock: return
        case .closed:
          end(number)
          return
        case .bytes:
          guard readPackets(of: caller) else {
            log.limited(
              .warning, .service, "length",
              "\(address): a program sends no packets with lengths; it is disconnected")
            end(number)
            return
          }
        }
      }
    } catch {
      end(number)
    }
  }

  // Each packet has its length before it; false if a length is invalid.
  private func readPackets(of caller: Caller) -> Bool {
    var at = 0
    defer { caller.bytes.removeFirst(at) }
    while caller.bytes.count - at >= 4 {
      let length = caller.bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= OSCPacket.limit else { return false }
      guard caller.bytes.count - at >= 4 + length else { return true }
      handler(ContiguousArray(caller.bytes[at + 4..<at + 4 + length]), caller.name)
      at += 4 + length
    }
    return true
  }

  private func end(_ number: Int) {
    callers[number]?.watch?.cancel()
    callers[number] = nil
  }
}
