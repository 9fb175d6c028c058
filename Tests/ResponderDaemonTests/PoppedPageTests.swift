// Pages of programs that a finger pops: who reads what, and how they return.

import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PoppedPageTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          rootViewController:
            id: pages
            view:
              id: pages.view
              gestureRecognizers: [{ id: back, screenEdgePan: { edges: left, pops: true } }]
            navigationController:
              viewControllers:
                - { id: home, view: { id: home.view } }
                - { id: intro, view: { id: intro.view } }
    """
  private static let page =
    #"{"put":{"pushedOn":"pages","viewController":{"id":"news","view":{"id":"news.view"}}}}"#

  /// A finger that draws a page away from 1 s on, and again from 3 s and 5 s on.
  private static let script =
    [1.0, 3, 5].map { start in
      "\(start) down 1 5,200\n"
        + (1...10).map { "\(start + Double($0) / 100) move 1 \(5 + $0 * 20),200\n" }.joined()
        + "\(start + 0.11) up 1\n"
    }.joined() + "9.0 wait\n"

  @Test func `what a finger pops stays wanted, its owner reads it, and puts it again`() throws {
    let stage = try Stage.started(PoppedPageTests.configuration, script: PoppedPageTests.script)
    let owner = try stage.subscriber(#""types":["edit"]"#)
    _ = try stage.ask(owner, PoppedPageTests.page.replacing("{\"put\"", with: "{\"id\":3,\"put\""))
    try stage.play(seconds: 2)
    let lines = try owner.lines()
    #expect(
      lines.contains { $0.contains(#""edit":"removed","view":"news.view","by":"touch"}"#) },
      "\(lines)")
    let removed = lines.filter { $0.contains(#""type":"removed""#) }
    #expect(removed.count == 1)
    #expect(removed.element(0).contains(#""views":["news","news.view"]"#), "\(removed)")
    let again = try stage.ask(
      owner, PoppedPageTests.page.replacing("{\"put\"", with: "{\"id\":4,\"put\""))
    #expect(again.contains { $0.contains(#""edit":"added","view":"news.view""#) }, "\(again)")
    #expect(!again.contains { $0.contains(#""by":"touch""#) })
    // The page of the program, then that of the file.
    try stage.play(seconds: 4)
    let later = try owner.lines()
    #expect(later.contains { $0.contains(#""view":"news.view","by":"touch""#) })
    #expect(later.contains { $0.contains(#""view":"intro.view","by":"touch""#) })
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }
}
