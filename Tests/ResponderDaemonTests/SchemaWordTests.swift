// The words of the schema that the configuration declares, too.

import Blueprint
import Testing
import Wire

@Suite struct SchemaWordTests {
  @Test func `the schema knows every kind of recognizer, and one for those of programs`() throws {
    let definitions = try #require(try ProtocolSchema.value["$defs"])
    let kind = definitions["record.gesture"]?["properties"]?["kind"]?["enum"]?.elements
    #expect(
      kind?.compactMap(\.string).sorted() == (RecognizerKind.all.map(\.word) + ["custom"]).sorted())
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
