// What is read without libyaml must be what libyaml would have read.

import Testing

@testable import YAML

@Suite struct AbridgedReadingTests {
  @Test(arguments: [
    "{ id: a, frame: [0, -1.5, 50%, 4mm], handles: [touches] }\n", "[1,2,[3, {a: b}],{}, []]",
    "- { a: b }\n- - [x]\n  - { c: d } # comment\n", "list:\n- [e]\nkey: { f: g }\r\n",
    "key:\n  { a: b }\n", "# größe\n- \"ö\"\n- { a: b }\n", "outer: [\n  [a, b]\n]\n",
    "---\n- {a: b}\n---\n[c]\n...\n", "{a: b}", "a: { a: b, a: c }\n",
  ])
  func `lists and mappings on one line are read without libyaml`(text: String) throws {
    let abridged = try #require(try readings(of: text).abridged)
    #expect(abridged.contains("sequence") || abridged.contains("mapping"))
  }

  @Test(arguments: [
    "text: |\n  { a: b }\n", "- &x\n  { a: b }\n", "- !!map\n  { a: b }\n", "? { a: b }\n: c\n",
    "text: \"\n  [a]\n  \"\n", "text: plain\n  [a]\n", "- { a: b }\n  c\n", "- [a]\n: b\n",
    "[a]\n[b]\n", "{ a: b }\nc: d\n",
  ])
  func `libyaml reads everything where a bracket may be something else`(text: String) throws {
    #expect(try readings(of: text).abridged == nil)
  }

  @Test func `a very long line is read in parts, by libyaml`() throws {
    let numbers = String(repeating: "1, ", count: 100_000)
    for text in ["[\(numbers)2]\n", "a: [\(numbers)2]\nb: [c]\n", "- # \(numbers)\n- [c]\n"] {
      let readings = try readings(of: text)
      #expect(readings.abridged != nil && readings.abridged == readings.whole)
    }
  }

  @Test func `random texts have the same values at the same positions`() throws {
    var random = Random(state: 7)
    var abridged = 0
    for _ in 0..<3000 {
      if try readings(of: random.text()).abridged != nil { abridged += 1 }
    }
    #expect(abridged > 500)
  }

  // Both readings of a text as words, compared if both exist; nil for one that does not exist.
  private func readings(of text: String) throws -> (abridged: String?, whole: String?) {
    let source = SourceText(file: "test.yaml", bytes: Array(text.utf8))
    let abridged = YAML.abridged(source, YAML.Limits()).map { words(of: $0) }
    let reader = try EventReader(source: source, isWhole: true)
    let whole = (try? YAML.compose(reader, YAML.Limits())).map { words(of: $0) }
    if abridged != nil { #expect(abridged == whole, "\(text.debugDescription)") }
    return (abridged, whole)
  }

  private func words(of reading: YAML.Reading) -> String {
    let parts = reading.documents.map { words(of: $0) } + reading.dropped.map { words(of: $0) }
    return (parts + reading.complaints.map(\.description)).joined(separator: "\n")
  }

  private func words(of node: Node) -> String {
    let place = "\(node.path)@\(words(of: node.mark))"
    switch node.content {
    case .scalar(let scalar): return "\(place) \(scalar.style) \(scalar.text.debugDescription)"
    case .sequence(let elements):
      return "\(place) sequence(\(elements.map { words(of: $0) }.joined(separator: ", ")))"
    case .mapping(let mapping):
      let entries = mapping.entries.map {
        "\($0.key)@\(words(of: $0.keyMark)): \(words(of: $0.value))"
      }
      return "\(place) mapping(\(entries.joined(separator: ", ")))"
    }
  }

  private func words(of mark: Mark) -> String { "\(mark.line):\(mark.column)+\(mark.length)" }
}

/// Texts of pieces that are in configurations, and of pieces that are hard to read.
private struct Random {
  var state: UInt64
  // Whether pieces that are hard to read are used as well.
  private var isWild = false

  init(state: UInt64) { self.state = state }

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  mutating func text() -> String {
    var text = ""
    isWild = below(2) == 0
    for _ in 0..<1 + below(5) { text += line() }
    return text
  }

  private mutating func line() -> String {
    let starts = [
      "", "", "  ", "    ", "- ", "- ", "- - ", "a: ", "a: ", "b: ", "  c: ", "  - ", "- d: ",
      "# ", "? ", ": ", "\"e\": ", "&x ", "f:\n", "g: |\n", "h: >\n", "---\n", "- \"\"\n", "i: \"",
    ]
    let ends = [
      "\n", "\n", "\n", "\n", " # comment\n", "\r\n", "\n\n", " \n", "#\n", " ,\n", ",\n", ": x\n",
      " x\n", "\"\n", " ö\n", "",
    ]
    let start = starts[below(isWild ? starts.count : 7)]
    return start + value(depth: 0) + ends[below(isWild ? ends.count : 6)]
  }

  private mutating func value(depth: Int) -> String {
    let words = [
      "a", "a", "b", "12", "-3", "0.5", "50%", "4mm", "x-y", "a/b", "+1", "", "-", "--", "%", "a b",
      "~", "'q'", "\"r\"", "*x", "&y z", "!t u", "a:b", "a#", "é", "a: b", "<<", "null", ".", "...",
    ]
    let pick = below(depth > 3 ? 3 : 7)
    guard pick > 2 else { return words[below(isWild && below(2) == 0 ? words.count : 11)] }
    let gaps = ["", " ", "  ", " ", " ", "\n  "]
    let comma = [",", ", ", ", ", " , ", ",\n   "][below(isWild ? 5 : 3)]
    var parts: [String] = []
    for _ in 0..<below(4) {
      let key = words[below(isWild && below(4) == 0 ? words.count : 6)]
      let colon = [": ", ": ", ":  ", ":", " : "][below(isWild ? 5 : 3)]
      parts.append((pick > 4 ? key + colon : "") + value(depth: depth + 1))
    }
    let inner = parts.joined(separator: comma)
    let kinds = isWild ? gaps.count : gaps.count - 1
    let (before, after) = (gaps[below(kinds)], gaps[below(kinds)])
    return (pick > 4 ? "{" : "[") + before + inner + after + (pick > 4 ? "}" : "]")
  }
}
