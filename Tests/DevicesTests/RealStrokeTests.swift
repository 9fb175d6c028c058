// Recordings of real fingers over a list in a pager: at half the rate they scroll the same way.

import Testing

@testable import Devices
@testable import ResponderKit

extension RealRecordingTests {
  /// One drag: which content it moved, and along which way most.
  private struct Scroll: Equatable, CustomStringConvertible {
    var view: String
    var way = Point.zero
    /// The number of its fingers, and their way at which its direction was decided.
    var fingers: Int
    var decision: Point

    var description: String { "\(view) \(name), decided at \(decision)" }

    var name: String {
      abs(way.x) > abs(way.y) ? (way.x > 0 ? "left" : "right") : way.y > 0 ? "up" : "down"
    }

    /// Whether one finger meant it: shorter ways are the trembling of fingers that click and drum, and
    /// near 33.7 and 45 degrees less than a point decides.
    var isMeant: Bool {
      let steepness = abs(decision.y) / max(abs(decision.x), 1e-9)
      return fingers == 1 && max(abs(way.x), abs(way.y)) >= 60 && !(0.43...1.43).contains(steepness)
    }
  }

  /// A list in a pager, with room in every direction, that fingers scroll.
  private final class Pages {
    let screen: Screen
    let application = Application(outbox: Outbox(wants: .standard))
    let device: Device
    private let pager: ScrollView
    private let list: ScrollView
    /// The drags, by the time at which their first finger landed.
    private(set) var scrolls: [Instant: Scroll] = [:]
    private var under: [String: (landing: Instant, start: Point, scroll: Scroll)] = [:]

    init() {
      let frame = Rect(origin: .zero, size: panelRegion.size)
      screen = Screen(id: "panel", size: frame.size)
      device = Device(name: "finger", kind: .touchscreen, screen: screen)
      let window = Window(id: "window", frame: frame, screen: screen)
      application.show(window)
      pager = ScrollView(id: "pager", frame: frame)
      pager.isPagingEnabled = true
      pager.contentSize = Size(width: frame.size.width * 101, height: frame.size.height)
      window.addSubview(pager)
      list = ScrollView(id: "list", frame: Rect(origin: Pages.page, size: frame.size))
      list.contentSize = Size(width: frame.size.width, height: 1e6)
      pager.addSubview(list)
    }

    private static let page = Point(x: panelRegion.size.width * 50, y: 0)

    func feed(_ frame: borrowing Frame) {
      if application.liveTouches.isEmpty {
        // Each stroke begins on the same page, with content at rest.
        pager.contentOffset = Pages.page
        list.contentOffset = Point(x: 0, y: 5e5)
        application.outbox.removeAll()
      }
      application.feed(frame)
      for report in application.outbox.reports {
        guard case .scrolled(let view, let phase, let offset, _, _) = report.kind else { continue }
        let pan = view.panGestureRecognizer
        if phase == .began, let landing = pan.touches.first?.startTime {
          let scroll = Scroll(view: view.id, fingers: pan.touches.count, decision: pan.decision)
          under[view.id] = (landing, offset, scroll)
        }
        if phase == .ended, let drag = under.removeValue(forKey: view.id) {
          var scroll = drag.scroll
          scroll.way = offset - drag.start
          scrolls[drag.landing] = scroll
        }
      }
      application.outbox.removeAll()
    }
  }

  /// The drags of a recording; at half the rate, every second report of fingers that only move comes
  /// with the next one.
  private func scrolls(_ recording: Recording, atHalfRate: Bool) -> [Instant: Scroll] {
    let pages = Pages()
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: pages.device, mapping: SurfaceMapping(region: panelRegion)))
    var waiting: [Contact] = []
    var isOdd = false
    while let time = player.nextTime {
      player.next(at: time) { frame in
        var next = copy frame
        for contact in waiting where !next.contacts.contains(where: { $0.id == contact.id }) {
          next.contacts.append(contact)
        }
        waiting = []
        let onlyMoves = !next.contacts.isEmpty && next.contacts.allSatisfy { $0.change == .move }
        isOdd = onlyMoves && !isOdd
        if atHalfRate, isOdd {
          waiting = Array(next.contacts)
        } else {
          pages.feed(next)
        }
      }
    }
    return pages.scrolls
  }

  @Test func `real fingers at half the rate of their panel scroll the same way`() throws {
    var strokes = 0
    var deviations: [String] = []
    for path in try strokePaths() {
      let recording = try #require(try read(path).first)
      let whole = scrolls(recording, atHalfRate: false)
      let half = scrolls(recording, atHalfRate: true)
      for (landing, scroll) in whole where scroll.isMeant {
        strokes += 1
        let other = half[landing]
        if other?.view != scroll.view || other?.name != scroll.name {
          deviations.append(
            "\(path) at \(landing): \(scroll), \(other.map { "\($0)" } ?? "nothing")")
        }
      }
    }
    #expect(strokes > 50)
    #expect(deviations.isEmpty, "\(strokes) strokes:\n\(deviations.joined(separator: "\n"))")
  }
}
