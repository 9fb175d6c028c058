// The words of the schema that the configuration declares, too.

import Configuration
import Protocol
import ResponderKit
import Testing

@Suite struct SchemaWordTests {
  @Test func `the schema knows every kind of recognizer, and one for those of programs`() throws {
    let definitions = try #require(try ProtocolSchema.value["$defs"])
    let kind = definitions["record.gesture"]?["properties"]?["kind"]?["enum"]?.elements
    #expect(
      kind?.compactMap(\.string).sorted() == (RecognizerKind.all.map(\.word) + ["custom"]).sorted())
  }

  @Test func `the schema knows what every kind of recognizer measures`() throws {
    let definitions = try #require(try ProtocolSchema.value["$defs"])
    let members = try #require(definitions["record.gesture"]?["properties"])
    let names = RecognizerKind.all.flatMap {
      let names = $0.measureNames
      return [names.first, names.second, names.third].compactMap { $0?.description }
    }
    #expect(names.count == 14)
    for name in names { #expect(members[name] != nil, "\(name) is missing") }
  }

  @Test func `the schema is that of the protocol, with every form of a tree`() throws {
    let schema = try ProtocolSchema.value
    #expect(schema["title"]?.string == "responderd protocol \(ProtocolVersion.current)")
    let forms = schema["$defs"]?["request.tree"]?["properties"]?["as"]?["enum"]?.elements
    #expect(forms?.compactMap(\.string) == Request.TreeForm.allCases.map(\.rawValue))
  }

  @Test func `each edit may be in a batch of the schema, and nothing else`() throws {
    let definitions = try #require(try ProtocolSchema.value["$defs"])
    let edits = definitions["edit"]?["oneOf"]?.elements?.compactMap {
      $0["required"]?.elements?.first?.string
    }
    let declared = Request.Declaration.all.filter(\.isEdit).map(\.word)
    #expect(edits?.sorted() == declared.sorted())
  }
}
