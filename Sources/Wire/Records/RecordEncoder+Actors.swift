// The actor of a record: one program reads the record unchanged, all others read that they observe
// it.
//
//     plain     {"seq":41,…,"touches":[…]}
//     observed  {"seq":41,…,"touches":[…],"observed":true}
//
// Records with an actor are written as all other programs read them. The actor receives the same
// bytes without the mark, so no record is encoded twice.

package import ResponderKit

extension RecordEncoder {
  /// Whether one of the records since `removeAll` has an actor.
  package var hasActors: Bool { !encoded.actors.isEmpty }

  /// Whether a program with these names is the actor of one of the records since `removeAll`.
  package func isActor(_ names: ActorNames) -> Bool {
    encoded.actors.contains { names.contains($0) }
  }

  /// The program that acts on a recognizer's gestures, and answers its questions.
  package func actor(for recognizer: GestureRecognizer) -> String? {
    recognizer.view?.path?.actor
  }

  /// Ends an object whose record has an actor, or is for all.
  func endLine(for actor: String?) {
    if let actor {
      lines.raw(RecordEncoder.mark)
      encoded.insert(actor: actor)
    }
    lines.raw("}\n")
  }

  static let mark: StaticString = ",\"observed\":true"
  /// What comes before the number of every record.
  static let opening: StaticString = "{\"seq\":"
}

extension EncodedRecord {
  /// The length of the record's line for a program with these names, with this number.
  package func count(for names: ActorNames?, numbered number: UInt64) -> Int {
    let count =
      isPlain(for: names) ? bytes.count : bytes.count - RecordEncoder.mark.utf8CodeUnitCount
    return number == seq
      ? count : count - ByteCursor.digitCount(of: seq) + ByteCursor.digitCount(of: number)
  }

  // Whether a program with these names reads the line without the mark.
  fileprivate func isPlain(for names: ActorNames?) -> Bool {
    actor.map { !(names?.contains($0) ?? false) } ?? true
  }
}

extension LineWriter {
  /// Writes a record's line for a program with these names, with this number.
  package func line(
    _ line: UnsafeRawBufferPointer, of record: EncodedRecord, numbered number: UInt64,
    for names: ActorNames?
  ) {
    var rest = 0
    if number != record.seq {
      raw(RecordEncoder.opening)
      unsigned(number)
      rest = RecordEncoder.opening.utf8CodeUnitCount + ByteCursor.digitCount(of: record.seq)
    }
    guard !record.isPlain(for: names) else {
      return unsafe raw(UnsafeRawBufferPointer(rebasing: line[rest...]))
    }
    let end = record.count(for: names, numbered: record.seq) - 2
    unsafe raw(UnsafeRawBufferPointer(rebasing: line[rest..<end]))
    raw("}\n")
  }
}
