// What programs know of the kinds of control is what the configuration has.

import ConfigurationText
import Protocol
import ResponderKit
import Testing

@testable import Configuration

@Suite struct ControlFactsTests {
  static let kinds = ViewKind.written.filter { $0.make(id: "", frame: .zero) is Control }

  @Test func `every kind of control has its entry in schema/controls.json, and nothing else has`() {
    #expect(Set(ControlFacts.all.keys) == Set(Self.kinds.map(\.rawValue)))
  }

  @Test(arguments: kinds)
  func `its keys are those of the configuration, with their usual values`(kind: ViewKind) throws {
    let facts = try #require(ControlFacts.all[kind.rawValue])
    let control = try #require(kind.make(id: "", frame: .zero) as? Control)
    #expect(facts.value != nil || control.reportedValue == nil)
    for key in [facts.value, facts.choices, facts.parts.string].compactMap(\.self) {
      #expect(facts.usual[key] != nil, "the usual value of \(key) is missing")
    }
    for usual in facts.usual.members ?? [] {
      let key = try #require(
        kind.ownKeys.first { $0.name == usual.name }, "\(usual.name) is no key")
      #expect(key.usual(control) ?? .null == usual.value, "of \(usual.name)")
    }
  }
}
