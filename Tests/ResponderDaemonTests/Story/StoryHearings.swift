// Whoever reads late, or not everything, reads what somebody who may see as much has read at once.

import Wire

/// Keeps what two readers, who are always there, read of all kinds, and compares it with what others
/// read of it at any time.
struct StoryHearings {
  /// By their numbers, who may see no more than who: an outsider, and a program of the same user.
  private static let equals = [6: 2, 7: 2, 8: 1, 9: 2]
  private static let witnesses = Set(equals.values)

  private var heard: [Int: [Int: StoryLine]] = [:]
  private var waiting: [(client: Int, line: StoryLine)] = []

  /// Takes note of a record that a client has read.
  mutating func hear(_ line: StoryLine, _ client: Int) {
    if Self.witnesses.contains(client), let number = line.json["seq"]?.int {
      heard[client, default: [:]][number] = line
    }
    if Self.equals[client] != nil { waiting.append((client, line)) }
  }

  /// What was read since the last question and differs, now that everybody has read what is there.
  mutating func judge() -> [String] {
    defer { waiting = [] }
    return waiting.compactMap { client, line in
      guard let witness = Self.equals[client], let number = line.json["seq"]?.int else {
        return nil
      }
      let known = heard[witness]?[number]
      // A newer record that stands for older ones says how many.
      if line.json["coalesced"] != nil, known != nil { return nil }
      guard known?.text != line.text else { return nil }
      return "client \(client) reads \(line.text), and client \(witness) "
        + (known.map { "reads \($0.text)" } ?? "does not")
    }
  }
}
