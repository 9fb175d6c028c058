// One program that uses a remote panel.

import LinuxKit
import Permissions
import ResponderClient
import Wire

/// Answers one program as the panel's daemon would, from retained values or with a request to it.
final class RelayCaller {
  private let channel: LineChannel
  private let panel: FarPanel
  private let seq: () -> UInt64
  private var subscriptions: [(number: Int, filter: FarFilter)] = []
  private var lastSubscription = 0

  // The same as the daemon's limit.
  private static let mostSubscriptions = 16

  /// Sends the hello line to the program.
  init(_ channel: LineChannel, panel: FarPanel, seq: @escaping () -> UInt64) {
    self.channel = channel
    self.panel = panel
    self.seq = seq
    channel.handlers.line = { [unowned self] in handle($0) }
    let writer = LineWriter(capacity: 512)
    writer.hello(
      instance: panel.instance, version: panel.status?["version"]?.string ?? "",
      capabilities: ["snapshot"], rights: ["subscribe"], limits: Limits())
    channel.send(writer)
  }

  /// Passes a record on, if a subscription wants it.
  func pass(_ record: JSON, parents: [String: String]) {
    guard subscriptions.contains(where: { $0.filter.wants(record, parents: parents) }) else {
      return
    }
    channel.send(record)
  }

  // MARK: Requests

  private func handle(_ line: JSON) {
    // The panel's bridge answers these itself; the daemon does not know them.
    if let call = line.members?.first(where: { $0.name != "id" }),
      ConfigurationInstaller.requests.contains(call.name)
    {
      return ask(line)
    }
    let request: Request
    do throws(RefusedRequest) {
      request = try Request(line)
    } catch {
      return channel.refuse(error.id, error.error)
    }
    do throws(ProtocolError) {
      try answer(request, line)
    } catch {
      channel.refuse(request.id, error)
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
    case .tree(nil, .nodes, detail: false):
      reply(request.id, .object([.init("windows", try retained(panel.windows, "state.tree"))]))
    case .devices:
      reply(request.id, .object([.init("devices", try retained(panel.devices, "state.devices"))]))
    case .status(prometheus: false):
      reply(request.id, try retained(panel.status, "a daemon that runs"))
    case .describe:
      let writer = LineWriter(capacity: 65_536)
      writer.describe(to: request.id)
      channel.send(writer)
    case .identify, .answer, .injectDevice, .injectActions:
      throw ProtocolError(
        .refused, "this belongs to a connection on the panel itself, not through a broker")
    default: ask(line)
    }
  }

  private func retained(_ value: JSON?, _ key: String) throws(ProtocolError) -> JSON {
    guard let value, value != .null else {
      throw ProtocolError(
        .unavailable, "the broker does not have it; the panel's bridge needs \(key)")
    }
    return value
  }

  private func ask(_ line: JSON) {
    guard let call = line.members?.first(where: { $0.name != "id" }) else { return }
    panel.request(call.name, call.value) { [weak self] answer in
      var members = answer.members ?? []
      if let id = line["id"] { members.insert(.init("id", id), at: min(1, members.count)) }
      self?.channel.send(.object(members))
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
    let number = JSON.integer(lastSubscription)
    let place = JSON.integer(Int(clamping: seq()))
    var members: [JSON.Member] = [.init("subscription", number), .init("seq", place)]
    // The broker does not keep missed records.
    if isResumed { members.append(.init("resumed", .bool(false))) }
    reply(id, .object(members))
    guard snapshot else { return }
    channel.send(
      .object([
        .init("type", .string("snapshot")), .init("seq", place), .init("subscription", number),
        .init("screens", .array([])), .init("devices", panel.devices ?? .array([])),
        .init("windows", panel.windows ?? .array([])), .init("touches", .array([])),
        .init("recognizers", .array([])),
      ]))
  }

  private func reply(_ id: RequestID?, _ result: JSON) {
    let own: JSON? =
      switch id {
      case .number(let number): .integer(number)
      case .text(let text): .string(text)
      case nil: nil
      }
    channel.reply(own, result)
  }
}
