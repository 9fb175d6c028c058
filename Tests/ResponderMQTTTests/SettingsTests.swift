// The configuration of the bridge.

import ConfigurationText
import Protocol
import TestSupport
import Testing

@testable import responder_mqtt

@Suite("The configuration of the bridge")
struct SettingsTests {
  private func read(_ text: String) throws(SettingsError) -> BridgeSettings {
    try BridgeSettings.read(Array(text.utf8), file: "mqtt.yaml").settings
  }

  private func errors(_ text: String) -> [String] {
    do throws(SettingsError) {
      _ = try read(text)
      return []
    } catch {
      return error.diagnostics.map(\.summary)
    }
  }

  @Test("A broker is enough, and everything else has a default")
  func defaults() throws {
    let settings = try read("broker: { host: broker.example }")
    #expect(settings.broker.effectivePort == 1883)
    #expect(settings.prefix == "responderd" && settings.panel == nil)
    #expect(settings.requests.allow == [])
    #expect(settings.qos == QualitySettings(moves: 0, events: 1, state: 1))
    #expect(settings.queue == QueueSettings(messages: 10_000, bytes: 8_388_608))
  }

  @Test("Every key is read")
  func everything() throws {
    let settings = try read(
      """
      broker:
        host: b
        port: 99
        protocol: "3.1.1"
        clientID: me
        user: u
        passwordFile: /p
        tls: { ca: /ca, certificate: /c, key: /k }
        keepAlive: 5
        reconnectMaximum: 9
        maximumPayload: 2048
      prefix: a/b
      panel: lobby
      socket: /s
      publish: { types: [touches], phases: [began], views: [v], recognizers: [r], devices: [d d], detail: true, observed: false, rate: 3 }
      state: { tree: false, devices: false, interval: 2, healthInterval: 3 }
      qos: { moves: 1, events: 0, state: 0 }
      queue: { messages: 5, bytes: 70000, maximumAge: { touches: 1, gesture: 2, control: 3 } }
      requests: { allow: [hitTest], users: { desk: [set, reload] } }
      homeAssistant: { prefix: ha, birthTopic: ha/birth, birthPayload: up, name: Front door, area: Hall }
      """)
    #expect(
      settings.broker.tls == BrokerSettings.TLS(ca: "/ca", certificate: "/c", key: "/k")
        && settings.broker.effectivePort == 99 && settings.broker.version == .v311
        && settings.broker.clientID == "me" && settings.broker.user == "u"
        && settings.broker.passwordFile == "/p" && settings.broker.keepAlive == 5
        && settings.broker.reconnectMaximum == 9 && settings.broker.maximumPayload == 2048)
    #expect(settings.prefix == "a/b" && settings.panel == "lobby" && settings.socket == "/s")
    #expect(
      settings.publish
        == PublishSettings(
          types: ["touches"], phases: ["began"], views: ["v"], recognizers: ["r"],
          devices: ["d d"], detail: true, observed: false, rate: 3))
    #expect(
      settings.state == StateSettings(tree: false, devices: false, interval: 2, healthInterval: 3))
    #expect(settings.qos == QualitySettings(moves: 1, events: 0, state: 0))
    #expect(
      settings.queue
        == QueueSettings(
          messages: 5, bytes: 70_000,
          maximumAge: AgeSettings(touches: 1, gesture: 2, control: 3)))
    #expect(settings.requests.allow == ["hitTest"])
    #expect(settings.requests.users == ["desk": ["set", "reload"]])
    let homeAssistant = try #require(settings.homeAssistant)
    #expect(homeAssistant.prefix == "ha" && homeAssistant.effectiveBirthTopic == "ha/birth")
    #expect(homeAssistant.birthPayload == "up" && homeAssistant.name == "Front door")
    #expect(homeAssistant.area == "Hall")
  }

  @Test("Home Assistant receives nothing unless asked to, and then on its usual topics")
  func homeAssistant() throws {
    #expect(try read("broker: { host: b }").homeAssistant == nil)
    let settings = try read("broker: { host: b }\nhomeAssistant: {}").homeAssistant
    #expect(settings == HomeAssistantSettings())
    #expect(settings?.effectiveBirthTopic == "homeassistant/status")
  }

  @Test("The port of a broker with TLS is 8883, and the system's authorities are trusted")
  func tls() throws {
    let broker = try read("broker: { host: b, tls: {} }").broker
    #expect(broker.effectivePort == 8883 && broker.tls?.ca == "/etc/ssl/certs")
  }

  @Test(
    "Panels come back to a broker of the local network sooner",
    arguments: [
      ("broker", 5.0), ("broker.local", 5), ("192.168.1.2", 5), ("10.0.0.1", 5), ("172.20.0.1", 5),
      ("::1", 5), ("fd12::1", 5), ("broker.example", 60), ("172.15.0.1", 60), ("8.8.8.8", 60),
      ("2001:db8::1", 60),
    ])
  func pause(host: String, seconds: Double) throws {
    #expect(try read("broker: { host: \"\(host)\" }").broker.longestPause == seconds)
    let given = "broker: { host: \"\(host)\", reconnectMaximum: 7 }"
    #expect(try read(given).broker.longestPause == 7)
  }

  @Test(
    "Errors name their line, and what to do",
    arguments: [
      ("", "mqtt.yaml:1:1: expected one document"),
      ("prefix: a", "mqtt.yaml:1:1: expected the key \"broker\""),
      ("broker: { port: 1 }", "expected the key \"host\" in a broker"),
      ("broker: { host: b, prot: 1 }", "1:20: broker.prot: unknown key; did you mean \"port\"?"),
      ("broker: { host: b, port: 0 }", "expected a whole number from 1 to 65535, found 0"),
      ("broker: { host: b, protocol: 4 }", "expected 5 or \"3.1.1\", found 4"),
      ("broker: { host: b, tls: { key: /k } }", "both or neither of certificate and key"),
      ("broker: { host: b, passwordFile: /p }", "expected the key \"user\""),
      ("broker: { host: b, passwordFile: p }", "expected an absolute path, found \"p\""),
      ("broker: { host: b }\nprefix: $SYS", "2:9: prefix: expected a topic without"),
      ("broker: { host: b }\nprefix: a//b", "expected a topic without"),
      ("broker: { host: b }\npanel: a/b", "panel: expected a name without /"),
      ("broker: { host: b }\npublish: { types: [touch] }", "did you mean \"touches\"?"),
      ("broker: { host: b }\npublish: { types: [question] }", "expected one of touches"),
      ("broker: { host: b }\nqos: { events: 2 }", "expected a whole number from 0 to 1, found 2"),
      ("broker: { host: b }\nrequests: { users: { a/b: [set] } }", "expected a name without /"),
      ("broker: { host: b }\nrequests: { users: [set] }", "expected users, each with a list"),
      ("broker: { host: b }\nqueue: { maximumAge: { gesture: 0 } }", "expected a number from 0.1"),
      ("broker: { host: b }\nhomeAssistant: { prefix: a+ }", "prefix: expected a topic without +"),
      ("broker: { host: b }\nhomeAssistant: { prefix: responderd }", "expected another prefix"),
      ("broker: { host: b }\nhomeAssistant: { topic: a }", "homeAssistant.topic: unknown key"),
      ("broker: { host: b }\nrequests: { allow: [subscribe] }", "expected one of hitTest"),
    ])
  func errors(text: String, part: String) {
    let found = errors(text)
    #expect(found.count == 1 && found[0].contains(part), "\(found)")
  }

  @Test("A password without encryption is warned of, except on this machine")
  func warnings() throws {
    let text = "broker: { host: HOST, user: u, passwordFile: /p }"
    for (host, count) in [("broker.example", 1), ("localhost", 0), ("127.0.0.1", 0)] {
      let bytes = Array(text.replacing("HOST", with: host).utf8)
      #expect(try BridgeSettings.read(bytes, file: "mqtt.yaml").warnings.count == count)
    }
  }

  @Test("The subscription asks for what is configured")
  func subscription() throws {
    let settings = try read("broker: { host: b }\npublish: { views: [red], rate: 5 }")
    let request = settings.publish.request.map { "\($0.name)=\($0.value.text)" }
    #expect(request == [#"views=["red"]"#, "rate=5.0", "snapshot=true"])
  }
}

@Suite struct `The page of the bridge` {
  private func read(_ text: String) throws(SettingsError) -> BridgeSettings {
    try BridgeSettings.read(Array(text.utf8), file: "mqtt.yaml").settings
  }

  @Test func `it has every key, and its values are those that the bridge reads`() throws {
    let rows = try ["mqtt", "homeAssistant"].flatMap {
      try DocumentedKey.rows(of: $0, in: "docs/mqtt.md")
    }
    func names<Owner>(_ keys: [Key<Owner, Reader>], in prefix: String) -> [String] {
      keys.map { prefix + $0.name }
    }
    let parts = ["broker", "publish", "state", "qos", "queue", "requests"]
    let keys =
      names(BridgeSettings.keys, in: "").filter { !parts.contains($0) }
      + names(BrokerSettings.keys, in: "broker.")
      + names(BrokerSettings.TLS.keys, in: "broker.tls.")
      + names(PublishSettings.keys, in: "publish.") + names(StateSettings.keys, in: "state.")
      + names(QualitySettings.keys, in: "qos.") + names(QueueSettings.keys, in: "queue.")
      + names(AgeSettings.keys, in: "queue.maximumAge.")
      + names(RequestSettings.keys, in: "requests.")
      + names(HomeAssistantSettings.keys, in: "homeAssistant.")
    #expect(rows.map(\.path).sorted() == keys.sorted())
    let needed = [
      "": "broker: { host: h }", "broker.": "host: h", "broker.passwordFile": "host: h, user: u",
      "broker.tls.certificate": "key: /a", "broker.tls.key": "certificate: /a",
    ]
    #expect(rows.flatMap { $0.misfits(beside: needed, read: read) } == [])
  }
}
