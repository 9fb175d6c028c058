// Motions of fingers that lead every kind of recognizer to both its outcomes.

import ResponderKit

/// A motion of fingers by name: what changes at which microsecond.
struct Gesture: Sendable, CustomStringConvertible {
  let name: String
  private(set) var events: [Event] = []
  private var places: [Int: Point] = [:]

  /// What happens at one moment.
  struct Event: Sendable {
    /// Fingers change, or a hovering pointer is somewhere else, or nowhere.
    enum Change: Sendable {
      case contacts([Contact])
      case pointer(Point?)
    }

    var time: Int64
    var change: Change
  }

  var description: String { name }

  init(_ name: String, _ build: (inout Gesture) -> Void) {
    self.name = name
    build(&self)
  }

  /// Fingers that land together.
  mutating func down(at milliseconds: Int64, _ fingers: [Int: Point]) {
    places.merge(fingers) { $1 }
    add(.down, milliseconds, fingers.keys.sorted())
  }

  /// A finger's step.
  mutating func move(at milliseconds: Int64, _ finger: Int, by step: Point) {
    places[finger]? += step
    add(.move, milliseconds, [finger])
  }

  /// Fingers that lift together.
  mutating func up(at milliseconds: Int64, _ fingers: [Int]) { add(.up, milliseconds, fingers) }

  private mutating func add(_ change: Contact.Change, _ time: Int64, _ fingers: [Int]) {
    let contacts = fingers.map { finger in
      Contact(id: finger, change: change, position: places[finger] ?? .zero)
    }
    events.append(Event(time: time * 1000, change: .contacts(contacts)))
  }

  /// A hovering pointer is here now; nil takes it away.
  mutating func pointer(at milliseconds: Int64, _ place: Point?) {
    events.append(Event(time: milliseconds * 1000, change: .pointer(place)))
  }

  /// One finger that takes equal steps.
  private mutating func drag(
    _ finger: Int = 1, from start: Int64, every interval: Int64, _ count: Int64, by step: Point
  ) {
    for index in 0..<count { move(at: start + index * interval, finger, by: step) }
  }

  /// All there are.
  static let all: [Gesture] = oneFinger + twoFingers + withPointer

  private static let here = Point(x: 100, y: 100)
  private static let edge = Point(x: 5, y: 100)
  private static let right = Point(x: 1, y: 0)
  private static let down = Point(x: 0, y: 1)

  private static let oneFinger = [
    Gesture("tap") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
    },
    Gesture("double tap") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
      $0.down(at: 200, [2: here])
      $0.up(at: 280, [2])
    },
    Gesture("two taps too far apart in time") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
      $0.down(at: 500, [2: here])
      $0.up(at: 580, [2])
    },
    Gesture("two taps too far apart in place") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
      $0.down(at: 200, [2: here + right * 60])
      $0.up(at: 280, [2])
    },
    Gesture("press") {
      $0.down(at: 0, [1: here])
      $0.up(at: 600, [1])
    },
    Gesture("hold") {
      $0.down(at: 0, [1: here])
      $0.up(at: 900, [1])
    },
    Gesture("nudge") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 50, every: 50, 1, by: right * 7)
      $0.up(at: 200, [1])
    },
    Gesture("slow drag") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 100, every: 110, 10, by: right * 6)
      $0.up(at: 1300, [1])
    },
    Gesture("drag down") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 30, every: 30, 6, by: down * 12)
      $0.up(at: 300, [1])
    },
    Gesture("flick") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 20, every: 20, 4, by: right * 20)
      $0.up(at: 95, [1])
    },
    Gesture("jump") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 30, every: 30, 1, by: right * 60)
      $0.up(at: 65, [1])
    },
    Gesture("drag after a hold") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 610, every: 50, 3, by: right * 30)
      $0.up(at: 800, [1])
    },
    Gesture("drag from the edge") {
      $0.down(at: 0, [1: edge])
      $0.drag(from: 40, every: 40, 5, by: right * 8)
      $0.up(at: 310, [1])
    },
    Gesture("drag along the edge") {
      $0.down(at: 0, [1: edge])
      $0.drag(from: 40, every: 40, 5, by: right * 3 + down * 8)
      $0.up(at: 310, [1])
    },
    Gesture("a stroke without haste") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 200, every: 200, 5, by: right * 20)
      $0.up(at: 1300, [1])
    },
    Gesture("a stroke that takes too long") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 400, every: 400, 7, by: right * 20)
      $0.up(at: 3100, [1])
    },
    Gesture("tap, then press and drag") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
      $0.down(at: 200, [2: here + down * 4])
      $0.drag(2, from: 300, every: 300, 3, by: right * 4)
      $0.up(at: 1000, [2])
    },
    Gesture("tap, then a press that slips") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
      $0.down(at: 200, [2: here])
      $0.drag(2, from: 400, every: 50, 2, by: down * 8)
      $0.up(at: 900, [2])
    },
    Gesture("tap, then flick") {
      $0.down(at: 0, [1: here])
      $0.up(at: 80, [1])
      $0.down(at: 150, [2: here])
      $0.drag(2, from: 170, every: 20, 4, by: right * 20)
      $0.up(at: 260, [2])
    },
  ]

  private static let there = Point(x: 200, y: 100)
  private static let elsewhere = Point(x: 100, y: 350)

  private static let twoFingers = [
    Gesture("two-finger tap") {
      $0.down(at: 0, [1: here, 2: there])
      $0.up(at: 80, [1, 2])
    },
    Gesture("second finger comes and goes") {
      $0.down(at: 0, [1: here])
      $0.down(at: 50, [2: there])
      $0.up(at: 100, [2])
      $0.up(at: 150, [1])
    },
    Gesture("pinch") {
      $0.down(at: 0, [1: here, 2: there])
      $0.drag(2, from: 30, every: 30, 6, by: right * 5)
      $0.up(at: 240, [1, 2])
    },
    Gesture("turn") {
      $0.down(at: 0, [1: here, 2: there])
      $0.drag(2, from: 30, every: 30, 6, by: down * 3.5)
      $0.up(at: 240, [2])
      $0.up(at: 260, [1])
    },
    Gesture("pinch, lift, pinch again") {
      $0.down(at: 0, [1: here, 2: there])
      $0.drag(2, from: 30, every: 30, 3, by: right * 5)
      $0.up(at: 150, [2])
      $0.down(at: 200, [3: there])
      $0.drag(3, from: 230, every: 30, 3, by: right * 5)
      $0.up(at: 340, [1, 3])
    },
    Gesture("finger joins a drag") {
      $0.down(at: 0, [1: here])
      $0.drag(from: 30, every: 30, 3, by: right * 8)
      $0.down(at: 120, [2: there + down * 60])
      $0.drag(2, from: 150, every: 30, 4, by: right * 9)
      $0.up(at: 300, [1])
      $0.drag(2, from: 330, every: 30, 2, by: right * 9)
      $0.up(at: 420, [2])
    },
    Gesture("a finger in each view") {
      $0.down(at: 0, [1: here, 2: elsewhere])
      $0.drag(2, from: 30, every: 30, 4, by: right * 9)
      $0.up(at: 200, [1])
      $0.up(at: 240, [2])
    },
    Gesture("tap in the child while another finger drags the parent") {
      $0.down(at: 0, [1: elsewhere])
      $0.drag(from: 30, every: 30, 3, by: right * 9)
      $0.down(at: 150, [2: here])
      $0.up(at: 230, [2])
      $0.up(at: 300, [1])
    },
  ]

  private static let withPointer = [
    Gesture("a pointer passes") {
      $0.pointer(at: 0, here)
      $0.pointer(at: 50, here)
      $0.pointer(at: 100, there)
      $0.pointer(at: 150, elsewhere)
      $0.pointer(at: 200, here)
      $0.pointer(at: 250, nil)
    },
    Gesture("a tap under a pointer") {
      $0.pointer(at: 0, here)
      $0.down(at: 50, [1: there])
      $0.pointer(at: 70, there)
      $0.up(at: 100, [1])
      $0.pointer(at: 700, here)
      $0.pointer(at: 750, nil)
    },
    Gesture("a pointer comes while a finger drags and goes before it lifts") {
      $0.down(at: 0, [1: here])
      $0.pointer(at: 40, there)
      $0.drag(from: 60, every: 20, 4, by: right * 20)
      $0.pointer(at: 150, here)
      $0.pointer(at: 170, nil)
      $0.up(at: 200, [1])
    },
    Gesture("a pointer comes and stays while a finger taps twice") {
      $0.down(at: 0, [1: here])
      $0.pointer(at: 30, there)
      $0.up(at: 80, [1])
      $0.pointer(at: 100, here)
      $0.down(at: 200, [2: here])
      $0.up(at: 280, [2])
      $0.pointer(at: 300, there)
      $0.pointer(at: 400, elsewhere)
      $0.pointer(at: 700, here)
      $0.pointer(at: 750, nil)
    },
  ]
}
