// Each contact, key and pointer goes to one application, from its beginning to its end.

import Protocol
import Records
import ResponderKit
import Testing

@Suite struct PanelSessionTests {
  /// Public windows with a private one in front of them, and what is in that.
  private final class World {
    let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
    let device: Device
    let box: Window
    let shared: Session
    let inside: Session
    let panel: PanelSession
    private var time: Int64 = 0

    init() {
      device = Device(name: "touch", kind: .touchscreen, screen: screen)
      func session(_ windows: [Window], _ stream: String?) -> Session {
        let application = Application()
        for window in windows {
          window.handles = [.touches, .presses]
          application.show(window)
        }
        return Session(application, RecordEncoder(stream: stream))
      }
      let all = Rect(x: 0, y: 0, width: 800, height: 480)
      let frame = Rect(x: 400, y: 0, width: 400, height: 480)
      box = Window(id: "pad", frame: frame)
      box.privacy = .isPrivateOfFile
      shared = session([box, Window(id: "main", frame: all)], nil)
      inside = session([Window(id: "pad", frame: frame)], "pad")
      panel = PanelSession(shared)
      panel.open(inside, in: box)
    }

    func feed(_ change: (inout Frame) -> Void) {
      time += 10_000
      var frame = Frame(time: Instant(microseconds: time), device: device)
      change(&frame)
      panel.feed(frame)
    }

    func contact(_ id: Int, _ change: Contact.Change, _ x: Double) {
      feed { $0.contacts = [Contact(id: id, change: change, position: Point(x: x, y: 50))] }
    }

    func press(_ change: PressChange.Change) {
      feed { $0.presses = [PressChange(type: .select, change: change)] }
    }

    /// What was recorded since the last question: the stream, and the phase.
    func records() -> [String] {
      [(shared, "public"), (inside, "private")].flatMap { session, name in
        defer { session.encoder.removeAll() }
        return session.encoder.records.filter { $0.type == .touches || $0.type == .presses }
          .map { "\(name) \($0.phase.map { "\($0)" } ?? "")" }
      }
    }
  }

  @Test func `a contact stays where it began`() {
    let world = World()
    world.contact(1, .down, 500)
    world.contact(1, .move, 100)
    world.contact(2, .down, 100)
    world.contact(2, .move, 500)
    world.contact(1, .up, 100)
    world.contact(2, .up, 500)
    #expect(
      world.records() == [
        "public began", "public moved", "public ended", "private began", "private moved",
        "private ended",
      ])
    #expect(world.shared.touches == 1 && world.inside.touches == 1)
  }

  @Test func `the numbers of contacts that others read have no gaps`() {
    let world = World()
    world.shared.listen(to: RecordTypes([.raw]), withDetail: false)
    // As a device counts them.
    for (id, x) in [(1, 100), (2, 500), (3, 500), (4, 100), (5, 100)] as [(Int, Double)] {
      world.contact(id, .down, x)
    }
    for id in [3, 1, 4, 2, 5] { world.contact(id, .move, 110) }
    for id in [1, 2, 3, 4, 5] { world.contact(id, .up, 110) }
    let records = world.shared.encoder.records
    let numbers = records.filter { $0.type == .raw }.map {
      world.shared.encoder.touches[$0.touches.lowerBound]
    }
    #expect(numbers == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    #expect(world.shared.application.liveTouches.isEmpty && world.shared.touches == 3)
  }

  @Test func `a new finger with the number of an old one ends that one`() {
    let world = World()
    world.contact(1, .down, 500)
    world.contact(1, .down, 100)
    world.contact(1, .up, 100)
    #expect(
      world.records() == ["public began", "public ended", "private began", "private cancelled"])
  }

  @Test func `what began in a window that is gone reaches nothing more`() {
    let world = World()
    world.contact(1, .down, 500)
    world.panel.close(world.inside)
    world.shared.application.remove(world.box)
    _ = world.records()
    world.contact(1, .move, 100)
    world.contact(1, .up, 100)
    #expect(world.records() == [])
    world.contact(1, .down, 500)
    #expect(world.records() == ["public began"])
  }

  @Test func `a window takes only what may reach it, while it is shown and has contents`() {
    let world = World()
    world.panel.mayReach = { _, _ in false }
    world.contact(1, .down, 500)
    world.panel.mayReach = { _, _ in true }
    world.contact(1, .up, 500)
    // The box takes it, and handles it as any window does.
    #expect(world.records() == ["public began", "public ended"])
    for hide in [{ $0.isHidden = $1 }, { $0.isVacant = $1 }] as [(Window, Bool) -> Void] {
      hide(world.box, true)
      world.contact(1, .down, 500)
      world.contact(1, .up, 500)
      #expect(world.records() == ["public began", "public ended"])
      hide(world.box, false)
    }
    world.contact(1, .down, 500)
    #expect(world.records() == ["private began"])
  }

  @Test func `a press goes to the window that was key when it began`() {
    let world = World()
    let main = world.shared.application.windows[1]
    #expect(main.isKeyWindow)
    world.press(.began)
    world.box.makeKey()
    world.press(.ended)
    world.press(.began)
    world.box.isHidden = true
    #expect(main.isKeyWindow)
    world.press(.ended)
    world.box.isHidden = false
    #expect(world.box.isKeyWindow)
    main.makeKey()
    #expect(
      world.records() == ["public began", "public ended", "private began", "private ended"])
  }

  @Test func `a device that is removed ends what it began everywhere`() {
    let world = World()
    world.contact(1, .down, 500)
    world.contact(2, .down, 100)
    world.panel.cancelAll(of: world.device, at: Instant(seconds: 1))
    #expect(
      world.records() == [
        "public began", "public cancelled", "private began", "private cancelled",
      ])
    world.contact(1, .move, 500)
    #expect(world.records() == [])
  }

  @Test func `a wheel scrolls in the window below the pointer`() {
    let world = World()
    for session in [world.shared, world.inside] {
      guard let window = session.application.windows.last else { continue }
      let list = ScrollView(
        id: "list", frame: Rect(origin: .zero, size: window.bounds.size))
      list.contentSize = Size(width: 800, height: 2000)
      window.addSubview(list)
    }
    func scrolls() -> [String] {
      [world.shared, world.inside].flatMap { session in
        defer { session.encoder.removeAll() }
        return session.encoder.records.filter { $0.type == .scroll }.map {
          "\(session.encoder.stream ?? "public") \($0.phase.map { "\($0)" } ?? "")"
        }
      }
    }
    for x in [100.0, 500, 500] {
      world.feed {
        $0.scroll = ScrollChange(position: Point(x: x, y: 50), movement: Point(x: 0, y: 53))
      }
    }
    #expect(
      scrolls() == ["public began", "public changed", "pad began", "pad changed", "pad changed"])
  }

  @Test func `a pointer that enters the window leaves the others`() {
    let world = World()
    for session in [world.shared, world.inside] {
      let hover = HoverGestureRecognizer(id: "hover")
      session.application.windows.last?.addGestureRecognizer(hover)
    }
    func states() -> [String] {
      [world.shared, world.inside].flatMap { session in
        defer { session.encoder.removeAll() }
        return session.encoder.records.filter { $0.type == .gesture }.map {
          "\(session.encoder.stream ?? "public") \($0.phase.map { "\($0)" } ?? "")"
        }
      }
    }
    world.feed { $0.pointer = .at(Point(x: 100, y: 50)) }
    world.feed { $0.pointer = .at(Point(x: 500, y: 50)) }
    world.feed { $0.pointer = .at(Point(x: 100, y: 50)) }
    world.feed { $0.pointer = .gone }
    #expect(
      states() == [
        "public began", "public ended", "public began", "public ended", "pad began", "pad ended",
      ])
  }
}
