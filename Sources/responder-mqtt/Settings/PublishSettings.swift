// The published records, the retained topics, and the qualities of service.

import ConfigurationText
import Protocol

/// The published records: the filter of a `subscribe` request.
struct PublishSettings: Hashable, Sendable {
  /// The types of records; empty for the standard ones.
  var types: [String] = []
  /// The phases, for records that have one; empty for all.
  var phases: [String] = []
  /// Views, each with all its subviews; empty for all.
  var views: [String] = []
  /// Recognizers; empty for all.
  var recognizers: [String] = []
  /// Devices; empty for all.
  var devices: [String] = []
  /// Whether touches have force, size, angle and distance.
  var detail = false
  /// Whether records are published that another program acts on.
  var observed = true
  /// The most moved and changed records of one touch, recognizer or control per second.
  var rate = 10.0

  static var keys: [Key<PublishSettings, Reader>] {
    let types = RecordType.allCases.map(\.word.description).filter { $0 != "question" }
    let phases = RecordPhase.allCases.map(\.word.description)
    return [
      Key("types", \.types) { reader, node in
        reader.list(node, "kinds of records") { reader.choice($0, types.map { ($0, $0) }) }
      },
      Key("phases", \.phases) { reader, node in
        reader.list(node, "phases") { reader.choice($0, phases.map { ($0, $0) }) }
      },
      Key("views", \.views) { reader, node in reader.list(node, "views") { reader.name($0) } },
      Key("recognizers", \.recognizers) { reader, node in
        reader.list(node, "recognizers") { reader.name($0) }
      },
      Key("devices", \.devices) { reader, node in
        reader.list(node, "names of devices") { reader.text($0) }
      },
      Key("detail", \.detail) { $0.bool($1) },
      Key("observed", \.observed) { $0.bool($1) },
      Key("rate", \.rate) { $0.number($1, in: 0.01...1_000) },
    ]
  }

  /// The members of the `subscribe` request for these records.
  var request: [JSON.Member] {
    var members: [JSON.Member] = []
    func add(_ name: String, _ list: [String]) {
      if !list.isEmpty { members.append(.init(name, .array(list.map(JSON.string)))) }
    }
    add("types", types)
    add("phases", phases)
    add("views", views)
    add("recognizers", recognizers)
    add("devices", devices)
    if detail { members.append(.init("detail", .bool(true))) }
    if !observed { members.append(.init("observed", .bool(false))) }
    members.append(.init("rate", .number(rate)))
    members.append(.init("snapshot", .bool(true)))
    return members
  }
}

/// The retained topics of the panel.
struct StateSettings: Hashable, Sendable {
  /// Whether the tree of views is published.
  var tree = true
  /// Whether the devices are published.
  var devices = true
  /// The shortest time between two messages about the tree, the devices or the same control, in
  /// seconds.
  var interval = 1.0
  /// The time between two messages about the health of the panel, in seconds.
  var healthInterval = 60.0

  static var keys: [Key<StateSettings, Reader>] {
    [
      Key("tree", \.tree) { $0.bool($1) },
      Key("devices", \.devices) { $0.bool($1) },
      Key("interval", \.interval) { $0.number($1, in: 0.05...3600) },
      Key("healthInterval", \.healthInterval) { $0.number($1, in: 1...86_400) },
    ]
  }
}

/// The quality of service of each kind of message: 0 at most once, 1 at least once.
///
/// There is no quality 2: each connection is a new session, in which a message whose end was lost would
/// be a new one.
struct QualitySettings: Hashable, Sendable {
  /// Moved and changed records, and drags of controls.
  var moves = 0
  /// All other records, and answers.
  var events = 1
  /// Retained topics.
  var state = 1

  static var keys: [Key<QualitySettings, Reader>] {
    [
      Key("moves", \.moves) { $0.whole($1, in: 0...1) },
      Key("events", \.events) { $0.whole($1, in: 0...1) },
      Key("state", \.state) { $0.whole($1, in: 0...1) },
    ]
  }
}

/// The limits of the queue.
struct QueueSettings: Hashable, Sendable {
  /// The number of messages.
  var messages = 10_000
  /// The number of bytes of topics and payloads.
  var bytes = 8_388_608
  /// How long messages are of use.
  var maximumAge = AgeSettings()

  static var keys: [Key<QueueSettings, Reader>] {
    [
      Key("messages", \.messages) { $0.whole($1, in: 1...1_000_000) },
      Key("bytes", \.bytes) { $0.whole($1, in: 65_536...1_073_741_824) },
      Key("maximumAge") { queue, node, reader in
        reader.fields(
          of: node, into: &queue.maximumAge, keys: AgeSettings.keys, context: reader,
          what: "the ages of messages")
      },
    ]
  }
}

/// The seconds after which what a hand did is not published any more.
struct AgeSettings: Hashable, Sendable {
  /// Touches, presses, motion and remote control.
  var touches = 5.0
  /// Gestures.
  var gesture = 5.0
  /// Controls and their actions.
  var control = 5.0

  static var keys: [Key<AgeSettings, Reader>] {
    [
      Key("touches", \.touches) { $0.number($1, in: 0.1...86_400) },
      Key("gesture", \.gesture) { $0.number($1, in: 0.1...86_400) },
      Key("control", \.control) { $0.number($1, in: 0.1...86_400) },
    ]
  }
}

/// The requests that the broker's clients may send.
struct RequestSettings: Hashable, Sendable {
  /// The names of requests that all clients may send on the topic `request`; none by default.
  var allow: [String] = []
  /// The names of requests that a user of the broker may send on a topic of its own, below `request`.
  var users: [String: [String]] = [:]

  /// The requests that a bridge can pass on, which do not belong to one connection.
  static let known = Request.Declaration.all.filter { !$0.isOfConnection }.map(\.word)

  static var keys: [Key<RequestSettings, Reader>] {
    [
      Key("allow", \.allow) { reader, node in names(node, reader) },
      Key("users") { requests, node, reader in
        guard let mapping = node.mapping else {
          return reader.expected("users, each with a list of requests", at: node)
        }
        for entry in mapping.entries {
          guard !entry.key.isEmpty, Topics.isPlain(entry.key[...]) else {
            reader.complain(entry.complaint("expected a name without /, +, # or %, found another"))
            continue
          }
          requests.users[entry.key] = names(entry.value, reader)
        }
      },
    ]
  }

  private static func names(_ node: Node, _ reader: Reader) -> [String]? {
    reader.list(node, "names of requests") { reader.choice($0, known.map { ($0, $0) }) }
  }
}
