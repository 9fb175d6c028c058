// Names of topics, and what payloads begin with.

import Protocol
import Testing

@testable import responder_mqtt

@Suite("Topics")
struct TopicsTests {
  private let topics = Topics(prefix: "house", panel: "lobby")

  @Test(
    "A record's topic is its type and the name of what it is about",
    arguments: [
      (#"{"type":"touches","view":"red","responder":"home"}"#, "touches/red"),
      (#"{"type":"unhandled","view":"red"}"#, "unhandled/red"),
      (#"{"type":"gesture","recognizer":"red.tap","view":"red"}"#, "gesture/red.tap"),
      (#"{"type":"control","control":"ok"}"#, "control/ok"),
      (#"{"type":"action","action":"save","control":"ok"}"#, "action/save"),
      (#"{"type":"presses","responder":"menu"}"#, "presses/menu"),
      (#"{"type":"presses"}"#, "presses"),
      (#"{"type":"scroll","view":"list"}"#, "scroll/list"),
      (#"{"type":"device","device":"Goodix TS"}"#, "device/Goodix TS"),
      (#"{"type":"explain","recognizer":"red.tap"}"#, "explain/red.tap"),
      (#"{"type":"firstResponder","candidate":"name"}"#, "firstResponder"),
      (#"{"type":"new/kind"}"#, "new%2Fkind"),
      ("{}", "other"),
    ])
  func records(line: String, topic: String) throws {
    #expect(topics.topic(of: try JSON(parsing: line)) == "house/lobby/\(topic)")
  }

  @Test(
    "A name becomes one level, and no two names the same",
    arguments: [
      ("red", "red"), ("a/b", "a%2Fb"), ("a%2Fb", "a%252Fb"), ("+", "%2B"), ("#", "%23"),
      ("$SYS", "%24SYS"), ("a$", "a$"), ("ü ß", "ü ß"), ("a\u{0}b\n", "a%00b%0A"),
      ("\u{85}", "%C2%85"), ("\u{1FFFF}", "%F0%9F%BF%BF"),
    ])
  func levels(name: String, level: String) {
    #expect(Topics.level(name) == level)
  }

  @Test("A payload is the line with panel and instance before its members")
  func payloads() {
    let envelope = Envelope(panel: #"a"b"#)
    let line = ContiguousArray(#"{"seq":1,"type":"touches"}"#.utf8)
    #expect(
      String(decoding: envelope.payload(line: line, instance: "b7"), as: UTF8.self)
        == #"{"panel":"a\"b","instance":"b7","seq":1,"type":"touches"}"#)
    #expect(
      String(decoding: envelope.payload([], instance: nil), as: UTF8.self) == #"{"panel":"a\"b"}"#)
  }
}

@Suite("Retained topics")
struct RetainedTopicsTests {
  private func drain(_ topics: inout RetainedTopics) -> [String] {
    var found: [String] = []
    while let (topic, value) = topics.popFirst() {
      found.append("\(topic)=\(String(decoding: value, as: UTF8.self))")
    }
    return found
  }

  private func bytes(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

  @Test("A value has the time at which it became so, also when it is sent again")
  func times() {
    var topics = RetainedTopics()
    topics.set("a", to: bytes("{\"n\":1}"), at: 5)
    topics.set("a", to: bytes("{\"n\":1}"), at: 6)
    #expect(drain(&topics) == ["a={\"time\":5,\"n\":1}"])
    topics.publishAll()
    #expect(drain(&topics) == ["a={\"time\":5,\"n\":1}"])
    topics.set("a", to: bytes("{\"n\":2}"), at: 7)
    #expect(drain(&topics) == ["a={\"time\":7,\"n\":2}"])
  }

  @Test("Only the latest value of a topic is sent, and an unchanged one not again")
  func latest() {
    var topics = RetainedTopics()
    topics.set("a", to: bytes("1"))
    topics.set("b", to: bytes("1"))
    topics.set("a", to: bytes("2"))
    #expect(drain(&topics) == ["a=2", "b=1"])
    topics.set("a", to: bytes("2"))
    #expect(drain(&topics) == [])
    topics.set("a", to: bytes("3"))
    #expect(drain(&topics) == ["a=3"])
  }

  @Test("A removed topic is emptied once, and not sent to a broker that is back")
  func removal() {
    var topics = RetainedTopics()
    topics.set("a", to: bytes("1"))
    topics.set("b", to: bytes("1"))
    topics.remove("a")
    #expect(topics.waitingCount == 2)
    #expect(drain(&topics) == ["a=", "b=1"])
    topics.publishAll()
    #expect(drain(&topics) == ["b=1"])
    #expect(Set(topics.topics) == ["b"])
  }

  @Test("A value that may have ended connections is given up, and has another chance later")
  func givingUp() {
    var topics = RetainedTopics()
    func message(_ attempts: Int) -> OutgoingMessage {
      var message = OutgoingMessage(topic: "a", payload: bytes("1"), kind: .event, qos: 1)
      message.attempts = attempts
      return message
    }
    topics.set("a", to: bytes("1"))
    topics.set("b", to: bytes("1"))
    #expect(drain(&topics) == ["a=1", "b=1"])
    topics.putBack(message(1))
    #expect(topics.attempts(at: "a") == 1 && topics.attempts(at: "b") == 0)
    #expect(drain(&topics) == ["a=1"])
    topics.delivered("a")
    #expect(topics.attempts(at: "a") == 0)
    topics.giveUp("a")
    topics.publishAll()
    #expect(drain(&topics) == ["b=1"])
    // Another value is sent once, and so is the old one when it has another chance.
    topics.set("a", to: bytes("2"))
    #expect(topics.attempts(at: "a") == BrokerConnection.mostAttempts - 1)
    #expect(drain(&topics) == ["a=2"])
    topics.giveUp("a")
    topics.retry()
    #expect(drain(&topics) == ["a=2"])
    topics.delivered("a")
    topics.retry()
    #expect(drain(&topics) == [])
  }
}
