// Records as lines for people.

import CommandLine
import Linux
import Protocol
import ResponderKit

/// Writes a record as a line with aligned columns.
enum Readable {
  /// The record in a line: time, kind, then what matters most first.
  static func line(_ record: JSON) -> String {
    let type = record["type"]?.string ?? "?"
    let words =
      switch RecordType(word: type) {
      case .touches, .unhandled, .presses: touches(record)
      case .gesture: gesture(record)
      case .explain: explain(record)
      case .control: subject(record, "control", "event")
      case .action: subject(record, "control", "action")
      case .scroll: columns(record, "phase", "view")
      case .motion: columns(record, "phase", "responder")
      case .remoteControl: subject(record, "responder", "subtype")
      case .device: columns(record, "event", "device")
      case .health: columns(record, "event", "fact")
      case .edit: columns(record, "edit", "view")
      case .activity: columns(record, "state", "view")
      case .question: columns(record, "asks", "recognizer")
      case .firstResponder: subject(record, "firstResponder")
      case .focus: subject(record, "focused")
      case .feedback: columns(record, "feedback", "view")
      case .raw, nil: others(record)
      }
    let observed = record["observed"]?.bool == true ? " observed" : ""
    let coalesced = record["coalesced"]?.int.map { " (+\($0) left out)" } ?? ""
    return "\(time(record)) \(padded(type, 14)) \(words)\(observed)\(coalesced)".printable
  }

  /// The time with six decimals, as in the record.
  static func time(_ record: JSON) -> String {
    guard let seconds = record["t"]?.double else { return String(repeating: " ", count: 13) }
    let text = self.seconds(seconds)
    return String(repeating: " ", count: max(0, 13 - text.count)) + text
  }

  /// Seconds with six decimals.
  static func seconds(_ seconds: Double) -> String {
    let writer = LineWriter(capacity: 64)
    writer.seconds(microseconds: Instant.microseconds(in: seconds))
    return writer.text
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
  }

  private static func touches(_ record: JSON) -> String {
    var who = record["responder"]?.string ?? record["view"]?.string ?? "none"
    if let view = record["view"]?.string, view != who { who += " (hit \(view))" }
    let list = (record["touches"]?.elements ?? []).map { touch in
      let id = touch["id"]?.text ?? touch.text
      guard let x = touch["x"]?.double, let y = touch["y"]?.double else { return id }
      let taps = touch["tapCount"]?.int.map { $0 > 1 ? " tap \($0)" : "" } ?? ""
      return "\(id) at \(number(x)),\(number(y))\(taps)"
    }
    let presses = (record["presses"]?.elements ?? []).map { $0["type"]?.string ?? "?" }
    let phase = padded(record["phase"]?.string ?? "", 9)
    return "\(phase) \(padded(who, 20)) \((list + presses).joined(separator: "; "))"
  }

  private static func gesture(_ record: JSON) -> String {
    let state = padded(record["state"]?.string ?? "", 9)
    let who = padded(record["recognizer"]?.string ?? "", 20)
    let presses = record["presses"]?.elements?.compactMap { $0["type"]?.string }
    let place =
      presses.map { "of \($0.joined(separator: ","))" }
      ?? "at \(number(record["x"]?.double)),\(number(record["y"]?.double))"
    let rest = others(
      record,
      without: [
        "recognizer", "kind", "state", "view", "x", "y", "windowX", "windowY", "touches",
        "numberOfTouches",
        "presses",
      ])
    return "\(state) \(who) \(place)\(rest.isEmpty ? "" : " \(rest)")"
  }

  private static func explain(_ record: JSON) -> String {
    guard let from = record["from"]?.string, let to = record["to"]?.string else {
      let parties = ["recognizer", "responder", "control"]
      return columns(record, "event", parties.first { record[$0] != nil } ?? parties[0])
    }
    let rule = record["rule"]?.string.map { " (\($0))" } ?? ""
    let reason = record["reason"]?.string.map { ": \($0)" } ?? ""
    return "\(padded(record["recognizer"]?.string ?? "", 20)) \(from) → \(to)\(reason)\(rule)"
  }

  // The event, its object, and the other members as names and values.
  private static func columns(_ record: JSON, _ event: String, _ who: String) -> String {
    let first = padded(record[event]?.string ?? "", 9)
    let second = padded(record[who]?.string ?? "", 20)
    let rest = others(record, without: [event, who])
    return "\(first) \(second)\(rest.isEmpty ? "" : " \(rest)")"
  }

  // A record without a phase leaves that column empty, so that what it is about is in line with others.
  private static func subject(_ record: JSON, _ who: String, _ event: String? = nil) -> String {
    let name = record[who]?.string ?? "none"
    let words = [
      event.flatMap { record[$0]?.string },
      others(record, without: Set([who, event].compactMap(\.self))),
    ].compactMap(\.self).filter { !$0.isEmpty }
    let first = words.isEmpty ? name : padded(name, 20)
    return ([padded("", 9), first] + words).joined(separator: " ")
  }

  private static func others(_ record: JSON, without named: Set<String> = []) -> String {
    let known: Set<String> = ["seq", "t", "frame", "type", "coalesced", "observed"]
    return (record.members ?? []).filter { !known.contains($0.name) && !named.contains($0.name) }
      .map { "\($0.name)=\(value($0.value))" }.joined(separator: " ")
  }

  /// A value without quotes where it is one word.
  static func value(_ value: JSON) -> String {
    switch value {
    case .string(let text) where !text.contains(" ") && !text.isEmpty: text.printable
    case .number(let number): Readable.number(number)
    case .array(let elements) where elements.allSatisfy({ $0.double != nil }):
      elements.map { number($0.double) }.joined(separator: ",")
    default: value.text.printable
    }
  }

  /// A number with at most three decimals and none that is not needed.
  static func number(_ value: Double?) -> String {
    guard let value else { return "?" }
    let writer = LineWriter(capacity: 64)
    writer.coordinate(value)
    let text = writer.text
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
