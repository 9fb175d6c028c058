// What is above the view of a record, at the time that the record is about.

package import ResponderKit

extension RecordEncoder {
  /// Notes that a view is about to leave its superview; say it before it does.
  package func willLeave(_ view: View) { book.departures.note(view, after: number) }

  /// How many departures are remembered.
  package var departures: Int { book.departures.count }

  /// Lets go of places that nobody can ask for who asks for no record before this one.
  package func trimDepartures(before seq: UInt64) {
    book.departures.trim(to: min(seq, book.oldestBeginning ?? seq))
  }

  /// Forgets where views were, with the tree that they were in.
  package func forgetDepartures() { book.departures.removeAll() }

  /// Whether a record's view, or one above it at the record's time, is one of these; nil for
  /// records that are about no view. A view that moves is at both places.
  package func isRecord(_ record: Record, below matches: (View) -> Bool) -> Bool? {
    guard let view = record.view ?? (record.responder as? ViewController)?.view else { return nil }
    if isView(view, asOf: record.placedAt, below: matches) { return true }
    guard record.type == .edit, let old = book.departures.parent(of: view, until: record.seq) else {
      return false
    }
    return isView(old, asOf: record.seq, below: matches)
  }

  private func isView(_ view: View, asOf seq: UInt64, below matches: (View) -> Bool) -> Bool {
    var next: View? = view
    while let each = next {
      if matches(each) { return true }
      next = book.departures.parent(of: each, asOf: seq)
    }
    return false
  }
}
