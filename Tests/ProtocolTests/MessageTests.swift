// The lines that are no records, byte for byte.

import Protocol
import Testing

@Suite struct `Messages` {
  private func written(_ body: (LineWriter) -> Void) -> String {
    let writer = LineWriter()
    body(writer)
    let line = writer.text
    let complaints = try? SchemaChecker().complaints(ofDaemonsLine: line)
    #expect(complaints == [])
    return line
  }

  @Test func `hello says who speaks, what it can and what is allowed`() {
    let line = written {
      $0.hello(
        instance: "b7c1", version: "0.1", capabilities: ["snapshot", "resume"],
        rights: ["subscribe"], limits: Limits())
    }
    #expect(
      line == """
        {"type":"hello","protocol":"2.0","instance":"b7c1","version":"0.1",\
        "capabilities":["snapshot","resume"],"rights":["subscribe"],\
        "limits":{"views":8192,"viewDepth":64,"subviews":4096,"recognizersOfView":64,\
        "recognizersOfTouch":256,"requirements":64,"viewsOfProgram":2000,"viewsOfUser":4000,\
        "privateWindows":64,"viewsOfPrivateWindow":500,\
        "movingScrollViews":64,"connections":1024,"connectionsOfUser":256,"subscriptions":16,\
        "requestsPerSecond":1000,"lineBytes":65536,"lineDepth":160,"viewsOfRequest":300,\
        "answerBytes":1048576,"allQueueBytes":67108864,"history":4096}}\n
        """)
  }

  @Test func `answers carry the id as it came`() {
    #expect(
      written { $0.reply(to: .number(7)) } == "{\"type\":\"reply\",\"id\":7,\"result\":{}}\n")
    #expect(
      written { $0.reply(to: .text("a\"")) { $0.member("view", "red") } }
        == "{\"type\":\"reply\",\"id\":\"a\\\"\",\"result\":{\"view\":\"red\"}}\n")
    #expect(
      written { $0.error(.init(.notFound, "no view is named \"x\"", path: "set.view"), to: nil) }
        == "{\"type\":\"error\",\"code\":\"notFound\",\"message\":\"no view is named \\\"x\\\"\","
        + "\"path\":\"set.view\"}\n")
  }

  @Test func `the last lines say why they are the last`() {
    #expect(
      written { $0.closing(reason: "stopping") }
        == "{\"type\":\"closing\",\"reason\":\"stopping\"}\n")
  }

  @Test func `a subscription that lost records is reported`() {
    #expect(
      written { $0.lost(subscription: 3, stream: nil) }
        == "{\"type\":\"lost\",\"subscription\":3}\n")
    #expect(
      written { $0.lost(subscription: 3, stream: "pad") }
        == "{\"type\":\"lost\",\"subscription\":3,\"stream\":\"pad\"}\n")
  }

  @Test func `describe gives the schema in one line`() throws {
    let writer = LineWriter()
    writer.describe(to: .number(1))
    let line = writer.text
    #expect(line.filter { $0 == "\n" }.count == 1)
    #expect(line.utf8.last == 0x0A)
    #expect(try JSON(parsing: line, depth: 64)["result"]?["schema"] == ProtocolSchema.value)
  }

  @Test func `the schema knows every request, kind of record and error code`() throws {
    let definitions = try #require(try ProtocolSchema.value["$defs"])
    let requests = try #require(definitions["fromPeer"]?["properties"]?.members).map(\.name)
    #expect(Set(requests) == Set(Request.Declaration.words + ["id"]))
    for type in RecordType.allCases {
      #expect(definitions["record.\(type.word)"] != nil)
    }
    let codes = definitions["message.error"]?["properties"]?["code"]?["enum"]?.elements
    #expect(codes?.compactMap(\.string) == ProtocolError.Code.allCases.map(\.rawValue))
  }

  @Test func `the schema says of every member what it is`() throws {
    let definitions = try #require(try ProtocolSchema.value["$defs"]?.members)
    func silent(_ rule: JSON, _ path: String) -> [String] {
      var found: [String] = []
      for member in rule["properties"]?.members ?? [] where member.name != "type" {
        let name = "\(path).\(member.name)"
        let target = member.value["$ref"]?.string?.dropFirst("#/$defs/".count)
        let told = target.flatMap { target in definitions.first { $0.name == target } }?.value
        if (member.value["description"] ?? told?["description"]) == nil { found.append(name) }
        found += silent(member.value, name)
      }
      return found + (rule["items"].map { silent($0, "\(path)[]") } ?? [])
    }
    let lines = definitions.filter { $0.name.contains(".") || $0.name == "node" }
    #expect(lines.count > 30)
    #expect(lines.flatMap { silent($0.value, $0.name) } == [])
  }
}
