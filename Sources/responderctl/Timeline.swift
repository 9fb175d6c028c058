// Explanations sorted by finger: the history of each touch, and the decisions of recognizers.

import ResponderKit
import Wire

/// Collects records, and writes them touch by touch.
struct Timeline {
  private struct Story {
    let touch: Int
    var head: String
    var lines: [String] = []
    var moves = 0
  }

  private var stories: [Story] = []
  private var others: [String] = []

  /// Adds one record.
  mutating func append(_ record: JSON) {
    let ids = (record["touches"]?.elements ?? []).compactMap { $0.int ?? $0["id"]?.int }
    let line = "  \(Readable.time(record))  \(Timeline.words(record))"
    guard !ids.isEmpty else {
      if record["type"]?.string != "device" { others.append(line) }
      return
    }
    for id in ids { add(record, line, to: id) }
  }

  private mutating func add(_ record: JSON, _ line: String, to id: Int) {
    let place: Int
    if let found = stories.firstIndex(where: { $0.touch == id }) {
      place = found
    } else {
      stories.append(Story(touch: id, head: "touch \(id)"))
      place = stories.count - 1
    }
    let type = record["type"]?.string
    if type == "touches" || type == "unhandled", let view = record["view"]?.string,
      stories[place].head == "touch \(id)"
    {
      stories[place].head += " on \(view)"
    }
    // Hundreds of moves say less than their number.
    let state = (record["phase"] ?? record["state"])?.string
    if type == "touches" || type == "unhandled" || type == "gesture",
      state == "moved" || state == "changed"
    {
      stories[place].moves += 1
      return
    }
    if stories[place].moves > 0 {
      stories[place].lines.append("                 … \(stories[place].moves) moves")
      stories[place].moves = 0
    }
    stories[place].lines.append(line)
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
    case "stuck": return "is stuck in possible: all fingers are up and nothing can end it\(rule)"
    case "asks":
      let answer = record["answer"]?.bool == true ? "yes" : "no"
      return "\(record["question"]?.string ?? "?")? \(answer)"
    case let event:
      let rest = (record.members ?? []).filter {
        !["seq", "t", "frame", "type", "event", "recognizer", "touches"].contains($0.name)
      }
      return ([event ?? ""] + rest.map { "\($0.name)=\(Readable.value($0.value))" })
        .joined(separator: " ")
    }
  }

  /// Prints the collected histories.
  func write(to output: Output) {
    for story in stories {
      output.line(story.head)
      for line in story.lines { output.line(line) }
      if story.moves > 0 { output.line("                 … \(story.moves) moves") }
    }
    if !others.isEmpty {
      output.line("besides")
      for line in others { output.line(line) }
    }
  }
}
