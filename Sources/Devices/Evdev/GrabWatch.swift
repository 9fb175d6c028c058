// Sees the sign by which a person asks for grabbed devices back, or ends that.
//
//     none ──as many fingers rest where they should──► resting ──long enough──► seen
//      ▲ └───────────── one moves, lands or lifts ◄──────┘                        │
//      └────────────────────── another number of fingers ◄────────────────────────┘

import Configuration
import ResponderKit

/// Sees the sign by which a person asks for grabbed devices back, or ends that.
struct GrabWatch {
  private enum Sign {
    case none
    case resting(since: Instant)
    case seen
  }

  /// The way that a finger which rests may move, the length of a hand, and the size of a corner, in
  /// millimetres.
  private static let tolerance = 10.0
  private static let hand = 250.0
  private static let corner = 40.0
  /// The diagonal of a surface of unknown size, in millimetres.
  private static let usualDiagonal = 250.0

  private let escape: GrabEscape
  private let keys: Set<Int>
  private var keysDown: Set<Int> = []
  private var sign = Sign.none
  /// The fingers that rest, and where each came to rest.
  private var fingers: ContiguousArray<(id: Int, place: Point)> = []
  private let origin: Point
  /// From units of the device to millimetres.
  private let unit: Point
  /// The far corner, in millimetres from the origin.
  private let size: Point

  /// A watch of a device with this surface; `size` is the one that the configuration names.
  init(
    _ escape: GrabEscape, _ surface: EventDescription = EventDescription(),
    size: PhysicalSize? = nil
  ) {
    self.escape = escape
    // A combination that lacks a key would release too easily: then it is the usual one.
    let known = escape.keys.compactMap { KeyNames.key($0) }
    keys = Set(
      known.count == escape.keys.count
        ? known : GrabEscape.usualKeys.compactMap { KeyNames.key($0) })
    let axis = AxisRange(minimum: 0, maximum: 0)
    let horizontal = surface.axes[surface.horizontalAxis] ?? axis
    let vertical = surface.axes[surface.verticalAxis] ?? axis
    origin = Point(x: Double(horizontal.minimum), y: Double(vertical.minimum))
    let extent = Point(x: Double(max(horizontal.count, 1)), y: Double(max(vertical.count, 1)))
    if let known = size ?? surface.physicalSize {
      self.size = Point(x: known.width, y: known.height)
    } else {
      self.size = extent * (Self.usualDiagonal / extent.distance(to: .zero))
    }
    unit = Point(x: self.size.x / extent.x, y: self.size.y / extent.y)
  }

  /// When fingers that rest now have rested long enough.
  var deadline: Instant? {
    if case .resting(let since) = sign { since + escape.duration } else { nil }
  }

  /// Handles one event; true when the keys of the escape are down together.
  mutating func handles(_ event: InputEvent) -> Bool {
    guard event.type == InputType.key, keys.contains(event.code) else { return false }
    if event.value == 0 {
      keysDown.remove(event.code)
      return false
    }
    return keysDown.insert(event.code).inserted && keysDown == keys
  }

  /// Follows the fingers that are down.
  mutating func update(_ slots: SlotTable, at time: Instant) {
    guard escape.fingers > 0, slots.extras.isEmpty, slots.liveCount == escape.fingers else {
      sign = .none
      return
    }
    switch sign {
    case .resting where isAtRest(slots), .seen: return
    case .none, .resting: break
    }
    fingers.removeAll(keepingCapacity: true)
    for slot in slots.slots where slot.phase == .live {
      fingers.append((slot.contact.id, place(of: slot.contact)))
    }
    sign = areInPlace ? .resting(since: time) : .none
  }

  /// Whether fingers have rested long enough; they must lift before they count again.
  mutating func isDue(at time: Instant) -> Bool {
    guard let deadline, deadline <= time else { return false }
    sign = .seen
    return true
  }

  /// The sign does not count now: the fingers must rest as long again.
  mutating func restart(at time: Instant) { sign = .resting(since: time) }

  // MARK: Fingers

  private func place(of contact: RawContact) -> Point {
    Point(
      x: (Double(contact.x) - origin.x) * unit.x, y: (Double(contact.y) - origin.y) * unit.y)
  }

  /// Whether the same fingers are where they came to rest.
  private func isAtRest(_ slots: SlotTable) -> Bool {
    slots.slots.allSatisfy { slot in
      slot.phase != .live
        || fingers.contains {
          $0.id == slot.contact.id
            && $0.place.distance(to: place(of: slot.contact)) <= Self.tolerance
        }
    }
  }

  private var areInPlace: Bool {
    fingers.allSatisfy { finger in
      switch escape.place {
      case .hand: fingers.allSatisfy { $0.place.distance(to: finger.place) <= Self.hand }
      case .corners:
        min(finger.place.x, size.x - finger.place.x) <= Self.corner
          && min(finger.place.y, size.y - finger.place.y) <= Self.corner
      }
    }
  }
}
