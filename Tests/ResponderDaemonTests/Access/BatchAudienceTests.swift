// A batch is one edit: an outsider receives no name that is hidden both before and after it.

import Testing
import Wire

@testable import ResponderDaemon

@Suite struct BatchAudienceTests {
  private static let configuration = """
    {"screens":{"panel":{"size":[400,400]}},"socket":{"rights":["subscribe"]},
    "application":{"windows":[{"id":"main","subviews":[
      {"id":"pad","frame":[0,0,100,100],"audience":[{"user":"1004"}],"subviews":[
        {"id":"digit","frame":[0,0,10,10],"gestureRecognizers":[{"id":"press","tap":{}}]}]},
      {"id":"hall","frame":[200,0,100,100],"subviews":[{"id":"lamp","frame":[0,0,10,10]}]}]}]}}
    """

  private static let wish = #"{"id":1,"subscribe":{"snapshot":true}}"#

  /// The pictures that clients of a user have after a batch: from the lines they read, and from a new
  /// snapshot.
  private func pictures(
    after batch: String, uid: UInt32
  ) throws -> (lines: [String], known: [String], truth: [String], complaints: [String]) {
    let stage = try Stage.started(Self.configuration, script: "60.0 wait\n")
    let editor = try stage.peer()
    let reader = try stage.connect(uid: uid)
    var known = PictureOfLines()
    for line in try stage.ask(reader, Self.wish) { known.apply(line) }
    let answer = try stage.ask(editor, #"{"id":1,"batch":[\#(batch)]}"#)
    #expect(answer.element(0).contains(#""result""#), "\(answer)")
    let lines = try reader.lines()
    for line in lines { known.apply(line) }
    var truth = PictureOfLines()
    for line in try stage.ask(try stage.connect(uid: uid), Self.wish) { truth.apply(line) }
    return (lines, known.treeAtRest, truth.treeAtRest, known.complaints)
  }

  static let batches = [
    // Moved out and back again.
    #"{"move":{"view":"digit","to":"hall"}},{"move":{"view":"digit","to":"pad"}}"#,
    // Shown to all clients, and hidden again.
    #"{"set":{"view":"pad","audience":null}},{"set":{"view":"pad","audience":[{"user":"1004"}]}}"#,
    // Moved out, and removed.
    #"{"move":{"view":"digit","to":"hall"}},{"remove":{"view":"digit"}}"#,
    // In a public view that is hidden and shown again meanwhile.
    #"{"move":{"view":"digit","to":"lamp"}},{"move":{"view":"lamp","to":"pad"}},"#
      + #"{"move":{"view":"lamp","to":"hall"}},{"move":{"view":"digit","to":"pad"}}"#,
    // A public view is moved into it while it is outside.
    #"{"move":{"view":"digit","to":"hall"}},{"move":{"view":"lamp","to":"digit"}},"#
      + #"{"move":{"view":"digit","to":"pad"}}"#,
    // Added in a public view, and then hidden.
    #"{"add":{"to":"hall","view":{"id":"digit2","frame":[0,0,5,5]}}},"#
      + #"{"move":{"view":"digit2","to":"pad"}}"#,
  ]

  @Test(arguments: batches)
  func `an outsider receives nothing about a view that is hidden before and after a batch`(
    batch: String
  ) throws {
    let (lines, known, truth, complaints) = try pictures(after: batch, uid: 1005)
    #expect(!lines.contains { $0.contains("digit") || $0.contains("press") }, "\(lines)")
    #expect(complaints == [])
    #expect(known == truth)
  }

  @Test(arguments: batches)
  func `a client in the audience receives every edit`(batch: String) throws {
    let (lines, known, truth, complaints) = try pictures(after: batch, uid: 1004)
    #expect(lines.contains { $0.contains("digit") })
    #expect(!lines.contains { $0.contains(#""edit":"remove","view":"main""#) }, "\(lines)")
    #expect(complaints == [])
    #expect(known == truth)
  }

  @Test func `an outsider receives the views that leave a hidden view, and those that enter it`()
    throws
  {
    let out = #"{"move":{"view":"digit","to":"hall"}},{"move":{"view":"lamp","to":"pad"}}"#
    let (lines, known, truth, complaints) = try pictures(after: out, uid: 1005)
    #expect(
      lines.compactMap { try? JSON(parsing: $0)["edit"]?.string } == ["add", "remove"], "\(lines)")
    #expect(complaints == [])
    #expect(known == truth)
  }
}
