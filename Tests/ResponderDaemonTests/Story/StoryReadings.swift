// A client that reads late, or only some types, reads the records of the client that reads everything
// at once.

import Protocol

/// Stores the records of the reader that subscribes to everything from the beginning, and compares the
/// records of the other clients with them.
struct StoryReadings {
  /// The clients whose records are compared with those of client 0.
  private static let compared: Set<Int> = [1, 2, 6, 7, 8, 9]

  private var heard: [Int: StoryLine] = [:]
  // The records after one, which have its number.
  private var notes: [Int: Set<String>] = [:]
  private var waiting: [(client: Int, line: StoryLine)] = []

  /// Adds a record that a client has read.
  mutating func hear(_ line: StoryLine, _ client: Int) {
    if client == 0 {
      if line.isNumbered {
        heard[line.number] = line
      } else {
        notes[line.number, default: []].insert(line.bare)
      }
    }
    if Self.compared.contains(client) { waiting.append((client, line)) }
  }

  /// The differences since the last call, after all clients have read everything.
  mutating func judge() -> [String] {
    defer { waiting = [] }
    return waiting.compactMap { client, line in
      if notes[line.number]?.contains(line.bare) == true { return nil }
      let known = line.isNumbered ? heard[line.number] : nil
      // Who is late leaves out moves, and counts them in the newer ones.
      if known == nil, line.isMove { return nil }
      guard known?.bare != line.bare else { return nil }
      return "client \(client) reads \(line.text), and client 0 "
        + (known.map { "reads \($0.text)" } ?? "does not")
    }
  }
}
