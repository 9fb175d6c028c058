// A client that reads late, or only some types, reads the records of a client with the same audience
// that reads everything at once.

import Wire

/// Stores the records of two readers that subscribe to everything from the beginning, and compares the
/// records of the other clients with them.
struct StoryReadings {
  /// Pairs of client numbers: the first may see no more than the second.
  private static let equals = [6: 2, 7: 2, 8: 1, 9: 2]
  private static let witnesses = Set(equals.values)

  private var heard: [Int: [Int: StoryLine]] = [:]
  private var waiting: [(client: Int, line: StoryLine)] = []

  /// Adds a record that a client has read.
  mutating func hear(_ line: StoryLine, _ client: Int) {
    if Self.witnesses.contains(client), let number = line.json["seq"]?.int {
      heard[client, default: [:]][number] = line
    }
    if Self.equals[client] != nil { waiting.append((client, line)) }
  }

  /// The differences since the last call, after all clients have read everything.
  mutating func judge() -> [String] {
    defer { waiting = [] }
    return waiting.compactMap { client, line in
      guard let witness = Self.equals[client], let number = line.json["seq"]?.int else {
        return nil
      }
      let known = heard[witness]?[number]
      // A newer record that replaces older ones has their number.
      if line.json["coalesced"] != nil, known != nil { return nil }
      guard known?.text != line.text else { return nil }
      return "client \(client) reads \(line.text), and client \(witness) "
        + (known.map { "reads \($0.text)" } ?? "does not")
    }
  }
}
