// The protocol's document is correct: each of its lines fits the schema, each request is read.

import Linux
import Protocol
import TestSupport
import Testing

@Suite struct `Protocol document` {
  private static let text = (try? Repository.text(of: "docs/protocol.md")) ?? ""

  /// The lines of its JSON blocks.
  private var lines: [String] {
    var isInside = false
    var answer: [String] = []
    for line in Self.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```json"
      } else if isInside {
        answer.append(String(line))
      }
    }
    return answer
  }

  @Test func `every line fits the schema`() throws {
    #expect(lines.count > 30)
    let checker = try SchemaChecker()
    for line in lines {
      // The one request that is invalid on purpose is followed by its refusal.
      if line.contains("\"4O\"") { continue }
      let isDaemons = try JSON(parsing: line)["type"] != nil
      let complaints =
        isDaemons
        ? try checker.complaints(ofDaemonsLine: line) : try checker.complaints(ofPeersLine: line)
      #expect(complaints == [], "\(line)")
    }
  }

  @Test func `every request is understood, and the wrong one is refused as it says`() throws {
    for line in lines {
      let json = try JSON(parsing: line)
      guard json["type"] == nil else { continue }
      if line.contains("\"4O\"") {
        let refused = try #require(throws: RefusedRequest.self) { try Request(json) }
        let writer = LineWriter()
        writer.error(refused.error, to: refused.id)
        #expect(lines.contains(String(writer.text.dropLast())))
      } else {
        #expect(throws: Never.self) { try Request(json) }
      }
    }
  }

  @Test func `it describes every request, kind of record and error code`() {
    for name in Request.Declaration.words { #expect(Self.text.contains(name), "\(name)") }
    for code in ProtocolError.Code.allCases {
      #expect(Self.text.contains("| `\(code.rawValue)` |"), "\(code)")
    }
    for type in RecordType.allCases {
      #expect(lines.contains { $0.contains("\"type\":\"\(type.word)\"") }, "\(type)")
    }
  }
}
