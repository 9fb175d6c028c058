// The actor of a record: one program reads the record unchanged, all others read that they observe
// it.
//
//     plain     {"seq":41,…,"touches":[…]}
//     observed  {"seq":41,…,"touches":[…],"observed":true}
//
// Records with an actor are written as all other programs read them. The actor receives the same
// bytes without the mark, so no record is encoded twice.

import Protocol
package import ResponderKit

extension RecordEncoder {
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
}
