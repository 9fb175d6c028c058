// Requests of the broker's clients: checked against the list of their topic, passed on, and answered.

import Linux
import Protocol
import ResponderClient

/// Passes allowed requests to the daemon, with the rights of the user that the bridge runs as.
final class RequestHandler {
  private let settings: RequestSettings
  private let topics: Topics
  // What panels and Home Assistant publish; the only answers there are those to `topics.response`.
  private let reserved: [String]
  private let connection: PanelConnection
  private let log: Log
  private let send: (_ topic: String, JSON, _ correlation: ContiguousArray<UInt8>?) -> Void

  // The longest request, as the daemon's default limit, and the number of open requests.
  private static let mostBytes = 65_536
  private static let mostOpen = 100

  init(
    _ settings: BridgeSettings, topics: Topics, connection: PanelConnection, log: Log,
    send: @escaping (_ topic: String, JSON, _ correlation: ContiguousArray<UInt8>?) -> Void
  ) {
    self.settings = settings.requests
    reserved = [settings.prefix, (settings.homeAssistant ?? HomeAssistantSettings()).prefix]
    self.topics = topics
    self.connection = connection
    self.log = log
    self.send = send
  }

  /// The topics of requests that clients may send.
  var requestTopics: [String] {
    (settings.allow.isEmpty ? [] : [topics.request])
      + settings.users.keys.sorted().map { "\(topics.request)/\($0)" }
  }

  /// Whether a topic is one of requests.
  func owns(_ topic: String) -> Bool {
    topic == topics.request || topic.hasPrefix("\(topics.request)/")
  }

  // The user of the broker who may send to a topic; nil for the topic of all.
  private func user(of topic: String) -> String? {
    topic == topics.request ? nil : String(topic.dropFirst(topics.request.count + 1))
  }

  /// Handles a message to a topic of requests.
  func handle(_ message: BrokerMessage) {
    // A retained request would be repeated at each connection.
    guard !message.isRetained else {
      log.limited(.warning, .service, "retained request", "a retained request is ignored")
      return
    }
    // An empty message clears a retained one.
    let user = user(of: message.topic)
    guard !message.payload.isEmpty, let topic = responseTopic(of: message, from: user) else {
      return
    }
    let answer = { [self] (id: JSON?, answer: JSON) in
      var members: [JSON.Member] = answer.members ?? []
      members.removeAll { $0.name == "id" }
      if let id { members.insert(.init("id", id), at: min(1, members.count)) }
      send(topic, .object(members), message.correlation)
    }
    let request: JSON
    switch read(message.payload) {
    case .success(let read): request = read
    case .failure(let error):
      answer(nil, error.answer)
      return
    }
    // An answer that was sent here by mistake, perhaps by another panel, must not be answered.
    guard request["type"] == nil else { return }
    let id = request["id"]
    switch check(request, user.map { settings.users[$0] ?? [] } ?? settings.allow) {
    case .success(let call):
      log.limited(
        .info, .client, "request \(user ?? "")",
        "\(user.map { "the broker's user \($0)" } ?? "a client of the broker") asks: \(call.name)")
      connection.request(call.name, call.value) { answer(id, $0) }
    case .failure(let error): answer(id, error.answer)
    }
  }

  /// An error as the daemon would send it.
  private struct Refusal: Error {
    let answer: JSON

    init(_ code: String, _ message: String) {
      answer = PanelConnection.error(code: code, message)
    }
  }

  private func responseTopic(of message: BrokerMessage, from user: String?) -> String? {
    let own = user.map { "\(topics.response)/\($0)" } ?? topics.response
    guard let topic = message.responseTopic else { return own }
    // Answers of a user are on topics that only this user may read.
    let isOthers =
      user == nil
      && settings.users.keys.contains {
        "\(topic)/".hasPrefix("\(topics.response)/\($0)/")
      }
    let isResponse = !isOthers && "\(topic)/".hasPrefix("\(own)/")
    guard MosquittoClient.isTopic(topic),
      isResponse || !reserved.contains(where: { topic == $0 || topic.hasPrefix("\($0)/") })
    else {
      log.limited(
        .warning, .service, "response topic",
        "a request is ignored: its response topic \"\(topic.prefix(100))\" is not allowed")
      return nil
    }
    return topic
  }

  private func read(_ payload: ContiguousArray<UInt8>) -> Result<JSON, Refusal> {
    let most = RequestHandler.mostBytes
    guard payload.count <= most else {
      return .failure(
        Refusal("lineTooLong", "expected at most \(most) bytes, found \(payload.count)"))
    }
    do throws(JSONError) {
      let request = try JSON(parsing: Array(payload))
      guard request.members != nil else {
        return .failure(Refusal("badJSON", "expected an object, found \(request.kind)"))
      }
      return .success(request)
    } catch {
      switch error {
      case .malformed(let words, _): return .failure(Refusal("badJSON", "not JSON: \(words)"))
      case .tooDeep(let limit):
        return .failure(Refusal("tooDeep", "expected at most \(limit) levels, found more"))
      }
    }
  }

  private func check(
    _ request: JSON, _ allow: [String]
  ) -> Result<JSON.Member, Refusal> {
    let calls = (request.members ?? []).filter { $0.name != "id" }
    guard calls.count == 1, let call = calls.first else {
      return .failure(
        Refusal("badRequest", "expected one request beside the id, found \(calls.count)"))
    }
    switch request["id"] {
    case nil, .integer?, .string?: break
    case .null?, .bool?, .number?, .array?, .object?:
      return .failure(Refusal("badRequest", "id: expected a whole number or a text"))
    }
    guard allow.contains(call.name) else {
      let allowed = allow.isEmpty ? "none" : allow.joined(separator: ", ")
      return .failure(
        Refusal(
          "forbidden",
          "the request \"\(call.name.prefix(40))\" is not allowed through the broker; "
            + "allowed: \(allowed)"))
    }
    if call.name == "batch", let refusal = checkBatch(call.value, allow) {
      return .failure(refusal)
    }
    // What is in private windows is for no bridge, also where its user may read it.
    let edits = call.value.elements?.flatMap { $0.members ?? [] } ?? [call]
    if edits.contains(where: { $0.value["window"]?.string != nil }) {
      return .failure(
        Refusal("forbidden", "what is in a private window is not available through the broker"))
    }
    guard connection.openRequests < RequestHandler.mostOpen else {
      return .failure(Refusal("limit", "\(RequestHandler.mostOpen) requests are open already"))
    }
    return .success(call)
  }

  // A batch may contain only edits that are allowed by themselves.
  private func checkBatch(_ batch: JSON, _ allow: [String]) -> Refusal? {
    for edit in batch.elements ?? [] {
      for member in edit.members ?? [] where !allow.contains(member.name) {
        return Refusal(
          "forbidden",
          "the request \"\(member.name.prefix(40))\" in a batch is not allowed through the broker")
      }
    }
    return nil
  }
}
