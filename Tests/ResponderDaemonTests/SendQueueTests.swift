// What a peer that lags gets: everything that must go, and the newest of what passes.

import Glibc
import LinuxKit
import Testing

@testable import ResponderDaemon

@Suite struct SendQueueTests {
  /// A queue and the two ends of a connection, the near one with little room.
  private final class Lane {
    var queue: SendQueue
    let near: UnixStream
    private let far: UnixStream
    private var read = ""

    init(limit: Int) throws {
      queue = SendQueue(limit: limit)
      let (a, b) = try UnixStream.pair()
      var room: Int32 = 4608
      _ = unsafe setsockopt(a, SOL_SOCKET, SO_SNDBUF, &room, 4)
      near = UnixStream(owning: a)
      far = UnixStream(owning: b)
    }

    func append(
      _ line: String, key: SendQueue.Key? = nil, isWanted: Bool = false, isExempt: Bool = false
    ) -> Bool {
      let bytes = Array("\(line)\n".utf8)
      return unsafe bytes.withUnsafeBytes {
        unsafe queue.append($0, key: key, isWanted: isWanted, isExempt: isExempt)
      }
    }

    func send() throws -> Transfer { try queue.send(over: near) }

    /// Reads what is there, at most so many bytes.
    func receive(_ limit: Int = .max) throws -> Int {
      var buffer: ContiguousArray<UInt8> = []
      guard case .bytes(let count) = try far.receive(into: &buffer, atMost: min(limit, 65_536))
      else { return 0 }
      read += String(decoding: buffer, as: UTF8.self)
      return count
    }

    /// Reads to the end, and gives back every line.
    func drain() throws -> [String] {
      repeat { _ = try send() } while try receive() > 0 || !queue.isEmpty
      return read.split(separator: "\n").map { String($0) }
    }
  }

  private func line(_ number: Int, padding: Int = 0) -> String {
    "{\"n\":\(number),\"p\":\"\(String(repeating: "x", count: padding))\"}"
  }

  @Test func `all lines arrive in order, in pieces of any size`() throws {
    let lane = try Lane(limit: 1 << 20)
    let lines = (0..<500).map { line($0, padding: $0 % 97) }
    for (index, line) in lines.enumerated() {
      #expect(lane.append(line))
      if index % 7 == 0 { _ = try lane.send() }
      if index % 3 == 0 { _ = try lane.receive(1 + index * 31 % 200) }
    }
    #expect(try lane.drain() == lines)
    #expect(lane.queue.isEmpty)
    #expect(lane.queue.coalesced == 0)
  }

  @Test func `below half of its bound nothing is left out`() throws {
    let lane = try Lane(limit: 1000)
    let lines = (0..<20).map { line($0) }
    for line in lines { #expect(lane.append(line, key: 1)) }
    #expect(try lane.drain() == lines)
  }

  @Test func `of passing lines the newest stays and says how many it stands for`() throws {
    let lane = try Lane(limit: 400)
    #expect(lane.append(line(-1)))
    for number in 0..<100 { #expect(lane.append(line(number), key: UInt64(number % 2))) }
    #expect(lane.append(line(-2)))
    let lines = try lane.drain()
    #expect(lines.first == line(-1))
    #expect(lines.last == line(-2))
    // The lines that are left and the merged ones are all lines, and the newest is there.
    let passing = lines.dropFirst().dropLast()
    let counts = passing.map { line in
      line.split(separator: "\"coalesced\":").dropFirst().first.flatMap { Int($0.dropLast()) } ?? 0
    }
    #expect(passing.count + counts.reduce(0, +) == 100)
    #expect(counts.reduce(0, +) == lane.queue.coalesced)
    #expect(passing.suffix(2).contains { $0.hasPrefix("{\"n\":99,") })
    #expect(passing.suffix(2).contains { $0.hasPrefix("{\"n\":98,") })
    let numbers = passing.map { Int($0.dropFirst(5).prefix { $0 != "," })! }
    #expect(numbers == numbers.sorted())
  }

  @Test func `lines that must go fill it to its bound and no further`() throws {
    let lane = try Lane(limit: 300)
    let text = line(7)
    var count = 0
    while lane.append(text) { count += 1 }
    #expect(count == 300 / (text.utf8.count + 1))
    #expect(lane.append(text, key: 1) == false)
    #expect(try lane.drain() == Array(repeating: text, count: count))
    #expect(lane.append(text))
  }

  @Test func `close to its bound the newest of each kind stays, and counts those before`() throws {
    let lane = try Lane(limit: 2000)
    let answer = line(-1, padding: 1800)
    #expect(lane.append(answer, isExempt: true))
    for number in 0..<300 { #expect(lane.append(line(number), key: UInt64(number % 3))) }
    #expect(lane.append(line(-2)))
    let lines = try lane.drain()
    #expect(
      lines == [answer] + (297...299).map { "{\"n\":\($0),\"p\":\"\",\"coalesced\":99}" } + [
        line(-2)
      ])
    #expect(lane.queue.coalesced == 297)
    // A client that has caught up receives all lines again.
    for number in 0..<20 { #expect(lane.append(line(number), key: 1)) }
    #expect(try lane.drain().suffix(20) == (0..<20).map { line($0) }[...])
  }

  @Test(arguments: [20, 1800])
  func `a line before an answer stands for nothing behind it`(padding: Int) throws {
    let lane = try Lane(limit: 2000)
    let answer = line(-1, padding: padding)
    #expect(lane.append(line(0), key: 1))
    #expect(lane.append(line(1), key: 1))
    #expect(lane.append(answer, isExempt: true))
    for number in 2..<300 { #expect(lane.append(line(number), key: 1)) }
    let lines = try lane.drain()
    let before = Array(lines.prefix { $0 != answer })
    // What the answer describes was sent by then.
    #expect(before.last?.hasPrefix("{\"n\":1,") == true)
    #expect(lines.last?.hasPrefix("{\"n\":299,") == true)
    #expect(lines.count(where: { $0 == answer }) == 1)
    #expect(lane.queue.coalesced == 300 + 1 - lines.count)
  }

  @Test func `a line that is partly sent is never changed`() throws {
    let lane = try Lane(limit: 120_000)
    let big = line(0, padding: 100_000)
    #expect(lane.append(big, key: 1))
    #expect(try lane.send() == .wouldBlock)
    for number in 1...300 { #expect(lane.append(line(number, padding: 90), key: 1)) }
    let lines = try lane.drain()
    #expect(lines.first == big)
    #expect(lines.last?.hasPrefix("{\"n\":300,") == true)
    #expect(lane.queue.coalesced > 0)
  }

  @Test func `lines that are all wanted stay while there is room, and then give way`() throws {
    let lane = try Lane(limit: 4000)
    let length = line(100).utf8.count + 1
    let room = 4000 / length
    for number in 100..<(100 + room) {
      #expect(lane.append(line(number), key: 7, isWanted: true))
    }
    #expect(lane.queue.coalesced == 0)
    #expect(lane.append(line(900), key: 7, isWanted: true))
    #expect(lane.queue.coalesced == room - 1)
    #expect(lane.append(line(901), key: 8, isWanted: true))
    #expect(lane.append(line(902), key: 7, isWanted: true))
    let lines = try lane.drain()
    #expect(lines.count == 4)
    #expect(lines.element(0).contains("\"n\":\(100 + room - 1)"))
    #expect(lines.element(0).contains("\"coalesced\":\(room - 1)"))
    #expect(lines.element(3).contains("\"n\":902"))
  }

  @Test(arguments: 1...20)
  func `whatever is wanted, the newest of each is there and nothing else is lost`(seed: Int) throws
  {
    var dice = Dice(seed: UInt64(seed))
    let lane = try Lane(limit: 3000)
    var newest: [Int: Int] = [:]
    var kept: [Int] = []
    for number in 1000..<1600 {
      let key = dice.below(4)
      if key == 0 {
        guard lane.append(line(number, padding: dice.below(9))) else { break }
        kept.append(number)
      } else {
        let line = line(number, padding: dice.below(9))
        guard lane.append(line, key: UInt64(key), isWanted: key > 1) else {
          // It gave way to one for which there is no room: then nothing more comes.
          newest[key] = nil
          break
        }
        newest[key] = number
      }
      #expect(lane.queue.count <= 3000)
    }
    let numbers = try lane.drain().compactMap { line in
      Int(line.dropFirst(5).prefix(4))
    }
    for number in kept + newest.values { #expect(numbers.contains(number), "\(number)") }
    #expect(numbers == numbers.sorted())
  }
}
