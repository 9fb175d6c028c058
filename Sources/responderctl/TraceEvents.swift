// Records as tracks in Chrome's trace event format, which Perfetto and chrome://tracing open.

import Protocol

/// Collects records; touches, recognizers and frames become tracks.
struct TraceEvents {
  private struct Recognizer {
    let track: Int
    /// When its last segment ended.
    var end = 0
    /// The time and state at which the present gesture began.
    var open: (state: String, start: Int)?
  }

  // Processes of the format are groups of tracks.
  private static let touchGroup = 1
  private static let recognizerGroup = 2
  private static let frameGroup = 3

  private var events: [JSON] = [
    name("process_name", group: touchGroup, "touches"),
    name("process_name", group: recognizerGroup, "recognizers"),
    name("process_name", group: frameGroup, "frames"),
  ]
  private var beginnings: [Int: Int] = [:]
  private var live: Set<Int> = []
  private var recognizers: [String: Recognizer] = [:]
  private var frame: Int?

  /// Appends one record.
  mutating func append(_ record: JSON) {
    guard let seconds = record["t"]?.double else { return }
    let time = Int((seconds * 1_000_000).rounded())
    if let number = record["frame"]?.int, number != frame {
      frame = number
      add("frame \(number)", "i", time, group: TraceEvents.frameGroup, [("s", .string("t"))])
    }
    switch record["type"]?.string.flatMap(RecordType.init(word:)) {
    case .touches, .unhandled: touches(record, at: time)
    case .explain: explain(record, at: time)
    case .gesture, .control, .action:
      let who = record["recognizer"] ?? record["control"] ?? record["action"]
      let what = record["state"] ?? record["event"]
      add(
        "\(who?.string ?? "?") \(what?.string ?? "")", "i", time, group: TraceEvents.frameGroup,
        [("s", .string("p")), ("args", record)])
    case .presses, .motion, .remoteControl, .scroll, .firstResponder, .focus, .edit, .activity,
      .device, .question, .feedback, .raw, .health, nil:
      break
    }
  }

  /// Everything as one JSON object; gestures that have not ended stay open.
  var text: String {
    JSON.object([
      JSON.Member("displayTimeUnit", .string("ms")), JSON.Member("traceEvents", .array(events)),
    ]).text
  }

  // A touch may overlap others, so it is an event with a number of its own.
  private mutating func touches(_ record: JSON, at time: Int) {
    let name = "on \(record["view"]?.string ?? "?")"
    for id in (record["touches"]?.elements ?? []).compactMap({ $0["id"]?.int }) {
      let members: [(String, JSON)] = [
        ("cat", .string("touch")), ("id", .integer(id)), ("args", record),
      ]
      switch record["phase"]?.string {
      case "began" where beginnings[id] == nil:
        beginnings[id] = time
        live.insert(id)
        add("touch \(id) \(name)", "b", time, group: TraceEvents.touchGroup, members)
      case "moved":
        add("moved", "n", time, group: TraceEvents.touchGroup, members)
      case "ended", "cancelled":
        guard live.remove(id) != nil else { continue }
        add("touch \(id) \(name)", "e", time, group: TraceEvents.touchGroup, members)
      default: continue
      }
      add(
        "touches down", "C", time, group: TraceEvents.touchGroup,
        [("args", .object([JSON.Member("count", .integer(live.count))]))])
    }
  }

  private mutating func explain(_ record: JSON, at time: Int) {
    guard let id = record["recognizer"]?.string else { return }
    var recognizer = recognizers[id] ?? makeTrack(for: id)
    defer { recognizers[id] = recognizer }
    guard let from = record["from"]?.string, let to = record["to"]?.string else {
      add(
        record["event"]?.string ?? "explain", "i", time, group: TraceEvents.recognizerGroup,
        track: recognizer.track, [("s", .string("t")), ("args", record)])
      return
    }
    if from == "possible" {
      let starts = (record["touches"]?.elements ?? []).compactMap { $0.int }
        .compactMap { beginnings[$0] }
      let start = max(starts.min() ?? time, recognizer.end)
      segment("\(from) → \(to)", from: start, to: time, on: recognizer.track, record)
      recognizer.end = time
      if to == "began" || to == "changed" { recognizer.open = (to, time) }
    } else if to != "changed", let open = recognizer.open {
      segment("\(open.state) → \(to)", from: open.start, to: time, on: recognizer.track, record)
      recognizer.end = time
      recognizer.open = nil
    }
  }

  private mutating func makeTrack(for id: String) -> Recognizer {
    let recognizer = Recognizer(track: recognizers.count + 1)
    events.append(
      TraceEvents.name(
        "thread_name", group: TraceEvents.recognizerGroup, track: recognizer.track, id))
    return recognizer
  }

  private mutating func segment(
    _ name: String, from start: Int, to end: Int, on track: Int, _ record: JSON
  ) {
    add(
      name, "X", start, group: TraceEvents.recognizerGroup, track: track,
      [("dur", .integer(max(end - start, 1))), ("args", record)])
  }

  private mutating func add(
    _ name: String, _ kind: String, _ time: Int, group: Int, track: Int = 1,
    _ members: [(String, JSON)]
  ) {
    let common: [(String, JSON)] = [
      ("name", .string(name)), ("ph", .string(kind)), ("ts", .integer(time)),
      ("pid", .integer(group)), ("tid", .integer(track)),
    ]
    events.append(JSON(common + members))
  }

  private static func name(_ what: String, group: Int, track: Int = 1, _ name: String) -> JSON {
    .object([
      JSON.Member("name", .string(what)), JSON.Member("ph", .string("M")),
      JSON.Member("pid", .integer(group)), JSON.Member("tid", .integer(track)),
      JSON.Member("args", .object([JSON.Member("name", .string(name))])),
    ])
  }
}
