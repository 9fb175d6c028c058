// A reload and what programs have added together stay within the bounds of a tree.

import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct ReloadBoundsTests {
  /// A page in so many views, with so many recognizers.
  private func configuration(depth: Int, recognizers: Int = 0) -> String {
    let taps = (0..<recognizers).map { "{ id: t\($0), tap: {} }" }.joined(separator: ", ")
    var view = "{ id: page, frame: [0, 0, 9, 9], gestureRecognizers: [\(taps)] }"
    for level in 0..<depth { view = "{ id: l\(level), frame: [0, 0, 9, 9], subviews: [\(view)] }" }
    return """
      screens: { panel: { size: [800, 480] } }
      application: { windows: [{ id: main, subviews: [\(view)] }] }
      """
  }

  private func reload(_ stage: Stage, _ configuration: String) throws {
    try stage.write(configuration)
    stage.daemon.reload(force: false)
    try stage.play(seconds: 1)
  }

  private func depth(_ stage: Stage) -> Int {
    var deepest = 0
    for window in stage.daemon.configuration.application.windows {
      window.forEachInSubtree { view in
        let around = sequence(first: view) { $0.superview }
        deepest = max(deepest, around.reduce(0) { count, _ in count + 1 })
      }
    }
    return deepest
  }

  @Test func `a page that lies deeper loses what has no room in it any more, the latest first`()
    throws
  {
    let stage = try Stage.started(configuration(depth: 1))
    let owner = try stage.peer()
    let additions = [("main", "w"), ("page", "v1")] + (1..<60).map { ("v\($0)", "v\($0 + 1)") }
    for (parent, id) in additions {
      let view = #"{"id":"\#(id)","frame":[0,0,9,9]}"#
      let answer = try stage.ask(
        owner, #"{"id":1,"put":{"in":"\#(parent)","view":\#(view)}}"#)
      #expect(answer.element(0).contains("reply"), "\(answer)")
    }
    #expect(depth(stage) == 63)
    try reload(stage, configuration(depth: 2))
    #expect(depth(stage) == 64)
    #expect(try owner.lines().allSatisfy { !$0.contains(#""type":"removed""#) })
    try reload(stage, configuration(depth: 4))
    let told = try owner.lines().filter { $0.contains(#""type":"removed""#) }
    #expect(told.count == 1)
    #expect(told.element(0).contains(#""views":["v59","v60"]"#), "\(told)")
    #expect(depth(stage) == 64)
    #expect(stage.daemon.configuration.tree.registry.view("w") != nil)
    // With room they return.
    try reload(stage, configuration(depth: 0))
    #expect(depth(stage) == 62)
    #expect(stage.daemon.configuration.tree.registry.view("v60") != nil)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  /// A page with a tool, and perhaps something presented that names the tool's recognizer.
  private func presenting(_ presents: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          rootViewController:
            id: home
            view:
              id: page
              subviews: [{ id: tool, frame: [0, 0, 9, 9], gestureRecognizers: [{ id: hold, tap: {} }] }]
            \(presents)
    """
  }

  @Test func `what the file presents takes the place of what a program presents`() throws {
    let stage = try Stage.started(presenting(""))
    let owner = try stage.peer()
    let edits = [
      #""remove":{"view":"tool"}"#,
      #""put":{"presentedBy":"home","viewController":{"id":"mine","view":{"id":"my.view"}}}"#,
    ]
    for edit in edits {
      let answer = try stage.ask(owner, #"{"id":1,\#(edit)}"#)
      #expect(answer.element(0).contains("reply"), "\(answer)")
    }
    try reload(
      stage,
      presenting(
        "presents: { id: alert, view: { id: box, gestureRecognizers: "
          + "[{ id: shut, tap: { simultaneousWith: [hold] } }] } }"))
    // The recognizer that it names is back, too.
    #expect(stage.daemon.configuration.tree.registry.recognizer("hold")?.view?.id == "tool")
    #expect(stage.daemon.configuration.tree.registry.view("my.view") == nil)
    #expect(stage.daemon.configuration.tree.registry.view("box")?.window != nil)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
    try reload(stage, presenting(""))
    #expect(stage.daemon.configuration.tree.registry.view("my.view")?.window != nil)
  }

  @Test func `recognizers of the file have room`() throws {
    let stage = try Stage.started(configuration(depth: 0, recognizers: 4))
    let owner = try stage.peer()
    for number in 0..<60 {
      let recognizer = #"{"id":"o\#(number)","tap":{}}"#
      let answer = try stage.ask(
        owner, #"{"id":1,"put":{"in":"page","gestureRecognizer":\#(recognizer)}}"#)
      #expect(answer.element(0).contains("reply"), "\(answer)")
    }
    try reload(stage, configuration(depth: 0, recognizers: 10))
    let told = try owner.lines().filter { $0.contains(#""type":"removed""#) }
    #expect(
      told.element(0).contains(#""recognizers":["o54","o55","o56","o57","o58","o59"]"#), "\(told)")
    let page = stage.daemon.configuration.tree.registry.view("page")
    #expect(
      page?.gestureRecognizers.map(\.id) == (0..<10).map { "t\($0)" } + (0..<54).map { "o\($0)" })
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }
}
