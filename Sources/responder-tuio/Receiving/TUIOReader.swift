// The frames of trackers as touches: invalid messages are ignored.
//
// A cursor or an object is identified by its source and its number. It is a touch from the first frame that has
// its position and lists it as alive, until a frame no longer lists it, or its source is silent.

import Glibc

/// Reads the messages of TUIO 1.1 and 2.0 about cursors, pointers and objects with markers.
struct TUIOReader {
  /// The change of a touch.
  enum Change: Hashable, Sendable {
    case down(Int, Place)
    case move(Int, Place)
    case up(Int)
    case cancel(Int)

    /// The number of the finger, and whether it is down then.
    var finger: (number: Int, isDown: Bool) {
      switch self {
      case .down(let number, _), .move(let number, _): (number, true)
      case .up(let number), .cancel(let number): (number, false)
      }
    }
  }

  /// Where a finger or an object is, in fractions of the area.
  struct Place: Hashable, Sendable {
    var x: Double
    var y: Double
    /// The number of an object's marker, and how far the object is turned clockwise, in radians.
    var marker: Int?
    var angle: Double?
  }

  /// One sender of cursors or of objects.
  private struct Source {
    // The positions in the frame that is being received.
    var placed: [Int32: Place] = [:]
    var hovering: Set<Int32> = []
    var alive: [Int32]?
    var number: Int32?
    // The positions in the frames before.
    var places: [Int32: Place] = [:]
    var fingers: [Int32: Int] = [:]
    var lastNumber: Int32 = 0
    var lastReceived: Int64 = 0
  }

  private let timeout: Int64
  private var sources: [String: Source] = [:]
  private var taken: Set<Int> = []

  /// The number of senders.
  static let mostSources = 16
  static let mostFingers = 128
  private static let markers = 0...65_534
  // A frame that is so far behind the latest is the first one of a restarted sender.
  private static let restart: Int32 = 100

  /// A reader that cancels the touches of a sender that is silent for so many microseconds.
  init(timeout: Int64) { self.timeout = timeout }

  /// The time at which a sender with touches will have been silent for too long.
  var deadline: Int64? {
    sources.values.compactMap { $0.fingers.isEmpty ? nil : $0.lastReceived + timeout }.min()
  }

  /// Removes all touches and senders.
  mutating func forgetAll() {
    sources.removeAll()
    taken.removeAll()
  }

  // MARK: Messages

  /// Handles the messages of one packet; each list has the changes of one frame.
  mutating func read(
    _ messages: [OSCMessage], from sender: String, at time: Int64
  ) -> [[Change]] {
    var frames: [[Change]] = []
    var name11 = "1 \(sender)"
    var name20 = "2 \(sender)"
    for message in messages {
      let arguments = message.arguments
      switch message.address {
      case "/tuio/2Dcur", "/tuio/2Dobj":
        if arguments.first?.string == "source", arguments.count > 1, let name = arguments[1].string
        {
          name11 = "1 \(name) \(sender)"
          continue
        }
        // Each kind has frames of its own.
        let isObject = message.address == "/tuio/2Dobj"
        frames += read11(arguments, isObject ? "objects \(name11)" : name11, isObject, time)
      case "/tuio2/frm":
        guard let number = arguments.first?.int else { continue }
        if arguments.count > 3, let name = arguments[3].string { name20 = "2 \(name) \(sender)" }
        update(name20, time) {
          if $0.number != number {
            $0.placed = [:]
            $0.hovering = []
          }
          $0.number = number
        }
      case "/tuio2/ptr": readPointer(arguments, name20, time)
      case "/tuio2/tok":
        guard arguments.count >= 6, let session = arguments[0].int,
          let place = place(arguments[2...], isObject: true)
        else { continue }
        locate(session, place, in: name20, time)
      case "/tuio2/alv":
        let alive = arguments.compactMap(\.int)
        update(name20, time) { $0.alive = alive }
        frames.append(commit(name20, number: sources[name20]?.number ?? 0))
      default: continue
      }
    }
    return frames.filter { !$0.isEmpty }
  }

  private mutating func read11(
    _ arguments: [OSCArgument], _ name: String, _ isObject: Bool, _ time: Int64
  ) -> [[Change]] {
    switch arguments.first?.string {
    case "alive":
      let alive = arguments.dropFirst().compactMap(\.int)
      update(name, time) { $0.alive = alive }
    case "set":
      guard arguments.count >= 4, let session = arguments[1].int,
        let place = place(arguments[2...], isObject: isObject)
      else { return [] }
      locate(session, place, in: name, time)
    case "fseq":
      guard arguments.count > 1, let number = arguments[1].int else { return [] }
      return [commit(name, number: number)]
    default: break
    }
    return []
  }

  private mutating func readPointer(_ arguments: [OSCArgument], _ name: String, _ time: Int64) {
    // 7 in drafts, 9, and 14 with velocities.
    guard arguments.count >= 7, let session = arguments[0].int,
      let place = place(arguments[3...], isObject: false)
    else { return }
    let pressure = arguments.count >= 9 ? arguments[8].number : arguments[6].number
    locate(session, place, in: name, time)
    // A negative pressure is the distance of a hovering pointer.
    if let pressure, pressure < 0 { update(name, time) { $0.hovering.insert(session) } }
  }

  /// A position; of an object, its marker comes before, and its angle after it.
  private func place(_ arguments: ArraySlice<OSCArgument>, isObject: Bool) -> Place? {
    let values = Array(arguments.prefix(4))
    let first = isObject ? 1 : 0
    guard values.count > first + 1, let x = values[first].number, let y = values[first + 1].number
    else { return nil }
    var place = Place(x: min(max(x, 0), 1), y: min(max(y, 0), 1))
    guard isObject else { return place }
    guard let marker = values[0].int, TUIOReader.markers.contains(Int(marker)) else { return nil }
    place.marker = Int(marker)
    place.angle = values.count > 3 ? values[3].number.map { remainder($0, 2 * .pi) } : nil
    return place
  }

  private mutating func locate(
    _ session: Int32, _ place: Place, in name: String, _ time: Int64
  ) {
    update(name, time) { source in
      guard source.placed.count < TUIOReader.mostFingers || source.placed[session] != nil else {
        return
      }
      source.placed[session] = place
      source.hovering.remove(session)
    }
  }

  private mutating func update(_ name: String, _ time: Int64, _ body: (inout Source) -> Void) {
    var source = sources[name] ?? Source()
    if sources[name] == nil, sources.count >= TUIOReader.mostSources {
      // A sender without touches is removed to make room.
      let idle = sources.filter { $0.value.fingers.isEmpty }
      guard let oldest = idle.min(by: { $0.value.lastReceived < $1.value.lastReceived }) else {
        return
      }
      sources[oldest.key] = nil
    }
    source.lastReceived = time
    body(&source)
    sources[name] = source
  }

  // MARK: Frames

  private mutating func commit(_ name: String, number: Int32) -> [Change] {
    guard var source = sources[name] else { return [] }
    defer { sources[name] = source }
    let placed = source.placed
    let hovering = source.hovering
    // Without an alive message, all cursors are alive.
    let alive = source.alive ?? Array(source.fingers.keys) + Array(placed.keys)
    source.placed = [:]
    source.hovering = []
    source.alive = nil
    var changes: [Change] = []
    if number > 0 {
      if number < source.lastNumber {
        // The frame is late, or its sender was restarted.
        guard source.lastNumber - number >= TUIOReader.restart || number == 1 else { return [] }
        for finger in source.fingers.values.sorted() { changes.append(.cancel(finger)) }
        taken.subtract(source.fingers.values)
        source.fingers = [:]
        source.places = [:]
      }
      source.lastNumber = number
    } else if alive.isEmpty {
      // Without touches, the sender may restart its numbers.
      source.lastNumber = 0
    }
    let present = Set(alive.filter { !hovering.contains($0) })
    // Their numbers are free after this frame, in which each finger has one change.
    var ended: [Int] = []
    for (session, finger) in source.fingers.sorted(by: { $0.value < $1.value })
    where !present.contains(session) {
      changes.append(.up(finger))
      ended.append(finger)
      source.fingers[session] = nil
    }
    source.places = source.places.filter { alive.contains($0.key) }
    for session in alive where present.contains(session) {
      guard let place = placed[session] ?? source.places[session] else { continue }
      if let finger = source.fingers[session] {
        if source.places[session] != place { changes.append(.move(finger, place)) }
      } else if let finger = (1...TUIOReader.mostFingers).first(where: { !taken.contains($0) }) {
        taken.insert(finger)
        source.fingers[session] = finger
        changes.append(.down(finger, place))
      }
      source.places[session] = place
    }
    taken.subtract(ended)
    return changes
  }

  /// Cancels the fingers of senders that have been silent for too long.
  mutating func expire(at time: Int64) -> [Change] {
    var changes: [Change] = []
    for (name, source) in sources.sorted(by: { $0.key < $1.key })
    where !source.fingers.isEmpty && source.lastReceived + timeout <= time {
      for finger in source.fingers.values.sorted() { changes.append(.cancel(finger)) }
      taken.subtract(source.fingers.values)
      sources[name] = nil
    }
    return changes
  }
}
