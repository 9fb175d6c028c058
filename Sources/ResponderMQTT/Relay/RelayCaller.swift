// One program that speaks to a far panel.

import LinuxKit
import ResponderClient
import Wire

/// Answers one program as the daemon of the panel would, from what is retained or by asking it.
final class RelayCaller {
  private let stream: UnixStream
  private let panel: FarPanel
  private let seq: () -> UInt64
  private let left: () -> Void
  private var watch: Watch?
  private var reader = LineReader(limit: 65_536)
  private var waiting: ContiguousArray<UInt8> = []
  private var subscriptions: [(number: Int, filter: FarFilter)] = []
  private var lastSubscription = 0
  private var isOver = false

  // As the daemon's own bounds are.
  private static let mostWaiting = 8_388_608
  private static let mostSubscriptions = 16

  init(
    _ stream: consuming UnixStream, panel: FarPanel, seq: @escaping () -> UInt64,
    left: @escaping () -> Void
  ) {
    self.stream = stream
    self.panel = panel
    self.seq = seq
    self.left = left
  }

  /// Greets, and begins to read.
  func start(on loop: EventLoop) throws(SystemError) {
    watch = try loop.watch(stream.raw, .readable, .patient) { [weak self] in self?.serve($0) }
    let writer = LineWriter(capacity: 512)
    writer.hello(
      instance: panel.instance, version: panel.status?["version"]?.string ?? "",
      capabilities: ["snapshot"], rights: ["subscribe"], limits: Limits())
    send(writer)
  }

  /// Passes a record on, if a subscription wants it.
  func pass(_ record: JSON, parents: [String: String]) {
    guard subscriptions.contains(where: { $0.filter.wants(record, parents: parents) }) else {
      return
    }
    send(record)
  }

  // MARK: Requests

  private func take(_ line: JSON) {
    let request: Request
    do throws(RefusedRequest) {
      request = try Request(line)
    } catch {
      let writer = LineWriter(capacity: 256)
      writer.error(error.error, to: error.id)
      return send(writer)
    }
    do throws(ProtocolError) {
      try answer(request, line)
    } catch {
      let writer = LineWriter(capacity: 256)
      writer.error(error, to: request.id)
      send(writer)
    }
  }

  private func answer(_ request: Request, _ line: JSON) throws(ProtocolError) {
    switch request.kind {
    case .subscribe(let filter, let snapshot, let since):
      try subscribe(filter, snapshot: snapshot || since != nil, isResumed: since != nil, request.id)
    case .unsubscribe(let number):
      guard subscriptions.contains(where: { $0.number == number }) else {
        throw ProtocolError(.notFound, "unsubscribe: there is no subscription \(number)")
      }
      subscriptions.removeAll { $0.number == number }
      reply(request.id, .object([]))
    case .tree(nil, .nodes):
      reply(request.id, .object([.init("windows", try retained(panel.windows, "state.tree"))]))
    case .devices:
      reply(request.id, .object([.init("devices", try retained(panel.devices, "state.devices"))]))
    case .status(prometheus: false):
      reply(request.id, try retained(panel.status, "a daemon that runs"))
    case .describe:
      let writer = LineWriter(capacity: 65_536)
      writer.describe(to: request.id)
      send(writer)
    case .identify, .answer, .injectDevice, .injectActions:
      throw ProtocolError(
        .refused, "this belongs to a connection on the panel itself, not through a broker")
    default: ask(request, line)
    }
  }

  private func retained(_ value: JSON?, _ key: String) throws(ProtocolError) -> JSON {
    guard let value, value != .null else {
      throw ProtocolError(.unavailable, "the broker has it not; the panel's bridge needs \(key)")
    }
    return value
  }

  private func ask(_ request: Request, _ line: JSON) {
    guard let call = line.members?.first(where: { $0.name != "id" }) else { return }
    panel.request(call.name, call.value) { [weak self] answer in
      var members = answer.members ?? []
      if let id = line["id"] { members.insert(.init("id", id), at: min(1, members.count)) }
      self?.send(.object(members))
    }
  }

  private func subscribe(
    _ filter: Filter, snapshot: Bool, isResumed: Bool, _ id: RequestID?
  ) throws(ProtocolError) {
    guard subscriptions.count < RelayCaller.mostSubscriptions else {
      throw ProtocolError(
        .limit, "subscribe: a connection may have \(RelayCaller.mostSubscriptions) subscriptions")
    }
    let own = try FarFilter(filter)
    lastSubscription += 1
    subscriptions.append((lastSubscription, own))
    let number = JSON.integer(Int64(lastSubscription))
    let place = JSON.integer(Int64(clamping: seq()))
    var members: [JSON.Member] = [.init("subscription", number), .init("seq", place)]
    // Records that were missed are the broker's matter, and it keeps none.
    if isResumed { members.append(.init("resumed", .bool(false))) }
    reply(id, .object(members))
    guard snapshot else { return }
    send(
      .object([
        .init("type", .string("snapshot")), .init("seq", place), .init("subscription", number),
        .init("screens", .array([])), .init("devices", panel.devices ?? .array([])),
        .init("windows", panel.windows ?? .array([])), .init("touches", .array([])),
        .init("recognizers", .array([])),
      ]))
  }

  // MARK: Lines

  private func reply(_ id: RequestID?, _ result: JSON) {
    var members: [JSON.Member] = [.init("type", .string("reply"))]
    switch id {
    case .number(let number): members.append(.init("id", .integer(number)))
    case .text(let text): members.append(.init("id", .string(text)))
    case nil: break
    }
    send(.object(members + [.init("result", result)]))
  }

  private func send(_ line: JSON) {
    let writer = LineWriter(capacity: 256)
    writer.value(line)
    writer.endLine()
    send(writer)
  }

  private func send(_ writer: LineWriter) {
    guard !isOver else { return }
    writer.copy(0..<writer.count, to: &waiting)
    guard waiting.count <= RelayCaller.mostWaiting else { return leave() }
    flush()
  }

  private func flush() {
    do throws(SystemError) {
      var sent = 0
      sending: while sent < waiting.count {
        switch try stream.send(waiting, sent..<waiting.count) {
        case .bytes(let count): sent += count
        case .wouldBlock: break sending
        case .closed: return leave()
        }
      }
      waiting.removeFirst(sent)
      try watch?.change(waiting.isEmpty ? .readable : [.readable, .writable])
    } catch {
      leave()
    }
  }

  private func serve(_ readiness: Readiness) {
    if readiness.contains(.writable) { flush() }
    do throws(SystemError) {
      while !isOver {
        switch try reader.fill({ (bytes) throws(SystemError) in
          try stream.receive(into: &bytes, atMost: 65_536)
        }) {
        case .bytes: readLines()
        case .wouldBlock: return
        case .closed: return leave()
        }
      }
    } catch {
      leave()
    }
  }

  private func readLines() {
    while !isOver, let event = reader.next() {
      let writer = LineWriter(capacity: 256)
      switch event {
      case .tooLong:
        writer.error(
          ProtocolError(.lineTooLong, "expected at most 65536 bytes in a line"), to: nil)
        send(writer)
      case .line(let range):
        do throws(JSONError) {
          take(try reader.json(in: range, depth: 32))
        } catch {
          writer.error(ProtocolError(.badJSON, "expected one JSON object: \(error)"), to: nil)
          send(writer)
        }
      }
    }
  }

  private func leave() {
    guard !isOver else { return }
    isOver = true
    watch?.cancel()
    left()
  }
}
