// What a well-formed text becomes.

import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct YAMLTreeTests {
  private func one(_ text: String) throws -> Node {
    let documents = try YAML.parse(text, file: "test.yaml")
    return try #require(documents.count == 1 ? documents.first : nil)
  }

  @Test func `every node knows its line, column, length and path`() throws {
    let node = try one("a: 1\nlist:\n  - x\n  - { b: [two] }\n")
    let two = try #require(node["list"]?.sequence?[1]["b"]?.sequence?[0])
    #expect(two.mark.line == 4)
    #expect(two.mark.column == 11)
    #expect(two.mark.length == 3)
    #expect(two.path.description == "list[1].b[0]")
    let entry = try #require(node.mapping?.entries.last)
    #expect(entry.keyMark.line == 2)
    #expect(entry.keyMark.column == 1)
    #expect(node.path.description == "")
  }

  @Test func `columns count characters, not bytes`() throws {
    let node = try one("{ größe: äöü, b: 1 }")
    let entry = try #require(node.mapping?.entries.last)
    #expect(entry.keyMark.column == 15)
  }

  @Test func `a key that is no plain word is quoted in paths`() throws {
    let node = try one("\"a b\": { \"\": { KEY_OK: 1 } }")
    let leaf = try #require(node["a b"]?[""]?["KEY_OK"])
    #expect(leaf.path.description == "[\"a b\"][\"\"].KEY_OK")
  }

  @Test func `entries keep the order in which they were written`() throws {
    let node = try one("z: 1\na: 2\nm: 3\n")
    #expect(node.mapping?.entries.map(\.key) == ["z", "a", "m"])
  }

  @Test func `quoted values are words, plain values can be more`() throws {
    let values = try #require(one("[8, \"8\", '8', true, \"true\", ~, \"~\"]").sequence)
    let scalars = values.compactMap(\.scalar)
    #expect(scalars.map(\.int) == [8, nil, nil, nil, nil, nil, nil])
    #expect(scalars.map(\.bool) == [nil, nil, nil, true, nil, nil, nil])
    #expect(scalars.map(\.isNull) == [false, false, false, false, false, true, false])
    #expect(
      scalars.map(\.style) == [
        .plain, .doubleQuoted, .singleQuoted, .plain, .doubleQuoted, .plain, .doubleQuoted,
      ])
  }

  @Test(arguments: [
    ("1", 1.0), ("-2.5", -2.5), ("1e3", 1000), ("0x10", 16), ("0o17", 15), (".inf", .infinity),
    ("+3", 3), (".5", 0.5),
  ])
  func `plain numbers are numbers`(text: String, value: Double) {
    #expect(Scalar(text: text, style: .plain).double == value)
  }

  @Test(arguments: [
    "nan", "inf", "infinity", "0x1p3", "1_000", "", "two", "1.2.3", "0x-1", "--1", "e", "4mm", "e5",
  ])
  func `words that only look like numbers are words`(text: String) {
    #expect(Scalar(text: text, style: .plain).double == nil)
    #expect(Scalar(text: text, style: .plain).int == nil)
  }

  @Test func `a whole number that does not fit is not one`() {
    #expect(Scalar(text: "99999999999999999999", style: .plain).int == nil)
    #expect(Scalar(text: ".nan", style: .plain).double?.isNaN == true)
  }

  @Test func `yes and no are words`() {
    #expect(Scalar(text: "yes", style: .plain).bool == nil)
    #expect(Scalar(text: "off", style: .plain).bool == nil)
  }

  @Test func `a stream holds any number of documents`() throws {
    let documents = try YAML.parse("--- 1\n--- 2\n---\na: 3\n...\n", file: "test.yaml")
    #expect(documents.map { $0.string ?? $0["a"]?.string } == ["1", "2", "3"])
    #expect(try YAML.parse("", file: "test.yaml").isEmpty)
    #expect(try YAML.parse("# only a comment\n", file: "test.yaml").isEmpty)
  }

  @Test func `a block scalar keeps its lines and says where it begins`() throws {
    let node = try one("script: |\n  0.0 down 1\n  0.1 up 1\nnext: >\n  folded\n  text\n")
    let script = try #require(node["script"])
    #expect(script.string == "0.0 down 1\n0.1 up 1\n")
    #expect(script.scalar?.style == .literal)
    #expect(script.mark.line == 1)
    #expect(node["next"]?.string == "folded text\n")
    #expect(node["next"]?.scalar?.style == .folded)
  }

  @Test func `an alias is the anchored value with a path of its own`() throws {
    let node = try one("base: &b { size: [1, 2] }\nuse: *b\n")
    let size = try #require(node["use"]?["size"]?.sequence?[1])
    #expect(size.string == "2")
    #expect(size.path.description == "use.size[1]")
    #expect(size.mark.line == 1)
  }

  @Test func `a merged mapping gives what the mapping itself does not say`() throws {
    let node = try one(
      """
      one: &one { a: 1, b: 1 }
      two: &two { b: 2, c: 2 }
      use: { x: 0, <<: [*one, *two], c: 3 }
      """)
    let use = try #require(node["use"]?.mapping)
    #expect(use.entries.map(\.key) == ["x", "a", "b", "c"])
    #expect(use.entries.map(\.value.string) == ["0", "1", "1", "3"])
    #expect(use["a"]?.path.description == "use.a")
  }

  @Test func `a quoted merge key is an ordinary key`() throws {
    #expect(try one("\"<<\": 1").mapping?.entries.map(\.key) == ["<<"])
  }

  @Test func `a byte order mark is no part of the text`() throws {
    #expect(try one("\u{FEFF}a: 1")["a"]?.string == "1")
  }
}
