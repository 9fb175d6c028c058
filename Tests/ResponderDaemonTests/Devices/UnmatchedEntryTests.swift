// Entries of `devices` that match nothing: the journal and `status` say so in the same words.

import ResponderConfiguration
import ResponderDevices
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct UnmatchedEntryTests {
  private func stage(_ match: String) throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      devices: [{ match: { name: "*" }, source: evdev }, { match: \(match), rotate: 90 }]
      application: { windows: [{ id: main, handles: [touches] }] }
      """,
      on: MadeUpMachine([
        DeviceDescription(node: "/dev/input/event3", name: "Goodix TS 27", kind: .touchscreen)
      ]))
  }

  @Test(arguments: [
    (
      #"{ name: "Godix*" }"#,
      #", with the name "Godix*", matches no device that is plugged in; did you mean "Goodix*"?"#
    ),
    (#"{ name: "Goodix TS 28" }"#, #"; did you mean "Goodix TS 27"?"#),
    (#"{ name: "ELAN*" }"#, #", with the name "ELAN*", matches no device that is plugged in"#),
    ("{ vendor: \"1234\" }", "devices[1] matches no device that is plugged in"),
  ])
  func `an entry that matches nothing is named, with the name that was probably meant`(
    match: String, words: String
  ) throws {
    let stage = try stage(match)
    let logged = stage.logged().filter { $0.contains("devices[") }
    #expect(logged.count == 1 && logged[0].hasSuffix(words + "\n"), "\(logged)")
    let client = try stage.subscriber(#""types":["touches"]"#)
    let status = try stage.ask(client, #"{"id":2,"status":{}}"#).first ?? ""
    let text = words.replacing("\"", with: #"\""#)
    #expect(status.contains(#""unmatchedEntries":[{"text":"devices[1]"#), "\(status)")
    #expect(status.contains(text), "\(status)")
  }

  @Test func `an entry that matches is not named`() throws {
    let stage = try stage(#"{ name: "Goodix*" }"#)
    #expect(!stage.logged().contains { $0.contains("devices[") })
    let client = try stage.subscriber(#""types":["touches"]"#)
    #expect(try stage.ask(client, #"{"id":2,"status":{}}"#).first?.contains("unmatched") == false)
  }
}
