// Records in words, whatever a daemon says.

import Protocol
import Testing

@testable import responderctl

@Suite struct ReadableTests {
  @Test(arguments: ["1e308", "-1e308", "9223372036854775807", "-1", "null", "\"now\""])
  func `a time that is none is a line all the same`(time: String) throws {
    let record = try JSON(
      parsing: Array(#"{"t":\#(time),"type":"gesture","recognizer":"tap","x":\#(time)}"#.utf8))
    let line = Readable.line(record)
    #expect(line.contains("gesture"))
    #expect(line.contains("tap"))
  }

  @Test func `an explanation names the recognizer, the responder or the control first`() throws {
    for party in ["recognizer", "responder", "control"] {
      let record = #"{"t":1,"type":"explain","event":"ignores","\#(party)":"pay","rule":"K2"}"#
      #expect(
        Readable.line(try JSON(parsing: Array(record.utf8)))
          == "     1.000000 explain        ignores   pay                  rule=K2")
    }
  }

  @Test func `what a record is about is in the same column in all types`() throws {
    for record in [
      #"{"t":1,"type":"touches","phase":"began","responder":"pay","touches":[]}"#,
      #"{"t":1,"type":"gesture","state":"ended","recognizer":"pay","x":1,"y":2}"#,
      #"{"t":1,"type":"control","event":"primaryActionTriggered","control":"pay","touches":[7]}"#,
      #"{"t":1,"type":"action","action":"order","control":"pay"}"#,
      #"{"t":1,"type":"scroll","phase":"settled","view":"pay","offset":[0,0]}"#,
      #"{"t":1,"type":"focus","focused":"pay"}"#,
      #"{"t":1,"type":"firstResponder","firstResponder":"pay"}"#,
      #"{"t":1,"type":"remoteControl","subtype":"play","responder":"pay"}"#,
    ] {
      let line = Readable.line(try JSON(parsing: Array(record.utf8)))
      #expect(Array(line).dropFirst(39).starts(with: "pay"), "\(line)")
    }
  }

  @Test(arguments: [
    #"{"type":"device","event":"added","device":"\u001b[2Jpanel\u202e"}"#,
    #"{"type":"\u001b]0;title\u0007","view":"a\u0085b"}"#,
    #"{"type":"touches","phase":"\u001bc","view":"v\u200b","touches":[{"id":"\u001b[1m"}]}"#,
    #"{"type":"explain","recognizer":"r\u009b2J","reason":"\u007f"}"#,
  ])
  func `no text of a record steers a terminal`(record: String) throws {
    let line = Readable.line(try JSON(parsing: Array(record.utf8)))
    let steering = line.unicodeScalars.filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || [0x202E, 0x200B].contains($0.value)
    }
    #expect(steering.isEmpty, "\(line.debugDescription)")
  }
}
