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
  /// Calls a closure with the line of a record as a program with these names reads it.
  package func withLine<Answer>(
    _ index: Int, for names: ActorNames, _ body: (UnsafeRawBufferPointer) -> Answer
  ) -> Answer {
    // A copy of the record would count references, for each of its readers.
    let actor = encoded.records[index].actor
    return unsafe lines.withBytes(in: encoded.records[index].bytes) {
      unsafe RecordEncoder.withLine($0, of: actor, for: names, body)
    }
  }

  /// Calls a closure with the lines of records that are the same for all.
  package func withLines<Answer>(
    of records: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Answer
  ) -> Answer {
    let first = encoded.records[records.lowerBound].bytes
    let last = encoded.records[records.upperBound - 1].bytes
    return unsafe lines.withBytes(in: first.lowerBound..<last.upperBound, body)
  }

  /// The program that acts on a recognizer's gestures, and answers its questions.
  package func actor(for recognizer: GestureRecognizer) -> String? {
    recognizer.view?.path?.actor
  }

  /// Ends an object whose record has an actor, or is for all.
  func endLine(for actor: String?) {
    if actor != nil { lines.raw(RecordEncoder.mark) }
    lines.raw("}\n")
  }

  static let mark: StaticString = ",\"observed\":true"

  /// Calls a closure with the line of a record with this actor, as a program with these names reads it.
  package static func withLine<Answer>(
    _ line: UnsafeRawBufferPointer, of actor: String?, for names: ActorNames,
    _ body: (UnsafeRawBufferPointer) -> Answer
  ) -> Answer {
    guard let actor, names.contains(actor) else { return unsafe body(line) }
    var plain = unsafe ContiguousArray(line.dropLast(RecordEncoder.mark.utf8CodeUnitCount + 2))
    plain.append(contentsOf: "}\n".utf8)
    return unsafe plain.withUnsafeBytes { unsafe body($0) }
  }
}
