// Far panels: brokers in one word, options that belong together, and filters of records that come through a broker.

import CommandLines
import LinuxKit
import Testing
import Wire

@testable import ResponderMQTT

@Suite struct RelayTests {
  private func settings(_ url: String) throws(UsageError) -> BridgeSettings {
    var settings = BridgeSettings()
    try settings.use(brokerURL: url)
    return settings
  }

  @Test func `a URL names the broker, the user and the prefix`() throws {
    let far = try settings("mqtts://desk@broker.example:8884/station/north")
    #expect(far.broker.host == "broker.example" && far.broker.port == 8884)
    #expect(far.broker.user == "desk" && far.broker.tls != nil && far.prefix == "station/north")
    let near = try settings("mqtt://[::1]:1884")
    #expect(near.broker.host == "::1" && near.broker.port == 1884 && near.broker.tls == nil)
    #expect(try settings("mqtt://broker").broker.effectivePort == 1883)
  }

  @Test(arguments: [
    "broker", "http://broker", "mqtt://", "mqtt://@broker", "mqtt://me:secret@broker",
    "mqtt://broker:0", "mqtt://broker:70000", "mqtt://broker/a/#", "mqtt://broker//a",
    "mqtt://bro ker",
  ])
  func `another URL is refused, and a password is not repeated`(url: String) {
    do throws(UsageError) {
      _ = try settings(url)
      Issue.record("accepted")
    } catch {
      #expect(!"\(error)".contains("secret"))
    }
  }

  @Test(arguments: [
    "--broker mqtt://b", "--once", "--requests", "--relay a --requests", "--relay a --fleet b",
    "--fleet a --purge",
  ])
  func `options that need others or exclude them are refused`(words: String) {
    #expect(throws: UsageError.self) { try Options(words.split(separator: " ").map(String.init)) }
  }

  @Test func `a fleet passes requests only where that is allowed`() throws {
    let plain = try Options(["--fleet", "/run/fleet", "--broker", "mqtt://b"])
    #expect(plain.action == .fleet("/run/fleet") && !plain.passesRequests && !plain.isOnce)
    #expect(try Options(["--fleet", "/run/fleet", "--requests"]).passesRequests)
  }

  // MARK: Filters

  private func wants(_ filter: Filter, _ record: String) throws -> Bool {
    let parents = FarFilter.parents(
      in: try JSON(
        parsing: Array(
          #"[{"id":"main","subviews":[{"id":"map","subviews":[{"id":"pin"}]},{"id":"pay"}]}]"#.utf8)
      ))
    return try FarFilter(filter).wants(JSON(parsing: Array(record.utf8)), parents: parents)
  }

  @Test func `a view stands for all views in it`() throws {
    var filter = Filter()
    filter.views = ["map"]
    #expect(try wants(filter, #"{"type":"touches","phase":"began","view":"pin"}"#))
    #expect(try wants(filter, #"{"type":"touches","phase":"began","view":"map"}"#))
    #expect(try !wants(filter, #"{"type":"touches","phase":"began","view":"pay"}"#))
    #expect(try !wants(filter, #"{"type":"touches","phase":"began","view":"main"}"#))
  }

  @Test func `types, phases and recognizers are chosen`() throws {
    var filter = Filter()
    filter.types = RecordTypes([.gesture])
    filter.recognizers = ["a"]
    #expect(try wants(filter, #"{"type":"gesture","state":"ended","recognizer":"a","view":"pay"}"#))
    #expect(
      try !wants(filter, #"{"type":"gesture","state":"ended","recognizer":"b","view":"pay"}"#))
    #expect(try !wants(filter, #"{"type":"touches","phase":"began","view":"pay"}"#))
    #expect(try !wants(filter, #"{"type":"news"}"#))
  }

  @Test func `what only the daemon can do is refused`() {
    var filter = Filter()
    filter.detail = true
    #expect(throws: ProtocolError.self) { try FarFilter(filter) }
  }
}
