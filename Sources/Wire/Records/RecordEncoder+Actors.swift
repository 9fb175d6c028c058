// Who is to act on a record: one program, which reads it plainly, while all others are told that
// they look on.
//
//     plain     {"seq":41,…,"touches":[…]}
//     observed  {"seq":41,…,"touches":[…],"observed":true}
//
// Records on which somebody is to act are written as all others read them. The one that acts gets
// the same bytes without the mark, so nothing is encoded twice.

package import ResponderKit

extension RecordEncoder {
  /// Whether one of the records since `removeAll` is for this program to act on.
  package func isActor(_ names: ActorNames) -> Bool {
    book.actors.contains { names.contains($0) }
  }

  /// The program that acts on what a recognizer finds, and answers for it.
  package func actor(for recognizer: GestureRecognizer) -> String? {
    recognizer.view?.path?.actor
  }

  /// Ends an object whose record is for an actor or for everybody.
  func endLine(for actor: String?) {
    if let actor {
      lines.raw(RecordEncoder.mark)
      book.note(actor: actor)
    }
    lines.raw("}\n")
  }

  static let mark: StaticString = ",\"observed\":true"
}

extension Record {
  /// The length of its line as a program of these names reads it.
  package func count(for names: ActorNames?) -> Int {
    isPlain(for: names) ? bytes.count : bytes.count - RecordEncoder.mark.utf8CodeUnitCount
  }

  // Whether the line is as this program reads it.
  fileprivate func isPlain(for names: ActorNames?) -> Bool {
    actor.map { !(names?.contains($0) ?? false) } ?? true
  }
}

extension LineWriter {
  /// Writes a record's line as a program of these names reads it.
  package func line(_ line: UnsafeRawBufferPointer, of record: Record, for names: ActorNames?) {
    guard !record.isPlain(for: names) else { return unsafe raw(line) }
    let end = record.count(for: names) - 2
    unsafe raw(UnsafeRawBufferPointer(rebasing: line[..<end]))
    raw("}\n")
  }
}

extension RecordType {
  /// Whether its records call for an action, which is one program's alone.
  var callsForAction: Bool {
    switch self {
    case .touches, .unhandled, .gesture, .control, .action, .presses, .motion, .remoteControl,
      .scroll, .question:
      true
    case .firstResponder, .edit, .activity, .device, .explain, .raw: false
    }
  }
}
