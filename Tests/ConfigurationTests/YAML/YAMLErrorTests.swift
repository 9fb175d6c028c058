// The messages for a text that cannot be used.

import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct YAMLErrorTests {
  private func complaints(
    _ bytes: [UInt8], limits: YAML.Limits = YAML.Limits()
  ) -> [Diagnostic] {
    do {
      _ = try YAML.parse(bytes, file: "f.yaml", limits: limits)
      return []
    } catch {
      return error.diagnostics
    }
  }

  private func summaries(_ text: String, limits: YAML.Limits = YAML.Limits()) -> [String] {
    complaints(Array(text.utf8), limits: limits).map(\.summary)
  }

  @Test func `every duplicate key is reported, with the line of the first`() {
    #expect(
      summaries("a: 1\nb: 2\na: 3\nc: { d: 1, d: 2 }\n") == [
        "f.yaml:3:1: a: expected each key once, found it again; it is first on line 1",
        "f.yaml:4:12: c.d: expected each key once, found it again; it is first on line 4",
      ])
  }

  @Test func `the line is shown with a mark under the place`() {
    #expect(
      complaints(Array("a: 1\nc: { dog: 1, dog: 2 }\n".utf8)).map(\.description) == [
        """
        f.yaml:2:14: c.dog: expected each key once, found it again; it is first on line 2
        c: { dog: 1, dog: 2 }
                     ^~~
        """
      ])
  }

  @Test func `a dangling alias names the anchor it lacks`() {
    #expect(
      summaries("a: *nowhere\nb: [*gone]\n") == [
        "f.yaml:1:4: a: expected an anchor \"&nowhere\" further up, found none",
        "f.yaml:2:5: b[0]: expected an anchor \"&gone\" further up, found none",
      ])
  }

  @Test func `an anchor of an earlier document is gone`() {
    #expect(
      summaries("--- &a 1\n--- *a\n") == [
        "f.yaml:2:5: expected an anchor \"&a\" further up, found none"
      ])
  }

  @Test func `an anchor inside itself is refused`() {
    #expect(
      summaries("a: &x [1, *x]\n") == [
        "f.yaml:1:11: a[1]: expected a complete value, found \"*x\" inside its own anchor"
      ])
  }

  @Test func `a control character has a line and column`() {
    #expect(
      summaries("a: 1\nb: x\u{7}y\n") == [
        "f.yaml:2:5: expected UTF-8 text, found 0x7: control characters are not allowed"
      ])
  }

  @Test func `broken encoding has a line and column`() {
    let complaints = complaints(Array("a: ä\r\nbc: ".utf8) + [0xC3, 0x28])
    #expect(
      complaints.map(\.summary) == [
        "f.yaml:2:6: expected UTF-8 text, found 0x28: invalid trailing UTF-8 octet"
      ])
  }

  @Test func `a text in another encoding is refused`() {
    let complaints = complaints([0xFF, 0xFE, 0x61, 0x00])
    #expect(complaints.map(\.line) == [1])
    #expect(complaints.first?.message.hasPrefix("expected UTF-8 text") == true)
  }

  @Test func `a mapping as key is refused`() {
    #expect(
      summaries("{ [1, 2]: 3 }") == ["f.yaml:1:3: expected a word as key, found a list"])
  }

  @Test func `a tag is refused`() {
    #expect(
      summaries("a: !!python/object x\n") == [
        "f.yaml:1:4: a: expected a value without a tag, "
          + "found the tag \"tag:yaml.org,2002:python/object\""
      ])
  }

  @Test func `only a mapping can be merged`() {
    #expect(
      summaries("a: { <<: 3 }") == ["f.yaml:1:10: a.<<: expected a mapping to merge, found 3"])
  }

  @Test func `an alias bomb ends in an error`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      let uses = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(uses)]\n"
    }
    let complaints = summaries(text)
    #expect(complaints.count == 1)
    #expect(
      complaints.first?.hasSuffix("expected at most 500000 values from aliases, found more")
        == true)
  }

  @Test func `depth is limited, aliases included`() {
    var limits = YAML.Limits()
    limits.depth = 4
    #expect(summaries("[[[1]]]", limits: limits).isEmpty)
    #expect(
      summaries("[[[[1]]]]", limits: limits) == [
        "f.yaml:1:5: [0][0][0][0]: expected at most 4 levels, found more"
      ])
    #expect(
      summaries("- &a [[1]]\n- [[*a]]\n", limits: limits) == [
        "f.yaml:2:5: [1][0][0]: expected at most 4 levels, found more"
      ])
  }

  @Test func `ten thousand open brackets end in one error`() {
    #expect(summaries(String(repeating: "[", count: 10_000)).count == 1)
    #expect(summaries(String(repeating: "{a: ", count: 10_000)).count == 1)
  }

  @Test func `a text that is too long is not looked at`() {
    var limits = YAML.Limits()
    limits.bytes = 3
    #expect(
      summaries("a: 1", limits: limits) == ["f.yaml:1:1: expected at most 3 bytes, found 4"])
  }

  @Test func `complaints stop at their limit`() {
    #expect(summaries(String(repeating: "a: 1\n", count: 500)).count == 100)
  }

  @Test func `a syntax error does not hide an error before it`() {
    #expect(summaries("a: 1\na: 2\nb: [\n").count == 2)
  }

  @Test func `a long line is cut to what is around the mark`() throws {
    let text = "a: [" + String(repeating: "1, ", count: 200) + "*b" + "]"
    let excerpt = try #require(complaints(Array(text.utf8)).first?.excerpt)
    let lines = excerpt.split(separator: "\n")
    #expect(lines[0].count <= 122)
    let place = try #require(lines[1].firstIndex(of: "^"))
    let offset = lines[1].distance(from: lines[1].startIndex, to: place)
    #expect(Array(lines[0])[offset] == "*")
  }

  @Test func `errors that leave the rest readable come with the rest`() throws {
    let reading = try YAML.read(
      Array("a: 1\na: { id: x }\nb: { c: 2, <<: *gone }\n".utf8), file: "f.yaml")
    #expect(
      reading.complaints.map(\.summary) == [
        "f.yaml:2:1: a: expected each key once, found it again; it is first on line 1",
        "f.yaml:3:16: b.<<: expected an anchor \"&gone\" further up, found none",
      ])
    #expect(reading.dropped.map { $0["id"]?.string } == ["x"])
    let b = try #require(reading.documents.first?["b"])
    #expect(b["c"]?.string == "2")
    #expect(!b.lacks("d"))
    #expect(reading.documents.first?.lacks("d") == true)
  }

  @Test func `cut off anywhere, a text ends in a result or an error`() {
    let text = Array(
      "a: &x { b: [1, \"two\", 'three'], <<: { c: | \n  text\n } }\nd: *x\n--- !t\n? [k]\n".utf8)
    for end in 0...text.count {
      _ = complaints(Array(text[..<end]))
      var broken = text
      if end < text.count { broken[end] = broken[end] ^ 0x15 }
      _ = complaints(broken)
    }
  }
}
