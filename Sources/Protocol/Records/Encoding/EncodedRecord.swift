// One record: the range of its line, and its subject, so that filters need not parse the line.

package import Protocol
package import ResponderKit

/// A line of the encoder, with the values that filters compare.
package struct EncodedRecord {
  /// The number; the instance numbers all its records.
  package var seq: UInt64
  /// The time of the event.
  package var time: Instant
  /// The range of the line in the encoder's bytes, with the line feed.
  package var bytes: Range<Int>
  /// The type.
  package var type: RecordType
  /// The phase or state; nil for types that have none.
  package var phase: RecordPhase?
  /// A word that is more exact than the phase, such as `settled`; nil if there is none.
  package var exactPhase: ExactPhase?
  /// The path of the record's view: the hit view of touches, the view of a recognizer, a control.
  /// For a touch or gesture under way, it is the path at the beginning.
  package var path: ViewPath?
  /// The earlier path of that view, if the record reports a move.
  package var formerPath: ViewPath?
  /// The responder that handled the callback, or the view that scrolls.
  package var responder: Responder?
  /// The recognizer of a gesture.
  package var recognizer: GestureRecognizer?
  /// The device of the touches.
  package var device: Device?
  /// The numbers of the touches, a range of the encoder's `touches`.
  package var touches: Range<Int>
  /// The program that acts on the record; all others read `observed` in its line.
  package var actor: String?

  /// Calls a closure with the id of the record's view and of each ancestor; for a view that moved,
  /// with those of both paths. False for a record without a view.
  package func forEachView(_ body: (String) -> Void) -> Bool {
    guard path != nil else { return false }
    for path in [path, formerPath] {
      var next = path
      while let each = next {
        body(each.id)
        next = each.above
      }
    }
    return true
  }

  /// Removes what only the current turn needs, so that removed views are not kept in memory.
  mutating func becomePast() {
    responder = nil
    touches = 0..<0
  }

  /// A record that stands for none.
  package static var vacant: EncodedRecord {
    EncodedRecord(
      seq: 0, time: .zero, bytes: 0..<0, type: .touches, phase: nil, exactPhase: nil, path: nil,
      formerPath: nil, responder: nil, recognizer: nil, device: nil, touches: 0..<0, actor: nil)
  }

  /// Whether a newer record of the same subject replaces this one, so that it may be left out.
  static func isPassing(_ phase: RecordPhase?, _ type: RecordType) -> Bool {
    guard let phase, phase.isPassing else { return false }
    return type.declaration.hasMoves
  }
}
