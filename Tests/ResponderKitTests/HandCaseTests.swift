// Strokes over content: each case is what a hand does, and where content rests after it.

import Testing

@testable import ResponderKit

/// A tree, what happens to it, and what must be true at the end.
struct HandCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let scene: @Sendable () -> Scene
  /// Moments in seconds, each with the acts of one frame.
  let script: [(Double, [Table.Act])]
  /// What a program does, and when.
  var program: (at: Double, act: @Sendable (Scene) -> Void)?
  /// A sentence for what is not as the rules say; nil if all is.
  let complaint: @Sendable (Scene) -> String?

  /// What a case is about.
  final class Scene {
    let table = Table(wants: .standard)
    let view: ScrollView
    var list: ScrollView?
    let button = Button(id: "button", frame: Rect(x: 0, y: 0, width: 400, height: 80))
    /// The offsets that the view had, in order.
    var offsets: [Point] = []

    init(_ size: Size) {
      view = ScrollView(id: "view", frame: Rect(x: 0, y: 0, width: 400, height: 400))
      view.contentSize = size
      table.window.addSubview(view)
    }

    var presses: Int {
      table.application.outbox.reports.reduce(0) { count, report in
        if case .control(_, .primaryActionTriggered, _, _, _) = report.kind {
          count + 1
        } else {
          count
        }
      }
    }
  }

  /// A finger that goes from one point to another in even steps.
  static func stroke(
    _ finger: Int = 1, from start: Double, to end: Double, _ from: Point, _ to: Point,
    steps: Int = 8
  ) -> [(Double, [Table.Act])] {
    [(start, [.down(finger, from.x, from.y)])]
      + (1...steps).map { step in
        let part = Double(step) / Double(steps)
        let place = from + (to - from) * part
        return (start + (end - start) * part, [.move(finger, place.x, place.y)])
      }
  }

  private static func pager(_ pages: Double = 6) -> Scene {
    let scene = Scene(Size(width: pages * 400, height: 400))
    scene.view.isPagingEnabled = true
    return scene
  }

  private static func pagerWithList() -> Scene {
    let scene = pager()
    let list = ScrollView(id: "list", frame: Rect(x: 400, y: 0, width: 400, height: 400))
    list.contentSize = Size(width: 400, height: 2000)
    list.addSubview(scene.button)
    scene.view.addSubview(list)
    scene.list = list
    return scene
  }

  private static func book(snaps: Bool) -> Scene {
    let scene = Scene(Size(width: 1200, height: 1200))
    scene.view.isDirectionalLockEnabled = true
    scene.view.isPagingEnabled = !snaps
    if snaps {
      scene.view.horizontalSnapOffsets = [0, 300, 600, 800]
      scene.view.verticalSnapOffsets = [0, 300, 600, 800]
    }
    return scene
  }

  private static let flick = stroke(from: 0, to: 0.08, Point(x: 300, y: 200), Point(x: 200, y: 200))

  static let all: [HandCase] = [
    HandCase(
      testDescription: "released 25 pt before a page, content never passes it",
      scene: {
        let scene = pager()
        scene.view.bounces = false
        scene.view.contentOffset.x = 400
        return scene
      },
      script: stroke(from: 0, to: 0.2, Point(x: 390, y: 200), Point(x: 5, y: 200))
        + [(0.2, [.up(1)])],
      complaint: { scene in
        let most = scene.offsets.map(\.x).max() ?? 0
        return most == 800 && scene.view.contentOffset.x == 800 ? nil : "it went to \(most)"
      }),
    HandCase(
      testDescription: "content that is added on the way changes no page",
      scene: {
        let scene = pager(3)
        scene.view.contentOffset.x = 400
        return scene
      },
      script: flick + [(0.09, [.up(1)])],
      program: (0.25, { $0.view.contentSize.width = 4000 }),
      complaint: { $0.view.contentOffset.x == 800 ? nil : "it rests at \($0.view.contentOffset)" }),
    HandCase(
      testDescription: "a tap 0.8 s after a page flick presses",
      scene: pagerWithList,
      script: flick + [(0.09, [.up(1)]), (0.8, [.down(2, 200, 40)]), (0.85, [.up(2)])],
      complaint: { $0.presses == 1 ? nil : "\($0.presses) presses" }),
    HandCase(
      testDescription: "a drag across the pages scrolls 0.34 s after the flick",
      scene: pagerWithList,
      script: flick + [(0.09, [.up(1)])]
        + stroke(2, from: 0.43, to: 0.6, Point(x: 200, y: 300), Point(x: 200, y: 150))
        + [(1, [.up(2)])],
      complaint: { scene in
        let way = scene.list?.contentOffset.y ?? 0
        return abs(way - 140) < 1 && scene.view.contentOffset.x == 400 ? nil : "it went \(way)"
      }),
    HandCase(
      testDescription: "pages of two axes rest on both after a locked drag of one that was caught",
      scene: { book(snaps: false) },
      script: flick + [(0.09, [.up(1)])]
        + stroke(2, from: 0.15, to: 0.4, Point(x: 200, y: 300), Point(x: 200, y: 200))
        + [(0.9, [.up(2)])],
      complaint: { scene in
        let offset = scene.view.contentOffset / 400
        let isPage = offset.x == offset.x.rounded() && offset.y == offset.y.rounded()
        return isPage ? nil : "it rests at \(scene.view.contentOffset)"
      }),
    HandCase(
      testDescription: "snap offsets of two axes rest on both after such a drag",
      scene: { book(snaps: true) },
      script: flick + [(0.09, [.up(1)])]
        + stroke(2, from: 0.15, to: 0.4, Point(x: 200, y: 300), Point(x: 200, y: 200))
        + [(0.9, [.up(2)])],
      complaint: { scene in
        let offset = scene.view.contentOffset
        let isSnap =
          scene.view.horizontalSnapOffsets.contains(offset.x)
          && scene.view.verticalSnapOffsets.contains(offset.y)
        return isSnap ? nil : "it rests at \(offset)"
      }),
    HandCase(
      testDescription: "a pager that was zoomed too far springs back to a page",
      scene: {
        let scene = pager()
        let sheet = View(id: "sheet", frame: Rect(x: 0, y: 0, width: 2400, height: 400))
        scene.view.addSubview(sheet)
        scene.view.zoomView = sheet
        scene.view.maximumZoomScale = 2
        return scene
      },
      script: [(0, [.down(1, 250, 200), .down(2, 300, 200)])]
        + [(0.1, [.move(1, 200, 220), .move(2, 350, 220)])]
        + [(0.2, [.move(1, 100, 240), .move(2, 390, 240)]), (0.9, [.up(1), .up(2)])],
      complaint: { scene in
        let offset = scene.view.contentOffset / 400
        let isPage = offset.x == offset.x.rounded() && offset.y == offset.y.rounded()
        let rest = "\(scene.view.contentOffset) at \(scene.view.zoomScale)"
        return isPage && scene.view.zoomScale == 2 ? nil : "it rests at \(rest)"
      }),
    HandCase(
      testDescription: "a diagonal drag is not locked",
      scene: {
        let scene = Scene(Size(width: 1200, height: 1200))
        scene.view.isDirectionalLockEnabled = true
        return scene
      },
      script: stroke(from: 0, to: 0.3, Point(x: 300, y: 300), Point(x: 200, y: 195))
        + [(0.9, [.up(1)])],
      complaint: { scene in
        let offset = scene.view.contentOffset
        return offset.x > 90 && offset.y > 90 ? nil : "it went to \(offset)"
      }),
    HandCase(
      testDescription: "a finger that stands still for 80 ms flings nothing",
      scene: { Scene(Size(width: 400, height: 4000)) },
      script: stroke(from: 0, to: 0.16, Point(x: 200, y: 350), Point(x: 200, y: 190))
        + [(0.24, [.up(1)])],
      complaint: { $0.view.contentOffset.y == 150 ? nil : "it went to \($0.view.contentOffset)" }),
    HandCase(
      testDescription: "two reports in a microsecond are no endless fling",
      scene: { Scene(Size(width: 400, height: 100_000)) },
      script: [
        (0, [.down(1, 200, 390)]), (0.05, [.move(1, 200, 300)]), (0.050001, [.move(1, 200, 100)]),
        (0.050002, [.up(1)]),
      ],
      complaint: { scene in
        // 8,000 pt/s coast 4,000 pt.
        let way = scene.view.contentOffset.y
        return way < 4300 ? nil : "it went to \(way)"
      }),
    HandCase(
      testDescription: "from the landing, no point of the first step is lost",
      scene: {
        let scene = Scene(Size(width: 400, height: 4000))
        scene.view.dragStartBehavior = .landing
        return scene
      },
      script: [(0, [.down(1, 200, 300)]), (0.1, [.move(1, 200, 200)]), (1, [.up(1)])],
      complaint: { $0.view.contentOffset.y == 100 ? nil : "it went to \($0.view.contentOffset)" }),
  ]
}

@Suite struct HandCaseTests {
  @Test(arguments: HandCase.all)
  func `a hand moves content as it means to`(_ hand: HandCase) {
    let scene = hand.scene()
    let application = scene.table.application
    func letPass(to time: Double) {
      while let deadline = application.deadline, deadline.seconds < time {
        application.advance(to: deadline)
        scene.offsets.append(scene.view.contentOffset)
      }
    }
    var program = hand.program
    func letProgramAct(before time: Double) {
      guard let due = program, due.at < time else { return }
      program = nil
      letPass(to: due.at)
      application.perform(at: Instant(seconds: due.at)) { due.act(scene) }
    }
    for (time, acts) in hand.script {
      letProgramAct(before: time)
      letPass(to: time)
      scene.table.at(time, acts)
      scene.offsets.append(scene.view.contentOffset)
    }
    letProgramAct(before: .infinity)
    letPass(to: .infinity)
    #expect(hand.complaint(scene) == nil)
    #expect(application.checkInvariants() == [])
  }
}
