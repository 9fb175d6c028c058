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
    unsafe lines.withBytes(in: encoded.records[index].bytes) {
      unsafe encoded.records[index].withLine($0, for: names, body)
    }
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
  /// What comes before the number of every record.
  static let opening: StaticString = "{\"seq\":"
}

extension EncodedRecord {
  /// Calls a closure with the record's line as a program with these names reads it.
  package func withLine<Answer>(
    _ line: UnsafeRawBufferPointer, for names: ActorNames,
    _ body: (UnsafeRawBufferPointer) -> Answer
  ) -> Answer {
    guard let actor, names.contains(actor) else { return unsafe body(line) }
    var plain = unsafe ContiguousArray(line.dropLast(RecordEncoder.mark.utf8CodeUnitCount + 2))
    plain.append(contentsOf: "}\n".utf8)
    return unsafe plain.withUnsafeBytes { unsafe body($0) }
  }
}
