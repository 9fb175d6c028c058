// The Swift client against the daemon's own program: cut off again and again, its picture is true.

import Glibc
import Linux
import ResponderClient
import TestSupport
import Testing

/// The daemon's program with a panel of its own, and no device but those that scripts make.
private final class LiveDaemon {
  let socket: String
  private let folder = TemporaryFolder()
  private let pid: pid_t

  init() throws {
    socket = "@responder-session-\(getpid())"
    let configuration = try folder.write(Self.panel, to: "panel.yaml")
    let script = try folder.write("0 wait\n", to: "idle.touch")
    let (log, number) = (folder.file("log"), folder.file("pid"))
    let command =
      "'\(Repository.program("responderd"))' --config \(configuration) --socket \(socket) "
      + "--source recording:\(script) 2> \(log) & echo $! > \(number)"
    try #require(unsafe system(command) == 0)
    var isReady = false
    for _ in 0..<500 where !isReady {
      isReady = Self.text(log).contains("ready")
      if !isReady { poll(nil, 0, 20) }
    }
    pid = pid_t(Self.text(number).filter(\.isNumber)) ?? 0
    try #require(isReady && pid > 0)
  }

  deinit { if pid > 0 { kill(pid, SIGTERM) } }

  private static func text(_ path: String) -> String {
    String(decoding: (try? FileReader.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
  }

  private static let panel = """
    screens:
      panel: { size: [1000, 1000] }
    application:
      windows:
        - id: main
          screen: panel
          subviews:
            - id: map
              frame: [0, 0, 500, 1000]
              isMultipleTouchEnabled: true
              handles: [touches]
              gestureRecognizers:
                - { id: map.pinch, pinch: {} }
            - id: desk
              frame: [500, 0, 500, 1000]
              handles: [touches]
    """
}

@Suite(.serialized) struct `A client's picture` {
  /// Any numbers do, as long as they are the same each time.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(sides))
    }
  }

  @Test func `is the daemon's after losses, edits and fingers`() throws {
    let daemon = try LiveDaemon()
    var dice = Dice(state: 0x2545_F491_4F6C_DD1D)
    let driver = try Client(path: daemon.socket)
    let follower = try Client(path: daemon.socket)
    try follower.subscribe()
    var made = 0
    var losses = 0
    for round in 0..<12 {
      try driver.request("inject", ["script": Value(script(&dice)), "device": "finger"])
      for _ in 0..<dice.roll(5) { try edit(driver, &dice, &made) }
      var left = 10 + dice.roll(60)
      while left > 0, try follower.next(within: 0.1) != nil { left -= 1 }
      follower.loseConnection()
      losses += 1
      try compare(daemon, follower, "round \(round)")
    }
    #expect(follower.reconnections == losses)
    #expect(follower.picture.seq > 300)
  }

  private func script(_ dice: inout Dice) -> String {
    var text = ""
    var down: Set<Int> = []
    for step in 0..<40 {
      var actions: [String] = []
      for finger in 0..<2 {
        let place = "\(dice.roll(1000)),\(dice.roll(1000))"
        if down.contains(finger) {
          if dice.roll(10) == 0 || step == 39 {
            down.remove(finger)
            actions.append(dice.roll(2) == 0 ? "up \(finger)" : "cancel \(finger)")
          } else {
            actions.append("move \(finger) \(place)")
          }
        } else if dice.roll(3) == 0, step < 39 {
          down.insert(finger)
          actions.append("down \(finger) \(place)")
        }
      }
      let time = String(1000 + step * 3).dropFirst()
      if !actions.isEmpty { text += "0.\(time) \(actions.joined(separator: "; "))\n" }
    }
    return text
  }

  private func edit(_ driver: Client, _ dice: inout Dice, _ made: inout Int) throws {
    let frame: Value = [Value(dice.roll(400)), Value(dice.roll(400)), 100, 100]
    let some = made == 0 ? "desk" : "made\(1 + dice.roll(made))"
    do throws(ClientError) {
      switch dice.roll(4) {
      case 0:
        made += 1
        try driver.put(
          view: ["id": Value("made\(made)"), "frame": frame, "handles": ["touches"]],
          in: dice.roll(2) == 0 ? "desk" : "map")
      case 1 where made > 0: try driver.set(view: some, ["frame": frame])
      case 2 where made > 0:
        try driver.put(
          view: ["id": Value(some), "frame": frame, "alpha": 0.5], in: "map",
          .below("made\(1 + dice.roll(made))"))
      case 3 where made > 0: try driver.remove(view: some)
      default: break
      }
    } catch {
      // What was removed before is not there any more.
      guard case .refused(code: "notFound", _) = error else { throw error }
    }
  }

  /// Both read on until nothing more comes and they stand at the same record.
  private func compare(_ daemon: LiveDaemon, _ follower: Client, _ place: String) throws {
    let fresh = try Client(path: daemon.socket)
    try fresh.subscribe()
    for _ in 0..<3000 {
      let some = try follower.next(within: 0.02)
      let other = try fresh.next(within: 0)
      if some == nil, other == nil, follower.picture.seq == fresh.picture.seq,
        fresh.picture.seq > 0
      {
        break
      }
    }
    #expect(follower.picture.seq == fresh.picture.seq, "\(place)")
    #expect(follower.picture.windows == fresh.picture.windows, "\(place)")
    #expect(
      follower.picture.touches.keys.sorted() == fresh.picture.touches.keys.sorted(), "\(place)")
    #expect(follower.picture.gestures == fresh.picture.gestures, "\(place)")
  }
}
