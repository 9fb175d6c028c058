// Records as short lines, so that cases can be read.

import Protocol

/// What a line from the daemon says, in few words.
enum BriefRecord {
  private static let unsaid: Set<String> = [
    "type", "seq", "t", "frame", "id", "windowX", "windowY", "device", "node",
  ]

  /// The lines of records and answers that arrived at a time, shortened; steps of content that moves
  /// by itself are counted.
  static func lines(_ lines: [String], since zero: Double, at now: Double) throws -> [String] {
    var brief: [String] = []
    var steps = 0
    var moving = ""
    func count() {
      if steps > 0 { brief.append("\(moving) \(steps) steps") }
      steps = 0
    }
    for line in lines {
      let json = try JSON(parsing: line)
      if json["phase"]?.string == "decelerating" {
        if steps == 0 { moving = "  scroll decelerating view=\(json["view"]?.string ?? "")" }
        steps += 1
      } else {
        count()
        brief.append(record(json, since: zero, at: now))
      }
    }
    count()
    return brief
  }

  private static func record(_ json: JSON, since zero: Double, at now: Double) -> String {
    let type = json["type"]?.string ?? ""
    if type == "reply" {
      let result = json["result"]?.members ?? []
      return "\(time(now)) reply" + members(result.filter { $0.name != "seq" })
    }
    if type == "error" {
      let code = json["code"]?.string ?? ""
      return "\(time(now)) error \(code): \(json["message"]?.string ?? "")"
    }
    let when = json["t"]?.double.map { $0 - zero } ?? now
    return "\(time(when)) \(type)" + members(json.members ?? [])
  }

  private static func members(_ members: [JSON.Member]) -> String {
    members.filter { !unsaid.contains($0.name) }.reduce("") { text, member in
      switch member.name {
      case "phase", "state", "event": "\(text) \(value(member.value))"
      case "touches", "presses": "\(text) [\(list(member.value).joined(separator: ", "))]"
      default: "\(text) \(member.name)=\(value(member.value))"
      }
    }
  }

  private static func list(_ value: JSON) -> [String] {
    (value.elements ?? []).map { touch in
      guard let members = touch.members else { return BriefRecord.value(touch) }
      let id = touch["id"].map(BriefRecord.value) ?? ""
      if let type = touch["type"].map(BriefRecord.value) {
        return "\(id) \(type)" + (touch["force"].map { " \(BriefRecord.value($0))" } ?? "")
      }
      guard let x = touch["x"], let y = touch["y"] else { return id }
      let taps = touch["tapCount"]?.int ?? 1
      let others = members.filter { !["id", "x", "y", "tapCount"].contains($0.name) }
      return "\(id) at \(BriefRecord.value(x)),\(BriefRecord.value(y))"
        + (taps > 1 ? " tap \(taps)" : "") + BriefRecord.members(others)
    }
  }

  private static func value(_ value: JSON) -> String {
    if let text = value.string { return text }
    guard case .number(let number) = value, let whole = Int(exactly: number) else {
      return value.text
    }
    return "\(whole)"
  }

  /// Seconds with as many places as they need, three at least.
  private static func time(_ seconds: Double) -> String {
    let microseconds = Int((seconds * 1_000_000).rounded())
    let (whole, part) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var places = String("\(1_000_000 + part)".dropFirst())
    while places.hasSuffix("0"), places.count > 3 { places.removeLast() }
    return "\(microseconds < 0 ? "-" : "")\(whole).\(places)"
  }
}
