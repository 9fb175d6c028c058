// The records of one subscription, and whether they are consistent.

import Protocol
import ResponderKit

/// A line that a client has read, parsed once for all clients that read the same.
final class StoryLine {
  let text: String
  let json: JSON
  let type: String

  init(_ text: String) throws(JSONError) {
    self.text = text
    json = try JSON(parsing: text, depth: 128)
    type = json["type"]?.string ?? ""
  }

  /// The number of a record.
  var number: Int { json["seq"]?.int ?? 0 }

  /// The number of older moves that a record stands for.
  var coalesced: Int { json["coalesced"]?.int ?? 0 }

  /// The line without that number.
  var bare: String {
    coalesced == 0 ? text : text.replacing(",\"coalesced\":\(coalesced)", with: "")
  }

  /// Whether a newer record may replace it.
  var isMove: Bool {
    ["moved", "changed"].contains((json["phase"] ?? json["state"])?.string ?? "")
      || ["decelerating", "zooming"].contains(json["phase"]?.string ?? "") || type == "raw"
  }

  /// Whether it has a number of its own.
  var isNumbered: Bool { !["explain", "health", "raw"].contains(type) }

  /// Whether it is a record.
  var isRecord: Bool { json["seq"] != nil && type != "snapshot" }
}

/// A finger or key for one responder, a gesture, or a drag.
struct StorySpan: Hashable, CustomStringConvertible {
  enum Kind { case touch, unhandled, press, gesture, drag }
  var kind: Kind
  /// The responder, recognizer or view; empty if no responder handles it.
  var id: String
  var number = 0

  /// The finger or key itself.
  var item: StorySpan { StorySpan(kind: kind == .press ? .press : .touch, id: "", number: number) }

  var description: String { "\(kind) \(number) of \(id)" }
}

/// Checks the records of one subscription, and reports every broken promise.
struct StoryReader {
  /// Whether this subscription reads the end of everything in a snapshot.
  var readsAll: Bool
  /// Whether it has subscribed to everything from the beginning, so that it has read every began.
  var knowsAll: Bool

  /// The number of the latest record that it knows of.
  private(set) var seq = 0
  private(set) var complaints: [String] = []
  /// The numbers that were left out, which the records of other clients may explain.
  private(set) var holes: [ClosedRange<Int>] = []
  private var time = 0.0
  private var hasBegun = false
  /// The spans that have begun and not ended.
  private(set) var open: Set<StorySpan> = []
  /// The spans that may end without a began, because they began before the subscription.
  private var older: Set<StorySpan> = []
  /// The gestures that it has read of; nil if a snapshot listed those under way.
  private var readSinceJoining: Set<StorySpan>?
  /// The spans that have ended, and never begin again.
  private var over: Set<StorySpan> = []
  /// The spans that had begun and not ended when a snapshot arrived.
  private(set) var left: Set<StorySpan> = []
  /// The spans whose end is not reported.
  private var excused: Set<StorySpan> = []

  /// The fingers that have begun for any responder.
  private var known: Set<Int> = []
  private var news: [StoryNews] = []
  private var coalesced = 0

  private static let discrete: Set<String> = ["tap", "swipe", "path"]

  init(readsAll: Bool, knowsAll: Bool) {
    self.readsAll = readsAll
    self.knowsAll = knowsAll
  }

  /// Descriptions of the spans that have begun and not ended.
  var unfinished: [String] {
    // Each record of a scroll has a path of its own, so a filter may miss the end.
    open.filter { readsAll || $0.kind != .drag }.map(\.description).sorted()
  }

  /// The news of fingers and keys since the last call.
  mutating func takeNews() -> [StoryNews] {
    defer { news = [] }
    return news
  }

  /// The number of records that newer ones have replaced since the last call.
  mutating func takeCoalesced() -> Int {
    defer { coalesced = 0 }
    return coalesced
  }

  /// Stops waiting for an end that is not reported.
  mutating func excuse(_ span: StorySpan) {
    excused.insert(span)
    open.remove(span)
    left.remove(span)
  }

  /// Complains of spans that had not ended when a snapshot arrived.
  mutating func complainOfLeft() {
    guard !left.isEmpty else { return }
    let words = left.map(\.description).sorted().joined(separator: ", ")
    complaints.append("a snapshot while these go on: \(words)")
    left = []
  }

  /// The holes since the last call.
  mutating func takeHoles() -> [ClosedRange<Int>] {
    defer { holes = [] }
    return holes
  }

  /// Starts again, after a reported loss or as a new subscription.
  mutating func forget() {
    open = []
    older = []
    readSinceJoining = []
    hasBegun = false
    holes = []
  }

  mutating func apply(_ line: StoryLine) {
    let json = line.json
    if line.type == "snapshot" { return takeSnapshot(json) }
    let number = json["seq"]?.int ?? -1
    if number < seq || number == seq && line.isNumbered {
      complain("\(number) comes after \(seq)", line)
    }
    if hasBegun, number > seq + 1 { holes.append((seq + 1)...(number - 1)) }
    seq = max(seq, number)
    hasBegun = true
    coalesced += json["coalesced"]?.int ?? 0
    let time = json["t"]?.double ?? -1
    if time < self.time { complain("time goes back from \(self.time)", line) }
    self.time = max(self.time, time)
    let phase = json["phase"]?.string ?? json["state"]?.string ?? ""
    switch line.type {
    case "touches":
      for touch in json["touches"]?.elements ?? [] {
        follow(.touch, json["responder"]?.string ?? "", touch["id"]?.int ?? 0, phase, line)
      }
    case "unhandled": takeUnhandled(json, phase, line)
    case "presses":
      for press in json["presses"]?.elements ?? [] {
        follow(.press, json["responder"]?.string ?? "", press["id"]?.int ?? 0, phase, line)
      }
    case "gesture": takeGesture(json, phase, line)
    case "scroll" where ["began", "changed", "ended"].contains(phase):
      follow(.drag, json["view"]?.string ?? "", 0, phase, line)
    default: break
    }
  }

  /// A snapshot that was read; `isFirst` when the subscription is new.
  private mutating func takeSnapshot(_ json: JSON) {
    if hasBegun, readsAll { left.formUnion(open) }
    seq = json["seq"]?.int ?? 0
    hasBegun = true
    open = []
    older = []
    readSinceJoining = nil
    for touch in json["touches"]?.elements ?? [] {
      let number = touch["id"]?.int ?? 0
      known.insert(number)
      let responders = (touch["responders"]?.elements ?? []).compactMap(\.string)
      var spans = responders.map { StorySpan(kind: .touch, id: $0, number: number) }
      if responders.isEmpty { spans.append(StorySpan(kind: .unhandled, id: "", number: number)) }
      // A responder that joins the chain later may receive the end alone.
      if readsAll { open.formUnion(spans.filter { !excused.contains($0) }) }
      if !readsAll { older.formUnion(spans) }
    }
    for entry in json["recognizers"]?.elements ?? []
    where ["began", "changed"].contains(entry["state"]?.string ?? "") {
      let span = StorySpan(kind: .gesture, id: entry["recognizer"]?.string ?? "")
      if readsAll { open.insert(span) } else { older.insert(span) }
    }
  }

  private mutating func complain(_ words: String, _ line: StoryLine) {
    complaints.append("\(words): \(line.text)")
  }

  private mutating func takeUnhandled(_ json: JSON, _ phase: String, _ line: StoryLine) {
    for touch in json["touches"]?.elements ?? [] {
      let number = touch["id"]?.int ?? 0
      let span = StorySpan(kind: .unhandled, id: "", number: number)
      // An unhandled finger may be handled later, and a handled one may become unhandled.
      if phase == "began" {
        if !open.insert(span).inserted { complain("began twice", line) }
        known.insert(number)
      } else {
        if !known.contains(number), readsAll { complain("\(phase) without having begun", line) }
        if !open.contains(span) { news.append(.late(span, line: line.text)) }
        if phase != "moved" { open.remove(span) }
        noteEnd(of: span, phase)
      }
    }
    for press in json["presses"]?.elements ?? [] {
      noteEnd(of: StorySpan(kind: .press, id: "", number: press["id"]?.int ?? 0), phase)
    }
  }

  private mutating func noteEnd(of span: StorySpan, _ phase: String) {
    switch phase {
    case "ended": news.append(.ended(span, .ended))
    case "cancelled": news.append(.ended(span, .cancelled))
    default: break
    }
  }

  private mutating func takeGesture(_ json: JSON, _ phase: String, _ line: StoryLine) {
    let id = json["recognizer"]?.string ?? ""
    let kind = json["kind"]?.string ?? ""
    guard Self.discrete.contains(kind) else {
      if phase != "failed" { follow(.gesture, id, 0, phase, line) }
      return
    }
    if !["ended", "failed"].contains(phase) { complain("a \(kind) that goes on", line) }
  }

  private mutating func follow(
    _ kind: StorySpan.Kind, _ id: String, _ number: Int, _ phase: String, _ line: StoryLine
  ) {
    let span = StorySpan(kind: kind, id: id, number: number)
    // Gestures and drags repeat with the same name; fingers have numbers.
    let isOnce = kind == .touch || kind == .press || kind == .unhandled
    switch phase {
    case "began":
      if open.contains(span) { complain("began twice", line) }
      if !excused.contains(span) { open.insert(span) }
      if span.kind == .gesture { readSinceJoining?.insert(span) }
      if isOnce { news.append(.began(span)) }
      if kind == .touch { known.insert(number) }
      if isOnce, over.contains(span) { complain("began after its end", line) }
      older.remove(span)
    case "moved", "changed":
      if !open.contains(span) { takeLate(span, line) }
    case "ended", "cancelled":
      if isOnce { noteEnd(of: span, phase) }
      if open.remove(span) == nil { takeLate(span, line) }
      older.remove(span)
      if isOnce, !over.insert(span).inserted { complain("ended twice", line) }
      if kind == .touch { open.remove(StorySpan(kind: .unhandled, id: "", number: number)) }
    default: complain("the phase \(phase)", line)
    }
  }

  private mutating func takeLate(_ span: StorySpan, _ line: StoryLine) {
    // A client that subscribes without a snapshot does not know the gestures under way.
    if span.kind == .gesture, readSinceJoining?.insert(span).inserted == true {
      older.insert(span)
      return
    }
    if excused.contains(span) { return }
    if !isOlder(span) { complain("goes on or ends without having begun", line) }
    if span.kind == .touch || span.kind == .press { news.append(.late(span, line: line.text)) }
  }

  // Snapshots do not contain keys and drags under way.
  private func isOlder(_ span: StorySpan) -> Bool {
    switch span.kind {
    // A responder may join the chain of a finger that is down.
    case .touch: !readsAll || known.contains(span.number) || older.contains(span)
    case .unhandled, .gesture: older.contains(span)
    case .press: !over.contains(span)
    case .drag: !knowsAll
    }
  }
}
