// What the panel says about itself to Home Assistant.

import ConfigurationText
import Protocol
import Testing

@testable import responder_mqtt

@Suite("The message to Home Assistant")
struct DeviceMessageTests {
  private func message(_ more: String = "", panel: String = "lobby") throws -> DeviceMessage {
    let text = "broker: { host: b }\nhomeAssistant: {}\n\(more)"
    let settings = try BridgeSettings.read(Array(text.utf8), file: "mqtt.yaml").settings
    return DeviceMessage(settings, try #require(settings.homeAssistant), panel: panel)
  }

  private func components(
    _ view: String, _ more: String = ""
  ) throws -> [DeviceMessage.Component] {
    let windows = "[{\"id\":\"main\",\"subviews\":[\(view)]}]"
    let tree = PanelTree(windows: try JSON(parsing: Array(windows.utf8)))
    return try message(more).components(of: tree, hasActivity: false).filter {
      !$0.key.contains("_20")
    }
  }

  @Test("Different names have different identifiers, of letters that every version takes")
  func identifiers() throws {
    let names = ["lobby", "Lobby", "a b", "a_b", "a_20b", "ä", "a/b", "a.b", "", "_"]
    let identifiers = names.map(DeviceMessage.identifier)
    #expect(Set(identifiers).count == names.count, "\(identifiers)")
    #expect(
      identifiers.joined().unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || $0.properties.numericType != nil
            || "-_".unicodeScalars.contains($0))
      })
    #expect(
      try message("prefix: a/b", panel: "hall 1").topic
        == "homeassistant/device/a_2Fb/hall_201/config")
  }

  @Test("A slider has about a thousand steps, and a number without a choice only shows itself")
  func numbers() throws {
    let allowed = "requests: { allow: [set] }"
    for (limits, step) in [
      ("", 0.001), (",\"maximumValue\":100", 0.1), (",\"minimumValue\":-4000", 10),
    ] {
      let slider = "{\"id\":\"s\",\"slider\":{\"value\":0.5\(limits)}}"
      let found = try components(slider, allowed)
      #expect(found.map(\.key) == ["number_s"])
      let members = JSON.object(found[0].members)
      #expect(abs((members["step"]?.double ?? 0) - step) < step / 1000)
    }
    let still = "{\"id\":\"s\",\"stepper\":{\"maximumValue\":0}}"
    #expect(try components(still, allowed).map(\.key) == ["sensor_s"])
  }

  @Test("A long press acts when it begins, and other gestures when they have ended")
  func actingStates() throws {
    for (kind, state) in [("longPress", "began"), ("tap", "ended"), ("pan", "ended")] {
      let view = "{\"id\":\"v\",\"gestureRecognizers\":[{\"id\":\"r\",\"\(kind)\":{}}]}"
      let members = JSON.object(try components(view)[0].members)
      #expect(members["payload"] == .string(state))
      let phases = "publish: { phases: [\(state)] }"
      #expect(try components(view, phases).count == 1)
    }
  }

  @Test("What is filtered out is not announced")
  func filters() throws {
    let view =
      "{\"id\":\"v\",\"button\":{},\"gestureRecognizers\":[{\"id\":\"r\",\"tap\":{}}]}"
    #expect(try components(view).map(\.key) == ["event_v", "gesture_r"])
    #expect(try components(view, "publish: { types: [gesture] }").map(\.key) == ["gesture_r"])
    #expect(try components(view, "publish: { phases: [began] }").map(\.key) == ["event_v"])
    #expect(try components(view, "publish: { views: [main] }").count == 2)
    #expect(try components(view, "publish: { views: [other] }").isEmpty)
  }

  @Test("What has gone is named with its platform, and nothing is read from messages of others")
  func removal() throws {
    let message = try message()
    let present = try components("{\"id\":\"b\",\"switch\":{\"isOn\":true}}")
    let payload = message.payload(of: present, without: ["event_a": "event"])
    let read = try JSON(parsing: Array(payload))
    #expect(read["components"]?["event_a"] == .object([.init("platform", .string("event"))]))
    #expect(DeviceMessage.components(of: payload) == ["binary_sensor_b": "binary_sensor"])
    let other =
      "{\"origin\":{\"name\":\"x\"},\"components\":{\"a\":{\"platform\":\"event\",\"name\":\"a\"}}}"
    #expect(DeviceMessage.components(of: ContiguousArray(other.utf8)).isEmpty)
    #expect(DeviceMessage.components(of: ContiguousArray("nonsense".utf8)).isEmpty)
  }
}
