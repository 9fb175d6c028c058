// A socket of this machine, and the programs that are connected to it.

import LinuxKit

/// Listens at a path, and stores an object for each connected program.
final class Callers<Caller: AnyObject> {
  private let path: String
  private let loop: EventLoop
  private let log: Log
  private let lineBytes: Int
  private let answer: (LineChannel) -> Caller
  private let empty: () -> Void
  private var listener: UnixListener?
  private var watch: Watch?
  private var callers: [Int: (channel: LineChannel, caller: Caller)] = [:]
  private var lastNumber = 0
  private var loneliness: Timer?

  private static var most: Int { 64 }

  /// `answer` makes the object for a program; `empty` is called when the last one has disconnected.
  init(
    path: String, lineBytes: Int, loop: EventLoop, log: Log,
    answer: @escaping (LineChannel) -> Caller, empty: @escaping () -> Void
  ) {
    self.path = path
    self.lineBytes = lineBytes
    self.loop = loop
    self.log = log
    self.answer = answer
    self.empty = empty
    loneliness = loop.timer { empty() }
  }

  /// The connected programs, in the order in which they connected.
  var all: [Caller] { callers.sorted { $0.key < $1.key }.map(\.value.caller) }

  /// Listens; `empty` is also called when no program has connected within so many microseconds.
  func listen(loneliness patience: Int64?) throws(SystemError) {
    // Only this user may use the rights of this program.
    let made = try UnixListener(path: path, mode: 0o600, group: nil)
    watch = try loop.watch(made.raw, .readable, .patient) { [unowned self] _ in accept() }
    listener = made
    if let patience { loneliness?.deadline = loop.clock.now() + patience }
  }

  /// Removes the socket.
  func close() {
    watch?.cancel()
    listener = nil
  }

  private func accept() {
    do throws(SystemError) {
      while let arrival = try listener?.accept() {
        guard case .caller(let raw) = arrival else { continue }
        let stream = UnixStream(owning: raw)
        guard callers.count < Self.most else { continue }
        try stream.setNonBlocking()
        lastNumber += 1
        let number = lastNumber
        let channel = LineChannel(stream, lineBytes: lineBytes)
        channel.handlers.left = { [unowned self] in
          callers[number] = nil
          if callers.isEmpty { empty() }
        }
        loneliness?.deadline = nil
        callers[number] = (channel, answer(channel))
        try channel.start(on: loop)
      }
    } catch {
      log.limited(.warning, .service, "accept", error.description)
    }
  }
}
