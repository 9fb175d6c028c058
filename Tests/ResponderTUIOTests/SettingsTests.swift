// The configuration of the bridge to TUIO.

import ConfigurationText
import Linux
import TestSupport
import Testing

@testable import responder_tuio

@Suite("The configuration of the bridge to TUIO")
struct SettingsTests {
  private func read(_ text: String) throws(SettingsError) -> TUIOSettings {
    try TUIOSettings.read(Array(text.utf8), file: "tuio.yaml").settings
  }

  @Test("A receiver is enough, and everything else has a default")
  func defaults() throws {
    let settings = try read("receivers: [{ host: 127.0.0.1 }]")
    #expect(settings.receivers[0].address?.description == "127.0.0.1:3333")
    #expect(settings.receivers[0].version == .v11)
    #expect(settings.contacts.views.isEmpty && settings.contacts.rate == 60)
    #expect(settings.tables.isEmpty && settings.panel == nil)
  }

  @Test("Every key is read")
  func everything() throws {
    let settings = try read(
      """
      panel: hall
      socket: /s
      receivers: [{ host: "::1", port: 4000, version: 2.0 }]
      contacts: { screen: wall, views: [map], rate: 30 }
      tables: [{ name: table, host: 10.0.0.1, port: 3334, timeout: 2 }]
      """)
    #expect(settings.panel == "hall" && settings.socket == "/s")
    #expect(settings.receivers[0].address?.description == "[::1]:4000")
    #expect(settings.receivers[0].version == .v20)
    #expect(settings.contacts.screen == "wall" && settings.contacts.views == ["map"])
    #expect(settings.contacts.rate == 30)
    #expect(settings.tables[0].name == "table" && settings.tables[0].timeout == 2)
    #expect(settings.tables[0].address?.description == "10.0.0.1:3334")
  }

  @Test(
    "Errors name their line, and what to do",
    arguments: [
      ("", "1:1: expected one document"),
      ("{}", "expected receivers, tables or both"),
      ("receivers: [{ port: 1 }]", "expected the key \"host\""),
      ("receivers: [{ host: museum.example }]", "expected an IP address such as 127.0.0.1"),
      ("receivers: [{ host: 127.0.0.1, version: 3 }]", "expected 1.1 or 2.0"),
      ("receivers: [{ host: 127.0.0.1, prot: 1 }]", "did you mean \"port\"?"),
      ("tables: [{ port: 3333 }]", "expected the key \"name\""),
      ("tables:\n- { name: a }\n- { name: b }", "3:3: tables[1]: expected a port of its own"),
      ("tables:\n- { name: a }\n- { name: a, port: 1 }", "expected a name of its own"),
    ])
  func errors(text: String, part: String) {
    do throws(SettingsError) {
      _ = try read(text)
      Issue.record("\(text) is taken")
    } catch {
      let found = error.diagnostics.map(\.summary)
      #expect(found.count == 1 && found[0].contains(part), "\(found)")
    }
  }

  @Test("Both versions for one receiver are warned of")
  func warnings() throws {
    let text = "receivers: [{ host: 127.0.0.1 }, { host: 127.0.0.1, version: 2.0 }]"
    #expect(try TUIOSettings.read(Array(text.utf8), file: "f").warnings.count == 1)
  }
}

@Suite struct `The page of the bridge to TUIO` {
  private func read(_ text: String) throws(SettingsError) -> TUIOSettings {
    try TUIOSettings.read(Array(text.utf8), file: "tuio.yaml").settings
  }

  @Test func `it has every key, and its values are those that the bridge reads`() throws {
    let rows = try DocumentedKey.rows(of: "tuio", in: "docs/tuio.md")
    let keys =
      TUIOSettings.keys.map(\.name) + TUIOSettings.Receiver.keys.map { "receivers[].\($0.name)" }
      + TUIOSettings.Contacts.keys.map { "contacts.\($0.name)" }
      + TUIOSettings.Table.keys.map { "tables[].\($0.name)" }
    #expect(rows.map(\.path).sorted() == keys.sorted())
    // The one or the other list must be there.
    let both = ["receivers: [{ host: 127.0.0.1 }]", "tables: [{ name: t }]"]
    for row in rows {
      let other = row.path.hasPrefix("receivers") ? both[1] : both[0]
      let needed = ["": other, "receivers[].": "host: 127.0.0.1", "tables[].": "name: t"]
      #expect(row.misfits(beside: needed, read: read) == [])
    }
  }
}
