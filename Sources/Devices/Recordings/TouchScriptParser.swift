// Reads touch scripts line by line, and knows which fingers are down.

package import ResponderKit

/// Reads touch scripts line by line; it knows which fingers are down, and where.
package struct TouchScriptParser {
  /// The fingers that are down, in the order in which they landed, with their positions.
  private var fingers: ContiguousArray<Contact> = []
  private var time = Instant.zero

  private static let fingerNumbers = 0...999_999_999
  private static let factors = 0.01...100
  private static let lengths = 0...Bounds.range.upperBound
  // A turn and a half either way, in radians.
  private static let angles = -10.0...10
  private static let markers = 0...65_534

  /// A parser at the beginning of a script.
  package init() {}

  /// Reads the actions of one frame, without their time: `down 1 5,5; up 2`.
  package mutating func actions(
    _ text: String, at time: Instant, file: String = "script", line: Int = 1
  ) throws(RecordingError) -> TouchScript.Step {
    var scanner = LineScanner(file: file, bytes: Array(text.utf8), firstLine: line)
    var step = TouchScript.Step(time: time)
    guard scanner.nextLine() else { return step }
    try actions(from: &scanner, into: &step)
    return step
  }

  /// Reads the current line; nil where it is blank or a comment.
  mutating func step(from scanner: inout LineScanner) throws(RecordingError) -> TouchScript.Step? {
    guard let first = scanner.peek(), first != Byte.numberSign else { return nil }
    let start = scanner.mark
    guard let time = scanner.moment(), time.microseconds >= 0,
      scanner.skipAdjacent(Byte.space) || scanner.skipAdjacent(Byte.tab)
    else {
      scanner.rewind(to: start)
      throw scanner.error("expected seconds such as 0.016, found \(scanner.found())")
    }
    guard time >= self.time else {
      scanner.rewind(to: start)
      throw scanner.error(
        "expected \(self.time.seconds) s or later, found \(time.seconds): time goes back")
    }
    self.time = time
    var step = TouchScript.Step(time: time)
    try actions(from: &scanner, into: &step)
    return step
  }

  private mutating func actions(
    from scanner: inout LineScanner, into step: inout TouchScript.Step
  ) throws(RecordingError) {
    repeat {
      try action(from: &scanner, into: &step)
    } while scanner.skip(Byte.semicolon)
    guard scanner.isAtEnd() || scanner.peek() == Byte.numberSign else {
      throw scanner.error("expected \";\" or the end of the line, found \(scanner.found())")
    }
  }

  private mutating func action(
    from scanner: inout LineScanner, into step: inout TouchScript.Step
  ) throws(RecordingError) {
    let start = scanner.mark
    if scanner.skip(word: "move") {
      try move(from: &scanner, into: &step)
    } else if scanner.skip(word: "down") {
      try down(from: &scanner, into: &step)
    } else if scanner.skip(word: "up") {
      try end(.up, from: &scanner, into: &step)
    } else if scanner.skip(word: "cancel") {
      if let next = scanner.peek(), Byte.digit(next) != nil {
        try end(.cancel, from: &scanner, into: &step)
      } else {
        for finger in fingers { try append(finger, .cancel, to: &step, at: start, in: &scanner) }
        fingers.removeAll(keepingCapacity: true)
      }
    } else if scanner.skip(word: "wait") {
      // Only time passes.
    } else if scanner.skip(word: "pointer") {
      step.pointer = scanner.skip("gone") ? .gone : .at(try point(from: &scanner))
    } else if scanner.skip(word: "scroll") {
      let position = try position(from: &scanner, before: "a movement such as \"by 0,53\"")
      step.scroll = ScrollChange(position: position, movement: try point(from: &scanner))
    } else if scanner.skip(word: "zoom") {
      let position = try position(from: &scanner, before: "a factor such as \"by 1.1\"")
      let factor = try number(from: &scanner, in: TouchScriptParser.factors)
      step.zoom = ZoomChange(position: position, factor: factor)
    } else if scanner.skip(word: "press") {
      step.presses.append(try press(from: &scanner))
    } else if scanner.skip(word: "remote") {
      step.remoteControl.append(try named(from: &scanner, "a remote-control command"))
    } else if scanner.skip(word: "motion") {
      step.motion.append(try named(from: &scanner, "the phase of a motion"))
      _ = scanner.skip("shake")
    } else {
      throw scanner.error(
        "expected down, move, up, cancel, wait, pointer, scroll, zoom, press, remote or motion, "
          + "found \(scanner.found())")
    }
  }

  // MARK: Fingers

  private mutating func down(
    from scanner: inout LineScanner, into step: inout TouchScript.Step
  ) throws(RecordingError) {
    let start = scanner.mark
    let id = try finger(from: &scanner)
    guard index(of: id) == nil else {
      scanner.rewind(to: start)
      throw scanner.error("finger \(id) is down already; lift it with \"up \(id)\" first")
    }
    var contact = Contact(id: id, change: .down, position: try point(from: &scanner))
    try attributes(from: &scanner, into: &contact)
    fingers.append(contact)
    try append(contact, .down, to: &step, at: start, in: &scanner)
  }

  private mutating func move(
    from scanner: inout LineScanner, into step: inout TouchScript.Step
  ) throws(RecordingError) {
    let start = scanner.mark
    let index = try liveFinger(from: &scanner)
    // Changed outside of the array, which would be copied for a call of a method.
    var finger = fingers[index]
    finger.position = try point(from: &scanner)
    try attributes(from: &scanner, into: &finger)
    fingers[index] = finger
    try append(finger, .move, to: &step, at: start, in: &scanner)
  }

  private mutating func end(
    _ change: Contact.Change, from scanner: inout LineScanner, into step: inout TouchScript.Step
  ) throws(RecordingError) {
    let start = scanner.mark
    let index = try liveFinger(from: &scanner)
    try append(fingers.remove(at: index), change, to: &step, at: start, in: &scanner)
  }

  private func append(
    _ finger: Contact, _ change: Contact.Change, to step: inout TouchScript.Step,
    at start: LineScanner.Mark, in scanner: inout LineScanner
  ) throws(RecordingError) {
    guard !step.contacts.contains(where: { $0.id == finger.id }) else {
      scanner.rewind(to: start)
      throw scanner.error(
        "finger \(finger.id) has a change in this frame already; put this one on a line of its own")
    }
    // Mostly every finger that is down moves.
    if step.contacts.isEmpty { step.contacts.reserveCapacity(max(1, fingers.count)) }
    var contact = finger
    contact.change = change
    step.contacts.append(contact)
  }

  private func index(of id: Int) -> Int? { fingers.firstIndex { $0.id == id } }

  private mutating func liveFinger(
    from scanner: inout LineScanner
  ) throws(RecordingError) -> Int {
    let start = scanner.mark
    let id = try finger(from: &scanner)
    guard let index = index(of: id) else {
      scanner.rewind(to: start)
      throw scanner.error("finger \(id) is not down; put it down with \"down \(id) X,Y\" first")
    }
    return index
  }

  private func finger(from scanner: inout LineScanner) throws(RecordingError) -> Int {
    let start = scanner.mark
    guard let id = scanner.integer(in: TouchScriptParser.fingerNumbers) else {
      scanner.rewind(to: start)
      throw scanner.error(
        "expected the number of a finger, from 0 to \(TouchScriptParser.fingerNumbers.upperBound), "
          + "found \(scanner.found())")
    }
    return id
  }

  private func point(from scanner: inout LineScanner) throws(RecordingError) -> Point {
    scanner.skipSpaces()
    let start = scanner.mark
    guard let x = scanner.decimal(), scanner.skipAdjacent(Byte.comma), let y = scanner.decimal()
    else {
      scanner.rewind(to: start)
      throw scanner.error("expected a position such as 250,150, found \(scanner.found())")
    }
    return Point(x: x, y: y)
  }

  private func attributes(
    from scanner: inout LineScanner, into contact: inout Contact
  ) throws(RecordingError) {
    while let next = scanner.peek(), next != Byte.semicolon, next != Byte.numberSign {
      let start = scanner.mark
      if scanner.skip("tool=") {
        contact.tool = try tool(from: &scanner)
      } else if scanner.skip("force=") {
        contact.detail.force = try number(from: &scanner, in: 0...1)
      } else if scanner.skip("major=") {
        contact.detail.majorRadius = try number(from: &scanner, in: TouchScriptParser.lengths)
      } else if scanner.skip("minor=") {
        contact.detail.minorRadius = try number(from: &scanner, in: TouchScriptParser.lengths)
      } else if scanner.skip("orientation=") {
        contact.detail.orientation = try number(from: &scanner, in: TouchScriptParser.angles)
      } else if scanner.skip("distance=") {
        contact.detail.distance = try number(from: &scanner, in: Bounds.range)
      } else if scanner.skip("altitude=") {
        contact.detail.altitudeAngle = try number(from: &scanner, in: TouchScriptParser.angles)
      } else if scanner.skip("azimuth=") {
        contact.detail.azimuthAngle = try number(from: &scanner, in: TouchScriptParser.angles)
      } else if scanner.skip("roll=") {
        contact.detail.rollAngle = try number(from: &scanner, in: TouchScriptParser.angles)
      } else if scanner.skip("marker=") {
        guard let marker = scanner.integer(in: TouchScriptParser.markers) else {
          throw scanner.error(
            "expected the number of a marker, from 0 to \(TouchScriptParser.markers.upperBound), "
              + "found \(scanner.found())")
        }
        contact.detail.marker = marker
      } else {
        scanner.rewind(to: start)
        throw scanner.error(
          "expected \";\", the end of the line, or tool=, force=, major=, minor=, orientation=, "
            + "distance=, altitude=, azimuth=, roll= or marker=, found \(scanner.found())")
      }
    }
  }

  private func number(
    from scanner: inout LineScanner, in range: ClosedRange<Double>
  ) throws(RecordingError) -> Double {
    guard let value = scanner.decimal(in: range) else {
      throw scanner.error(
        "expected a number from \(shown(range.lowerBound)) to \(shown(range.upperBound)), "
          + "found \(scanner.found())")
    }
    return value
  }

  private func shown(_ bound: Double) -> String {
    bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
  }

  private func tool(from scanner: inout LineScanner) throws(RecordingError) -> Contact.Tool {
    let start = scanner.mark
    let word = scanner.word()
    guard let tool = Contact.Tool.allCases.first(where: { String(describing: $0) == word }) else {
      scanner.rewind(to: start)
      throw scanner.error("expected finger, pen, palm or unknown, found \(scanner.found())")
    }
    return tool
  }

  // MARK: Other events

  private func position(
    from scanner: inout LineScanner, before what: String
  ) throws(RecordingError) -> Point {
    let position = try point(from: &scanner)
    guard scanner.skip(word: "by") else {
      throw scanner.error("expected \(what), found \(scanner.found())")
    }
    return position
  }

  private func press(from scanner: inout LineScanner) throws(RecordingError) -> PressChange {
    let start = scanner.mark
    let word = scanner.word()
    let phases = PressChange.Change.allCases
    guard let change = phases.first(where: { String(describing: $0) == word }) else {
      scanner.rewind(to: start)
      throw scanner.error("expected began, changed, ended or cancelled, found \(scanner.found())")
    }
    let beforeName = scanner.mark
    let name = scanner.word()
    guard (1...64).contains(name.utf8.count) else {
      scanner.rewind(to: beforeName)
      throw scanner.error(
        "expected the kind of a press such as select, at most 64 bytes, found \(scanner.found())"
      )
    }
    var press = PressChange(type: PressType(name), change: change)
    if scanner.skip("force=") {
      press.force = try number(from: &scanner, in: 0...1)
    } else if change == .ended || change == .cancelled {
      press.force = 0
    }
    return press
  }

  private func named<Name: RawRepresentable<String> & CaseIterable>(
    from scanner: inout LineScanner, _ what: String
  ) throws(RecordingError) -> Name {
    let start = scanner.mark
    guard let name = Name(rawValue: scanner.word()) else {
      scanner.rewind(to: start)
      let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw scanner.error("expected \(what) (\(names)), found \(scanner.found())")
    }
    return name
  }
}
