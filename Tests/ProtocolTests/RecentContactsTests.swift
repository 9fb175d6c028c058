// The contacts that are kept to be played again.

import ResponderKit
import Testing

@testable import Protocol
@testable import Records

@Suite struct RecentContactsTests {
  private let screen = Screen(id: "panel", size: Size(width: 800, height: 480))

  private func frame(
    _ device: Device, at time: Int64, _ contacts: (Int, Contact.Change, Double)...
  ) -> Frame {
    var frame = Frame(time: Instant(microseconds: time), device: device)
    for (id, change, x) in contacts {
      frame.contacts.append(Contact(id: id, change: change, position: Point(x: x, y: 1)))
    }
    return frame
  }

  private func text(_ recent: RecentContacts, from time: Int64 = 0) -> [String] {
    var lines: [String] = []
    recent.forEachFrame(from: Instant(microseconds: time)) { frame in
      let contacts = frame.contacts.map { "\($0.change) \($0.id) \(Int($0.position.x))" }
      lines.append("\(frame.time.microseconds) \(frame.device.name): \(contacts)")
    }
    return lines
  }

  @Test func `frames are what they were, of several devices in their order`() {
    let recent = RecentContacts()
    let one = Device(name: "one", kind: .touchscreen, screen: screen)
    let two = Device(name: "two", kind: .touchscreen, screen: screen)
    #expect(text(recent) == [])
    recent.append(frame(one, at: 1, (1, .down, 10), (2, .down, 20)))
    recent.append(frame(two, at: 1, (1, .down, 30)))
    recent.append(frame(one, at: 2))
    recent.append(frame(one, at: 3, (1, .move, 11)))
    recent.append(frame(one, at: 3, (1, .up, 11)))
    recent.append(frame(two, at: 4, (1, .cancel, 30)))
    #expect(
      text(recent) == [
        #"1 one: ["down 1 10", "down 2 20"]"#, #"1 two: ["down 1 30"]"#, #"3 one: ["move 1 11"]"#,
        #"3 one: ["up 1 11"]"#, #"4 two: ["cancel 1 30"]"#,
      ])
    // The fingers that were down before are not known.
    #expect(text(recent, from: 2) == [])
  }

  @Test func `the latest ones are kept, and of no finger a part without its beginning`() {
    let recent = RecentContacts(limit: 10)
    let device = Device(name: "pad", kind: .touchscreen, screen: screen)
    for finger in 0..<7 {
      let time = Int64(finger * 10)
      recent.append(frame(device, at: time, (finger, .down, 1)))
      recent.append(frame(device, at: time + 1, (finger, .move, 2)))
      recent.append(frame(device, at: time + 2, (finger, .up, 2)))
    }
    // 21 contacts, of which the latest ten are three fingers and an end.
    #expect(text(recent).count == 9)
    #expect(text(recent).first == #"40 pad: ["down 4 1"]"#)
    #expect(text(recent, from: 51).first == #"60 pad: ["down 6 1"]"#)
  }

  @Test func `devices of which nothing is left are not kept`() {
    let recent = RecentContacts(limit: 20)
    let panel = Device(name: "panel", kind: .touchscreen, screen: screen)
    weak var first: Device?
    for number in 0..<1_000 {
      let script = Device(name: "script\(number)", kind: .recording, screen: screen)
      if number == 0 { first = script }
      recent.append(frame(script, at: Int64(number), (1, .down, 1)))
      recent.append(frame(script, at: Int64(number), (1, .up, 1)))
      if number % 3 == 0 { recent.append(frame(panel, at: Int64(number), (number, .down, 5))) }
    }
    #expect(first == nil)
    let lines = text(recent)
    #expect(lines.last == #"999 panel: ["down 999 5"]"#)
    #expect(lines.contains(#"998 script998: ["up 1 1"]"#))
    #expect(lines.filter { $0.contains("panel") }.count == 3)
  }
}
