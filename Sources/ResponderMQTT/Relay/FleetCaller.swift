// One program that displays all panels.

import Permissions
import ResponderClient
import Wire

/// Answers one program, and sends it changes after it has asked for them.
final class FleetCaller {
  private let channel: LineChannel
  private unowned let fleet: Fleet
  private var changed: Set<String> = []
  private var isFollowing = false
  // Requests for the panels that came before the panels were known.
  private var waiting: [JSON?] = []

  init(_ channel: LineChannel, fleet: Fleet) {
    self.channel = channel
    self.fleet = fleet
    channel.handlers.line = { [unowned self] in handle($0) }
    let writer = LineWriter(capacity: 512)
    writer.hello(
      instance: "fleet", version: ProgramVersion.current, capabilities: ["panels"],
      rights: fleet.passesRequests ? ["subscribe", "control"] : ["subscribe"], limits: Limits())
    channel.send(writer)
  }

  // MARK: Requests

  private func handle(_ line: JSON) {
    let calls = (line.members ?? []).filter { $0.name != "id" }
    guard calls.count == 1, let call = calls.first else {
      return refuse(line, .badRequest, "expected one request beside the id: panels or ask")
    }
    switch call.name {
    case "panels":
      isFollowing = call.value["follow"]?.bool ?? isFollowing
      waiting.append(line["id"])
      if fleet.isReady { answerPanels() }
    case "ask": ask(call.value, line)
    default:
      refuse(
        line, .unknownRequest, "unknown request \"\(call.name.prefix(40))\"; expected panels or ask"
      )
    }
  }

  private func ask(_ value: JSON, _ line: JSON) {
    guard fleet.passesRequests else {
      return refuse(
        line, .forbidden, "requests are not passed here; start responder-mqtt with --requests")
    }
    guard let panel = value["panel"]?.string, let request = value["request"]?.members?.first else {
      return refuse(line, .badRequest, "ask: expected panel and request")
    }
    guard fleet.panels[panel]?.status == "online" else {
      return refuse(line, .unavailable, "the panel \"\(panel)\" is offline")
    }
    fleet.ask(panel, request.name, request.value) { [weak self] answer in
      var members = answer.members ?? []
      if let id = line["id"] { members.insert(.init("id", id), at: min(1, members.count)) }
      self?.channel.send(.object(members))
    }
  }

  private func refuse(_ line: JSON, _ code: ProtocolError.Code, _ message: String) {
    var members: [JSON.Member] = [.init("type", .string("error"))]
    if let id = line["id"] { members.append(.init("id", id)) }
    members += [.init("code", .string(code.rawValue)), .init("message", .string(message))]
    channel.send(.object(members))
  }

  // MARK: Panels

  /// Answers the requests that wait for the panels.
  func answerPanels() {
    guard !waiting.isEmpty else { return }
    changed.removeAll()
    let panels = fleet.panels.values.sorted { $0.name < $1.name }.map(\.json)
    var members: [JSON.Member] = [.init("panels", .array(panels))]
    if let problem = fleet.problem { members.append(.init("problem", .string(problem))) }
    for id in waiting { channel.reply(id, .object(members)) }
    waiting.removeAll()
  }

  /// Marks a panel as changed.
  func markChanged(of name: String) {
    if isFollowing { changed.insert(name) }
  }

  /// Sends the changed panels; a slow program receives the latest state of each.
  func sendChanges() {
    guard isFollowing, waiting.isEmpty, channel.isIdle, !changed.isEmpty else { return }
    for name in changed.sorted() {
      var members: [JSON.Member] = [.init("type", .string("panel"))]
      members +=
        fleet.panels[name]?.json.members
        ?? [.init("panel", .string(name)), .init("isRemoved", .bool(true))]
      channel.send(.object(members))
    }
    changed.removeAll()
  }

  /// Sends whether the broker can be reached.
  func sendBroker() {
    guard isFollowing else { return }
    var members: [JSON.Member] = [
      .init("type", .string("broker")), .init("isConnected", .bool(fleet.problem == nil)),
    ]
    if let problem = fleet.problem { members.append(.init("problem", .string(problem))) }
    channel.send(.object(members))
  }
}
