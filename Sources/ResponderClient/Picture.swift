// The state of a panel, as one snapshot and the records after it describe it.

package import Protocol

/// The current state, as far as the subscriptions report it.
///
/// A snapshot replaces everything; each record after it changes a part. A record of another
/// instance, or one that is older than the picture, is ignored, so the picture stays correct.
public struct Picture: Hashable, Sendable {
  /// The daemon's instance that numbered the records.
  public package(set) var instance = ""
  /// The number of the latest record that the picture includes.
  public internal(set) var seq: UInt64 = 0
  // The private window whose picture it is.
  private var stream: Value?
  /// Touches that began for a responder and did not end, by number.
  public private(set) var touches: [Int: LiveTouch] = [:]
  /// Continuous gestures that began and did not end: the view of each, by recognizer.
  public var gestures: [String: String] { lastOfGestures.mapValues { $0["view"]?.text ?? "" } }
  /// The windows with their views, as the snapshot describes them.
  public var windows: Value { Value(tree.windows) }
  /// The screens, as the snapshot describes them.
  public private(set) var screens: Value = []
  /// The devices, as the snapshot describes them.
  public private(set) var devices: Value = []
  /// The first responder, if there is one.
  public var firstResponder: String? { shared.firstResponder }
  /// The responder with focus, if there is one.
  public var focused: String? { shared.focused }
  /// What has the keys of the zones that windows name, where something has.
  public private(set) var zones: [String: Zone] = [:]
  /// The time since which there was no touch and no key, while the panel is idle.
  public private(set) var idleSince: Double?

  /// What has the keys of windows with the same zone.
  public struct Zone: Hashable, Sendable {
    /// The first responder, if there is one.
    public fileprivate(set) var firstResponder: String?
    /// The responder with focus, if there is one.
    public fileprivate(set) var focused: String?

    fileprivate init() {}

    fileprivate init(_ entry: JSON) {
      firstResponder = entry["firstResponder"]?.string
      focused = entry["focused"]?.string
    }
  }

  private var shared = Zone()
  // The latest record of each gesture.
  private var lastOfGestures: [String: Value] = [:]
  private var tree = PictureTree()

  /// The names of all views, recognizers and devices in the picture.
  package var names: [String] {
    tree.names + (devices.list ?? []).compactMap { $0["name"]?.text }
  }

  /// An empty picture.
  package init() {}

  /// An empty picture of an instance of the daemon.
  init(of instance: String) { self.instance = instance }

  /// The node of a view, as the snapshot describes it; nil if there is no such view.
  public func view(_ id: String) -> Value? { tree.node(id).map(Value.init) }

  /// Replaces everything by the content of a snapshot.
  package mutating func replace(by snapshot: JSON) {
    seq = snapshot["seq"]?.int.flatMap { UInt64(exactly: $0) } ?? seq
    stream = snapshot["stream"].map { Value($0) }
    tree = PictureTree(windows: snapshot["windows"] ?? .array([]))
    screens = Value(snapshot["screens"] ?? .array([]))
    devices = Value(snapshot["devices"] ?? .array([]))
    shared = Zone(snapshot)
    zones = [:]
    for entry in snapshot["zones"]?.elements ?? [] {
      if let name = entry["zone"]?.string { zones[name] = Zone(entry) }
    }
    idleSince = snapshot["idleSince"]?.double
    touches = [:]
    for entry in snapshot["touches"]?.elements ?? [] {
      guard let id = entry["id"]?.int else { continue }
      touches[id] = LiveTouch(
        id: id, view: entry["view"]?.string, window: entry["window"]?.string,
        responders: (entry["responders"]?.elements ?? []).compactMap(\.string),
        place: Value(entry))
    }
    lastOfGestures = [:]
    for entry in snapshot["recognizers"]?.elements ?? [] {
      guard let state = entry["state"]?.string, state == "began" || state == "changed",
        let recognizer = entry["recognizer"]?.string
      else { continue }
      lastOfGestures[recognizer] = Value(entry).setting("type", to: "gesture")
    }
  }

  // They have the number of the record before them.
  private static let unnumbered = ["explain", "health", "raw"]

  /// Applies one record; returns whether it was new.
  @discardableResult
  package mutating func apply(_ record: Record) -> Bool {
    if Picture.unnumbered.contains(record.type) { return record.seq >= seq }
    guard record.seq > seq else { return false }
    seq = record.seq
    switch record.type {
    case "touches", "unhandled": applyTouches(record)
    case "gesture":
      guard let recognizer = record.recognizer else { break }
      switch record.phase {
      case "began", "changed": lastOfGestures[recognizer] = record.value
      default: lastOfGestures[recognizer] = nil
      }
    case "edit": tree.edit(record.value.json)
    case "device": applyDevice(record.value)
    case "firstResponder":
      apply(record) { $0.firstResponder = record["firstResponder"]?.text }
    case "focus": apply(record) { $0.focused = record["focused"]?.text }
    case "activity": idleSince = record.phase == "idle" ? record["since"]?.number : nil
    default: break
    }
    return true
  }

  private mutating func apply(_ record: Record, _ change: (inout Zone) -> Void) {
    guard let zone = record["zone"]?.text else { return change(&shared) }
    change(&zones[zone, default: Zone()])
    if zones[zone] == Zone() { zones[zone] = nil }
  }

  private mutating func applyTouches(_ record: Record) {
    for touch in record.touches {
      switch record.phase {
      case "began":
        var live =
          touches[touch.id]
          ?? LiveTouch(
            id: touch.id, view: record.view, window: record["window"]?.text, responders: [],
            place: touch.value, record: record.value)
        if let responder = record.responder, record.type == "touches" {
          live.responders.append(responder)
        }
        touches[touch.id] = live
      case "moved":
        guard touch.x != nil else { continue }
        touches[touch.id]?.place = touch.value
        touches[touch.id]?.record = record.value
      default:
        guard record["goesOn"]?.flag == true else {
          touches[touch.id] = nil
          continue
        }
        touches[touch.id]?.responders.removeAll { $0 == record.responder }
      }
    }
  }

  private mutating func applyDevice(_ record: Value) {
    guard let name = record["device"]?.text else { return }
    var list = (devices.list ?? []).filter { $0["name"]?.text != name }
    if record["event"]?.text != "removed", let node = record["node"] { list.append(node) }
    devices = Value(list)
  }

  /// Records that end the touches and gestures whose own ends were lost, with every member of the
  /// latest record of each.
  package func cancellations(keeping kept: Picture?) -> [Record] {
    var answer: [Record] = []
    for touch in touches.values.sorted(by: { $0.id < $1.id })
    where kept?.touches[touch.id] == nil {
      for responder in touch.responders {
        answer.append(
          Record(
            madeUp: numbered(touch.record).setting("type", to: "touches")
              .setting("phase", to: "cancelled").setting("responder", to: Value(responder))
              .setting("view", to: touch.view.map { Value($0) } ?? .null)
              .setting("window", to: touch.window.map { Value($0) } ?? .null)
              .setting("touches", to: [touch.place])))
      }
    }
    for (recognizer, last) in lastOfGestures.sorted(by: { $0.key < $1.key })
    where kept?.lastOfGestures[recognizer] == nil {
      answer.append(
        Record(
          madeUp: numbered(last).setting("state", to: "cancelled")))
    }
    return answer
  }

  private func numbered(_ record: Value) -> Value {
    let numbered = record.setting("seq", to: Value(Int(seq)))
    return stream.map { numbered.setting("stream", to: $0) } ?? numbered
  }
}

/// A touch that is down, as far as responders received it.
public struct LiveTouch: Hashable, Sendable {
  /// The touch's number.
  public let id: Int
  /// The hit view.
  public let view: String?
  /// The window of the hit view.
  public let window: String?
  /// The responders that handled the began.
  public internal(set) var responders: [String]
  /// The touch as in its latest record.
  public internal(set) var place: Value
  // That record.
  var record: Value = [:]
}
