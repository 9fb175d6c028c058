// What the reader accepts and refuses.

import Protocol
import Testing

@Suite struct `JSON reading` {
  @Test func `every kind of value is kept, members in their order`() throws {
    let json = try JSON(
      parsing: #"{"z":null,"a":[true,false,1,-2.5,"x\n\ud83d\ude00"],"m":{"k":9007199254740993}}"#)
    #expect(
      json
        == .object([
          .init("z", .null),
          .init(
            "a",
            .array([.bool(true), .bool(false), .integer(1), .number(-2.5), .string("x\n😀")])),
          .init("m", .object([.init("k", .integer(9_007_199_254_740_993))])),
        ]))
    #expect(try JSON(parsing: json.text) == json)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{\"a\":}", "{\"a\":1,}", "{'a':1}", "[1 2]", "1", "\"a\"", "null", "{}x",
    "{\"a\":NaN}", "{\"a\":1e999}", "{\"a\":99999999999999999999}", "{\"a\":\"\\u0000\"}",
    "{\"a\":1,\"a\":2}", "{\"a\":\"\u{1}\"}", "{\"a\":\"\\ud800\"}", "// c\n{}",
  ])
  func `what is not JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    let bytes: [UInt8] = [0x7B, 0x22, 0x61, 0xFF, 0x22, 0x3A, 0x31, 0x7D]
    #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
  }

  @Test func `nesting is allowed up to the limit and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSON(parsing: nested(160)) }
    #expect(throws: JSONError.tooDeep(limit: 160)) { try JSON(parsing: nested(161)) }
    #expect(throws: JSONError.tooDeep(limit: 160)) { try JSON(parsing: nested(1_000_000)) }
    // Brackets within text are no nesting.
    #expect(throws: Never.self) {
      try JSON(parsing: "[\"" + String(repeating: "[", count: 99) + "\\\"[\"]")
    }
  }
}

@Suite struct `Line reader` {
  private func lines(_ pieces: [String], limit: Int = 100) -> [String] {
    var reader = LineReader(limit: limit)
    var answer: [String] = []
    for piece in pieces {
      reader.append(Array(piece.utf8))
      while let event = reader.next() {
        switch event {
        case .line(let range): answer.append(String(decoding: reader.bytes[range], as: UTF8.self))
        case .tooLong: answer.append("too long")
        }
      }
    }
    return answer
  }

  @Test func `lines come out whole however the bytes arrive`() {
    let text = "{\"a\":1}\n\n \r\n{\"b\":2}\r\n{\"c\":3}"
    let expected = ["{\"a\":1}", "{\"b\":2}\r"]
    #expect(lines([text]) == expected)
    #expect(lines(text.map(String.init)) == expected)
    #expect(lines([text, "\n"]) == expected + ["{\"c\":3}"])
  }

  @Test func `a line that is too long is reported once, and the next one is read`() {
    let long = String(repeating: "x", count: 250)
    #expect(lines([long + "\nok\n"], limit: 100) == ["too long", "ok"])
    #expect(lines(long.map(String.init) + ["\nok\n"], limit: 100) == ["too long", "ok"])
    #expect(lines([long, long, long, "\n", "ok\n"], limit: 100) == ["too long", "ok"])
    let exact = String(repeating: "y", count: 100)
    #expect(lines([exact + "\n"], limit: 100) == [exact])
  }

  @Test func `a flood without a line end keeps no more than the limit and one piece`() {
    var reader = LineReader(limit: 100)
    let piece = [UInt8](repeating: 0x78, count: 4096)
    var told = 0
    for _ in 0..<100 {
      reader.append(piece)
      while reader.next() != nil { told += 1 }
      #expect(reader.bytes.count <= 4096 + 100)
    }
    #expect(told == 1)
  }
}
