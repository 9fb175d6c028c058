// The reference says everything, and everything it shows is true.

import Configuration
import ConfigurationText
import TestSupport
import Testing

@Suite struct ReferenceTests {
  static let documents = ["README.md"] + Repository.files(in: "docs", ending: ".md")

  /// A YAML block of a document, and whether it must be refused.
  struct Block: CustomTestStringConvertible {
    var document: String
    var line: Int
    var text: String
    var isWrong: Bool

    var testDescription: String { "\(document):\(line)" }
  }

  static let blocks: [Block] = documents.flatMap { document -> [Block] in
    var blocks: [Block] = []
    var isWrong = false
    var isOther = false
    var open: Block?
    let lines = ((try? Repository.text(of: document)) ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if var block = open {
        if line == "```" {
          if !isOther { blocks.append(block) }
          open = nil
          isWrong = false
          isOther = false
        } else {
          block.text += line + "\n"
          open = block
        }
      } else if line == "```yaml" {
        open = Block(document: document, line: index + 1, text: "", isWrong: isWrong)
      } else if line == "<!-- wrong -->" {
        isWrong = true
      } else if ["<!-- mqtt -->", "<!-- tuio -->", "<!-- bindings -->"].contains(line) {
        // The configuration of another program.
        isOther = true
      }
    }
    return blocks
  }

  @Test func `the reference shows configurations`() {
    #expect(Self.blocks.count { $0.document == "docs/configuration.md" } >= 8)
  }

  @Test(arguments: blocks)
  func `a configuration in a document is what it says to be`(block: Block) throws {
    do {
      _ = try Blueprint.load(block.text, file: block.testDescription)
      #expect(!block.isWrong, "it is accepted")
    } catch {
      #expect(block.isWrong, "\(error)")
    }
  }

  @Test func `the wrong one has its five errors`() throws {
    let wrong = Self.blocks.first { $0.isWrong }
    let block = try #require(wrong)
    #expect(errors(block.text).count == 5)
  }

  @Test(arguments: KeyTables.all.map(\.kind))
  func `every key is documented, and used in an example`(kind: String) throws {
    let text = try Repository.text(of: "docs/configuration.md")
    var used: Set<String> = []
    for block in Self.blocks where block.document == "docs/configuration.md" && !block.isWrong {
      for node in try YAML.parse(block.text, file: block.testDescription) {
        collect(node, into: &used)
      }
    }
    let table = try #require(KeyTables.all.first { $0.kind == kind })
    #expect(table.keys.filter { !text.contains("`\($0)`") } == [], "not documented")
    // What is ignored needs no example.
    #expect(table.keys.filter { $0 != "at" && !used.contains($0) } == [], "in no example")
  }

  static let described = KeyTables.all.filter { $0.facts.contains { $0.type != nil } }

  @Test(arguments: described.map(\.kind))
  func `the table of a kind has each key with its type, default and meaning`(kind: String) throws {
    let lines = try Repository.text(of: "docs/configuration.md").split(separator: "\n")
    let found = lines.firstIndex(of: "<!-- generated: keys of \(kind) -->")
    let start = try #require(found, "no table of \(kind)")
    let rows = lines[(start + 1)...].prefix { $0 != "<!-- end -->" }.dropFirst(2).map { line in
      line.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
    let table = try #require(Self.described.first { $0.kind == kind })
    #expect(rows.map(\.first) == table.keys.map { "`\($0)`" })
    for (row, fact) in zip(rows, table.facts) {
      try #require(row.count == 5)
      let type = try #require(fact.type, "\(fact.name) has no type")
      let words = ([type.text] + [type.choices.map { "`\($0)`" }.joined(separator: ", ")])
        .filter { !$0.isEmpty }.joined(separator: " ")
      #expect(row[1] == words)
      if fact.isRequired { #expect(row[2] == "required") }
      if let usual = fact.usual { #expect(row[2] == "`\(usual)`") }
      #expect(!row[2].isEmpty && !row[3].isEmpty && !row[4].isEmpty, "\(fact.name)")
    }
  }

  private func collect(_ node: Node, into used: inout Set<String>) {
    for element in node.elements { collect(element, into: &used) }
    for entry in node.entries {
      used.insert(entry.key)
      collect(entry.value, into: &used)
    }
  }
}
