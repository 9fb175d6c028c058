// The library as another program sees it: the examples of docs/library.md, with nothing but what
// is public.

import Glibc
import ResponderKit
import TestSupport
import Testing

/// One finger that goes to and fro.
final class ScrubGestureRecognizer: GestureRecognizer {
  private var turns = 0
  private var direction = 0.0

  override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    if numberOfTouches > 1 { fail(.other("one finger scrubs")) }
  }

  override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard let touch = touches.first else { return }
    let step = touch.location(in: view).x - touch.previousLocation(in: view).x
    if step * direction < 0 { turns += 1 }
    if step != 0 { direction = step }
    if turns == 3 { state = .ended }
  }

  override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    fail(.other("lifted after \(turns) of 3 turns"))
  }

  override func reset() {
    turns = 0
    direction = 0
  }
}

@Suite struct LibraryExampleTests {
  private final class Heard {
    private(set) var names: [String] = []
    func append(_ name: String) { names.append(name) }
  }

  /// Plays places of one finger, a tenth of a second apart, and lifts it; what was heard.
  private func play(_ places: [Double]) -> (heard: [String], application: Application) {
    let heard = Heard()
    let application = Application()
    let window = Window(id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 300))
    let pad = View(id: "pad", frame: Rect(x: 50, y: 50, width: 300, height: 200))
    let scrub = ScrubGestureRecognizer(id: "scrub")
    scrub.addAction { recognizer in heard.append(recognizer.id) }
    pad.addGestureRecognizer(scrub)
    window.addSubview(pad)
    application.show(window)

    let panel = Device(name: "panel", kind: .touchscreen, screen: nil)
    var frame = Frame(time: Instant(seconds: 1), device: panel)
    frame.contacts = [Contact(id: 0, change: .down, position: Point(x: 100, y: 100))]
    application.feed(frame)
    for (step, x) in places.enumerated() {
      frame.time = Instant(seconds: 1.1 + Double(step) / 10)
      frame.contacts = [Contact(id: 0, change: .move, position: Point(x: x, y: 100))]
      application.feed(frame)
    }
    frame.time = Instant(seconds: 3)
    frame.contacts = [
      Contact(id: 0, change: .up, position: Point(x: places.last ?? 100, y: 100))
    ]
    application.feed(frame)
    return (heard.names, application)
  }

  @Test func `a recognizer of another program recognizes what it looks for, once`() {
    let (heard, application) = play([120, 100, 120, 100, 120, 100])
    #expect(heard == ["scrub"])
    #expect(application.checkInvariants() == [])
  }

  @Test func `and fails otherwise, with its own reason`() {
    let (heard, application) = play([120, 140, 160])
    #expect(heard == [])
    #expect(application.checkInvariants() == [])
  }

  @Test func `the document's examples are this code`() throws {
    func lines(_ path: String) throws -> [Substring] {
      try Repository.text(of: path).split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    let code = Set(
      try lines("Tests/ResponderKitTests/LibraryExampleTests.swift")
        + lines("Tests/ResponderDevicesTests/DocumentExample.swift"))
    var isSwift = false
    var checked = 0
    for line in try lines("docs/library.md") {
      if line.hasPrefix("```") {
        isSwift = line == "```swift"
      } else if isSwift {
        #expect(code.contains(line), "docs/library.md: \(line)")
        checked += 1
      }
    }
    #expect(checked > 30)
  }
}
