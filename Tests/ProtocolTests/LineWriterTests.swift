// The bytes that the writer makes.

import Protocol
import Testing

@Suite struct `Line writer` {
  private func written(_ body: (LineWriter) -> Void) -> String {
    let writer = LineWriter()
    body(writer)
    return writer.text
  }

  @Test(arguments: [
    (0.0, "0.0"), (-0.0, "0.0"), (12.5, "12.5"), (40, "40.0"), (-3, "-3.0"), (0.125, "0.125"),
    (1.0004, "1.0"), (-0.0004, "0.0"), (0.0005, "0.001"), (799.9996, "800.0"), (0.05, "0.05"),
    (123456789.25, "123456789.25"), (.infinity, "null"), (.nan, "null"), (1e18, "1e+18"),
  ])
  func `a coordinate has one to three decimals`(value: Double, text: String) {
    #expect(written { $0.coordinate(value) } == text)
  }

  @Test(arguments: [(1.0, "1.0"), (1.2345678, "1.234568"), (-0.5, "-0.5"), (1e-7, "0.0")])
  func `a ratio has one to six decimals`(value: Double, text: String) {
    #expect(written { $0.ratio(value) } == text)
  }

  @Test(arguments: [
    (Int64(5_123_004_512), "5123.004512"), (0, "0.000000"), (1, "0.000001"),
    (5_124_200_000, "5124.200000"), (-1_500_000, "-1.500000"),
    (.max, "9223372036854.775807"), (.min, "-9223372036854.775808"),
  ])
  func `seconds have six decimals`(microseconds: Int64, text: String) {
    #expect(written { $0.seconds(microseconds: microseconds) } == text)
  }

  @Test(arguments: [
    0, 1, 9, 10, 99, 100, 101, 12_345, 1_000_000, -1, -42, Int64.max, Int64.min,
  ])
  func `whole numbers are exact`(value: Int64) {
    #expect(written { $0.integer(value) } == String(value))
  }

  @Test func `the largest number without a sign is exact`() {
    for value in [UInt64.max, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000] {
      #expect(written { $0.unsigned(value) } == String(value))
    }
  }

  @Test(arguments: [
    ("", "\"\""), ("red", "\"red\""), ("a\"b\\c", #""a\"b\\c""#),
    ("\n\r\t\u{8}\u{c}", #""\n\r\t\b\f""#), ("\u{0}\u{1f}", #""\u0000\u001f""#),
    ("Größe 🖐", "\"Größe 🖐\""), ("\u{7f}\u{2028}", "\"\u{7f}\u{2028}\""), ("a/b", "\"a/b\""),
  ])
  func `strings are escaped where JSON asks for it`(text: String, line: String) {
    #expect(written { $0.string(text) } == line)
  }

  @Test func `bytes that are no UTF-8 leave as replacement characters`() {
    let name = String(decoding: [0x61, 0xFF, 0x62] as [UInt8], as: UTF8.self)
    #expect(written { $0.string(name) } == "\"a\u{FFFD}b\"")
  }

  @Test func `every character returns through the reader`() throws {
    var all = ""
    for value in UInt32(1)...0x2FFF {
      if let scalar = Unicode.Scalar(value) { all.unicodeScalars.append(scalar) }
    }
    let line = written { writer in
      writer.beginObject()
      writer.member("text", all)
      writer.endObject()
    }
    #expect(try JSON(parsing: line)["text"]?.string == all)
  }

  @Test func `commas stand between members and elements only`() {
    let line = written { writer in
      writer.beginObject()
      writer.member("a", 1)
      writer.key("b")
      writer.beginArray()
      writer.element(1)
      writer.beginObject()
      writer.endObject()
      writer.beginArray()
      writer.endArray()
      writer.element("{")
      writer.element("[")
      writer.element(coordinate: 2)
      writer.endArray()
      writer.member("c", true)
      writer.member("d", nil as String?)
      writer.endObject()
      writer.endLine()
      writer.beginObject()
      writer.endObject()
    }
    #expect(line == "{\"a\":1,\"b\":[1,{},[],\"{\",\"[\",2.0],\"c\":true}\n{}")
  }

  @Test func `a buffer that is too small grows and keeps what it has`() {
    let writer = LineWriter(capacity: 1)
    var expected = ""
    for number in 0..<5000 {
      writer.integer(number)
      writer.byte(0x0A)
      expected += "\(number)\n"
    }
    #expect(writer.text == expected)
    writer.removeAll()
    #expect(writer.text.isEmpty)
  }
}
