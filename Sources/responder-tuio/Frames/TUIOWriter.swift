// Frames as bundles of TUIO 1.1 and 2.0, each short enough for one datagram.

import Linux

/// The versions of TUIO.
enum TUIOVersion: String, CaseIterable, Sendable {
  case v11 = "1.1"
  case v20 = "2.0"
}

/// The sender: the name of a panel, and its address.
struct TUIOSource: Hashable, Sendable {
  /// The name.
  var name: String
  /// The address, such as `127.0.0.1`.
  var host: String
  /// The address as four bytes, if it is an IPv4 address.
  var bytes: [UInt8]

  /// A source with this name; TUIO reserves `@` and `:`.
  init(name: String, host: String, bytes: [UInt8]) {
    self.name = String(name.map { $0 == "@" || $0 == ":" ? "_" : $0 })
    self.host = host
    self.bytes = bytes
  }

  var inVersion11: String { "\(name)@\(host)" }

  var inVersion20: String {
    guard bytes.count == 4 else { return "\(name):0@\(host)" }
    let digits = bytes.map { $0.hexadecimal(digits: 2, uppercase: true) }
    return "\(name):0@0x\(digits.joined())"
  }
}

/// Writes the frames for one receiver, and counts them.
struct TUIOWriter {
  private let version: TUIOVersion
  private let source: TUIOSource
  // Width and height of the sensor in its own units.
  private var dimension: Int32 = 0
  private var number: Int32 = 0
  private var isOdd = false

  // A longer datagram would be fragmented, and lost if one fragment is lost.
  private static let mostBytes = 1_472

  /// The number of contacts in one bundle, besides its other content.
  private func mostContacts(alive count: Int) -> Int {
    func padded(_ bytes: Int) -> Int { (bytes + 3) & ~3 }
    // In the alive message each number has a type tag of one byte and a value of four.
    let numbers = padded(count + 3) + 4 * count
    let (others, each) =
      switch version {
      case .v11: (16 + 28 + padded(source.inVersion11.utf8.count + 1) + 24 + numbers + 32, 56)
      case .v20: (16 + 48 + padded(source.inVersion20.utf8.count + 1) + 16 + numbers, 76)
      }
    return max(1, (TUIOWriter.mostBytes - others) / each)
  }

  /// A writer; `size` is that of the area in points.
  init(_ version: TUIOVersion, source: TUIOSource, size: (width: Double, height: Double)) {
    self.version = version
    self.source = source
    resize(size)
  }

  /// Changes the size of the area.
  mutating func resize(_ size: (width: Double, height: Double)) {
    let width = Int32(min(max(size.width, 0), 32_767))
    let height = Int32(min(max(size.height, 0), 65_535))
    dimension = width << 16 | height
  }

  /// The bundles with which a receiver begins or ends: no contacts.
  func nothing(at time: Int64) -> [[OSCMessage]] {
    switch version {
    case .v11: [messages11([], alive: [], number: -1)]
    case .v20: [messages20([], alive: [], number: 0, time)]
    }
  }

  /// The bundles of one frame; the time is that of the real-time clock in microseconds.
  mutating func bundles(of frame: TUIOFrame, at time: Int64) -> [[OSCMessage]] {
    if version == .v20 || !frame.isRepetition { number = number == .max ? 1 : number + 1 }
    var contacts = frame.contacts
    if frame.isRepetition, version == .v20 {
      // A widely used receiver handles an unchanged pointer as a new one.
      isOdd.toggle()
      if isOdd { contacts = contacts.map { TUIOWriter.nudged($0) } }
    }
    let most = mostContacts(alive: frame.alive.count)
    var parts: [[TUIOContact]] = []
    var rest = contacts[...]
    repeat {
      parts.append(Array(rest.prefix(most)))
      rest = rest.dropFirst(most)
    } while !rest.isEmpty
    return parts.indices.map { index in
      switch version {
      case .v11:
        messages11(
          parts[index], alive: frame.alive, number: frame.isRepetition ? -1 : number)
      case .v20:
        messages20(
          parts[index], alive: index == parts.count - 1 ? frame.alive : nil, number: number, time)
      }
    }
  }

  private static func nudged(_ contact: TUIOContact) -> TUIOContact {
    var contact = contact
    let x = Float(contact.x)
    contact.x = Double(x > 0.5 ? x.nextDown : x.nextUp)
    return contact
  }

  // MARK: Version 1.1

  private func messages11(
    _ contacts: [TUIOContact], alive: [Int32], number: Int32
  ) -> [OSCMessage] {
    func message(_ arguments: [OSCArgument]) -> OSCMessage { OSCMessage("/tuio/2Dcur", arguments) }
    var messages = [
      message([.string("source"), .string(source.inVersion11)]),
      message([.string("alive")] + alive.map { .int($0) }),
    ]
    for contact in contacts {
      messages.append(
        message([
          .string("set"), .int(contact.session), .float(Float(contact.x)),
          .float(Float(contact.y)), .float(Float(contact.velocityX)),
          .float(Float(contact.velocityY)), .float(Float(contact.acceleration)),
        ]))
    }
    messages.append(message([.string("fseq"), .int(number)]))
    return messages
  }

  // MARK: Version 2.0

  // Seconds from 1900, the epoch of NTP, to 1970.
  private static let epoch: Int64 = 2_208_988_800

  private func messages20(
    _ contacts: [TUIOContact], alive: [Int32]?, number: Int32, _ time: Int64
  ) -> [OSCMessage] {
    let seconds = UInt32(truncatingIfNeeded: time / 1_000_000 + TUIOWriter.epoch)
    let fraction = UInt32((time % 1_000_000) << 32 / 1_000_000)
    var messages = [
      OSCMessage(
        "/tuio2/frm",
        [
          .int(number), .time(seconds: seconds, fraction: fraction), .int(dimension),
          .string(source.inVersion20),
        ])
    ]
    for contact in contacts {
      let numbers = [
        contact.x, contact.y, 0, 0, 0, contact.pressure, contact.velocityX, contact.velocityY, 0,
        contact.acceleration, 0,
      ]
      messages.append(
        OSCMessage(
          "/tuio2/ptr",
          // An unidentified finger of the first user.
          [.int(contact.session), .int(0), .int(0)] + numbers.map { .float(Float($0)) }))
    }
    if let alive { messages.append(OSCMessage("/tuio2/alv", alive.map { .int($0) })) }
    return messages
  }
}
