// Explanations sorted by finger: the history of each touch, and the decisions of recognizers.

import CommandLine
import Protocol
import ResponderKit

/// Collects records, and writes them touch by touch, in the order in which the touches landed.
struct Timeline {
  private struct Story {
    /// The number of the touch; nil for a finger that landed where no view is.
    let touch: Int?
    var head: String
    var lines: [String] = []
    var moves = 0
  }

  private let showsHits: Bool
  private var stories: [Story] = []
  private var others: [String] = []

  /// An empty timeline, with the hit test of each touch or without.
  init(showsHits: Bool) { self.showsHits = showsHits }

  /// Adds one record.
  mutating func append(_ record: JSON) {
    switch record["event"]?.string {
    case "lands": return land(record)
    case "misses": return miss(record)
    // It says when, not why; the pages of the inspector draw it.
    case "lifts": return
    default: break
    }
    let ids = (record["touches"]?.elements ?? []).compactMap { $0.int ?? $0["id"]?.int }
    let line = Timeline.line(record, Timeline.words(record))
    guard !ids.isEmpty else {
      if record["type"]?.string != "device" { others.append(line) }
      return
    }
    for id in ids { add(record, line, to: id) }
  }

  // Before every other record about the touch.
  private mutating func land(_ record: JSON) {
    guard let id = record["touches"]?.elements?.first?.int, let view = record["view"]?.string
    else { return }
    var story = Story(touch: id, head: "touch \(id) on \(view)")
    story.lines = hits(record)
    if showsHits {
      story.lines.append(Timeline.line(record, "\(Readable.padded(view, 20)) has the touch"))
    }
    stories.append(story)
  }

  private mutating func miss(_ record: JSON) {
    let place = Readable.value(record["point"] ?? .null)
    let rule = record["rule"]?.string ?? ""
    var story = Story(touch: nil, head: "a finger at \(place)")
    story.lines = hits(record)
    story.lines.append(
      Timeline.line(record, "\(Readable.padded("no view", 20)) has the touch (\(rule))"))
    stories.append(story)
  }

  private func hits(_ record: JSON) -> [String] {
    guard showsHits else { return [] }
    return (record["trace"]?.elements ?? []).map { step in
      let view = Readable.padded(step["view"]?.string ?? "?", 20)
      return Timeline.line(record, "\(view) \(HitCommand.answer(step))")
    }
  }

  private mutating func add(_ record: JSON, _ line: String, to id: Int) {
    let place: Int
    if let found = stories.firstIndex(where: { $0.touch == id }) {
      place = found
    } else {
      stories.append(Story(touch: id, head: "touch \(id)"))
      place = stories.count - 1
    }
    // Hundreds of moves say less than their number.
    let type = record["type"]?.string
    let state = (record["phase"] ?? record["state"])?.string
    if type == "touches" || type == "unhandled" || type == "gesture",
      state == "moved" || state == "changed"
    {
      stories[place].moves += 1
      return
    }
    if stories[place].moves > 0 {
      stories[place].lines.append(Timeline.moves(stories[place].moves))
      stories[place].moves = 0
    }
    stories[place].lines.append(line)
  }

  private static func moves(_ count: Int) -> String {
    "                 … \(counted(count, "move"))"
  }

  private static func line(_ record: JSON, _ words: String) -> String {
    "  \(Readable.time(record))  \(words)"
  }

  private static func words(_ record: JSON) -> String {
    let who =
      (record["recognizer"] ?? record["responder"] ?? record["control"] ?? record["view"])?.string
      ?? "?"
    let name = Readable.padded(who, 20)
    switch record["type"]?.string {
    case "touches":
      let phase = record["phase"]?.string ?? ""
      return "\(name) touches\(phase.prefix(1).uppercased())\(phase.dropFirst())"
    case "unhandled": return "\(name) \(record["phase"]?.string ?? "") is not handled"
    case "gesture": return "\(name) action \(record["state"]?.string ?? "")"
    case "control": return "\(name) \(record["event"]?.string ?? "")"
    case "action":
      let action = record["action"]?.string ?? ""
      let performer = Readable.padded(record["responder"]?.string ?? "nobody", 20)
      return "\(performer) performs \(action) for \(record["control"]?.string ?? "")"
    case "explain": return "\(name) \(explanation(record))"
    case let type: return "\(name) \(type ?? "")"
    }
  }

  private static func explanation(_ record: JSON) -> String {
    let rule = record["rule"]?.string.map { " (\($0))" } ?? ""
    let reason = record["reason"]?.string ?? ""
    if let from = record["from"]?.string, let to = record["to"]?.string {
      return "\(from) → \(to): \(reason)\(rule)"
    }
    switch record["event"]?.string {
    case "waits": return "waits for \(record["for"]?.string ?? "?") to fail\(rule)"
    case "holds":
      let until =
        record["until"].map { " until \(Readable.seconds($0.double ?? 0)) at the latest" } ?? ""
      return "holds back \(record["phase"]?.string ?? "")\(until)\(rule)"
    case "releases":
      let held = (Instant.microseconds(in: record["after"]?.double ?? 0) + 500) / 1000
      return "\(record["phase"]?.string ?? "") is delivered, held for \(held) ms"
    case "refuses": return "does not receive it: \(reason)\(rule)"
    case "ignores": return "does not track it: \(reason)\(rule)"
    case "drops": return "has no touch of this finger: \(reason)\(rule)"
    case "stuck": return "is stuck in possible: all fingers are up and nothing can end it\(rule)"
    case "asks":
      let answer = record["answer"]?.bool == true ? "yes" : "no"
      let about = (record["other"] ?? record["view"])?.string.map { " \($0)" } ?? ""
      return "\(record["question"]?.string ?? "?")\(about)? \(answer)"
    case let event:
      let rest = (record.members ?? []).filter {
        !["seq", "t", "frame", "type", "event", "recognizer", "touches"].contains($0.name)
      }
      return ([event ?? ""] + rest.map { "\($0.name)=\(Readable.value($0.value))" })
        .joined(separator: " ")
    }
  }

  /// The collected histories.
  var lines: [String] {
    var lines: [String] = []
    for story in stories where !story.lines.isEmpty || story.moves > 0 {
      lines.append(story.head)
      lines += story.lines
      if story.moves > 0 { lines.append(Timeline.moves(story.moves)) }
    }
    if !others.isEmpty { lines += ["besides"] + others }
    return lines
  }
}
