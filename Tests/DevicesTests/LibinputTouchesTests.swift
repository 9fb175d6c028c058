// From what libinput says of slots to frames.

import ResponderKit
import Testing

@testable import Devices

@Suite struct LibinputTouchesTests {
  private func touches() -> LibinputTouches {
    LibinputTouches(
      Device(name: "d", kind: .touchscreen, screen: nil),
      mapping: SurfaceMapping(region: panelRegion))
  }

  @Test func `a slot that is used again is another finger`() {
    var touches = touches()
    touches.touch(.down, slot: 0, x: 0.5, y: 0.5, at: 10)
    touches.touch(.down, slot: 3, x: 0.25, y: 0, at: 10)
    touches.endFrame()
    #expect(words(touches.frame) == "down 1 400,240; down 2 200,0")
    touches.frame.removeAll()
    touches.touch(.move, slot: 3, x: 0.75, y: 0, at: 20)
    touches.end(.up, slot: 0, at: 20)
    touches.endFrame()
    #expect(words(touches.frame) == "move 2 600,0; up 1 400,240")
    touches.frame.removeAll()
    touches.touch(.down, slot: 0, x: 0, y: 0, at: 30)
    touches.end(.cancel, slot: 3, at: 30)
    touches.endFrame()
    #expect(words(touches.frame) == "down 3 0,0; cancel 2 600,0")
    #expect(touches.counters == ContactCounters())
  }

  @Test func `what cannot be is counted and does no harm`() {
    var touches = touches()
    touches.end(.up, slot: 7, at: 20)
    touches.touch(.move, slot: 2, x: 0.5, y: 0.5, at: 20)
    touches.touch(.down, slot: 1000, x: 0.5, y: 0.5, at: 20)
    touches.touch(.down, slot: 0, x: -0.1, y: 1.2, at: 20)
    touches.touch(.down, slot: 0, x: 0.5, y: 0.5, at: 20)
    touches.endFrame()
    #expect(words(touches.frame) == "down 1 0,480; cancel 1 0,480; down 2 400,240")
    #expect(panelRegion.contains(touches.frame.contacts[0].position))
    touches.end(.up, slot: 0, at: 10)
    touches.endFrame()
    #expect(touches.frame.time.microseconds == 20)
    #expect(touches.counters.surplusReleases == 1)
    #expect(touches.counters.slotsOutOfRange == 1)
    #expect(touches.counters.coordinatesOutOfRange == 2)
    #expect(touches.counters.replacedContacts == 1)
    #expect(touches.counters.timeWentBack == 1)
  }

  @Test
  func `a frame whose end libinput leaves out is over when a slot has another event or later`() {
    var touches = touches()
    #expect(!touches.isOver(before: 0, at: 10))
    touches.touch(.down, slot: 0, x: 0.5, y: 0.5, at: 10)
    #expect(!touches.isOver(before: 1, at: 10))
    touches.touch(.down, slot: 1, x: 0.25, y: 0.5, at: 10)
    #expect(touches.isOver(before: 0, at: 10))
    #expect(touches.isOver(before: 2, at: 11))
    touches.endFrame()
    #expect(touches.frame.time.microseconds == 10)
    touches.frame.removeAll()
    touches.end(.up, slot: 0, at: 12)
    // In its slot another one may come within the same frame.
    #expect(!touches.isOver(before: 0, at: 12))
    touches.touch(.down, slot: 0, x: 0, y: 0, at: 12)
    #expect(words(touches.frame) == "up 1 400,240; down 3 0,0")
  }
}
