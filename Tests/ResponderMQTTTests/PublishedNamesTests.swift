// The names under which a machine has published.

import ConfigurationText
import Glibc
import TestSupport
import Testing

@testable import responder_mqtt

@Suite("Published names")
struct PublishedNamesTests {
  private func name(_ text: String, panel: String) throws -> PublishedNames.Name {
    let settings = try BridgeSettings.read(Array(text.utf8), file: "mqtt.yaml").settings
    return PublishedNames.Name(settings, panel: panel)
  }

  @Test("A file keeps every name once, and goes with the last one")
  func file() throws {
    let folder = TemporaryFolder()
    let path = folder.file("published.json")
    #expect(try PublishedNames(path: path).names == [])
    let plain = try name("broker: { host: b }", panel: "lobby")
    let other = try name(
      "broker: { host: b, tls: {} }\nprefix: a/b\nhomeAssistant: { prefix: ha }",
      panel: "say \"hall\"")
    #expect(plain.broker == "b:1883" && plain.announcement == nil)
    #expect(other.broker == "b:8883" && other.announcement?.hasPrefix("ha/device/a_2Fb/") == true)
    var published = PublishedNames()
    #expect(published.add(plain) && published.add(other) && !published.add(plain))
    try published.write(to: path)
    var read = try PublishedNames(path: path)
    #expect(read == published && read.names == [plain, other])
    read.remove([plain])
    try read.write(to: path)
    #expect(try PublishedNames(path: path).names == [other])
    read.remove([other])
    try read.write(to: path)
    #expect(unsafe access(path, F_OK) != 0)
  }

  @Test("A machine with ever other names keeps the latest ones")
  func bound() throws {
    var published = PublishedNames()
    for number in 0..<1_000 {
      _ = published.add(try name("broker: { host: b }", panel: "panel-\(number)"))
    }
    #expect(published.names.count == 200 && published.names.last?.panel == "panel-999")
  }
}
