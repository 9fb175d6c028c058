// The numbers of records, counted for clients that see the same.
//
//     number of the daemon      1  2  3  4  5  6
//     number for these clients  1  2        3  4      3 and 4 of the daemon are hidden from them
//
// So no gap shows how much happens in what a client does not see.

import ResponderKit
import Wire

/// Numbers records for all clients of one audience.
final class RecordNumbers {
  /// The audience of the clients.
  let audience: Audience
  // The records before the current turn that these clients do not receive.
  private var hidden: UInt64
  // The same before each record of the current turn.
  private var hiddenBefore: ContiguousArray<UInt64> = []

  /// A count from which so many records were `hidden` until now.
  init(_ audience: Audience, hidden: UInt64 = 0) {
    self.audience = audience
    self.hidden = hidden
  }

  /// Counts the records of a turn, before they are sent.
  func count(_ records: ContiguousArray<EncodedRecord>) {
    guard audience != .all else { return }
    hiddenBefore.removeAll(keepingCapacity: true)
    for record in records {
      hiddenBefore.append(hidden)
      if !record.isNumbered(for: audience) { hidden += 1 }
    }
  }

  /// Whether the daemon's lines of the current turn have these numbers.
  var areThoseOfDaemon: Bool { (hiddenBefore.last ?? hidden) == 0 }

  /// The number of a record of the current turn.
  func number(of index: Int, in encoder: RecordEncoder) -> UInt64 {
    let number = encoder.records[index].seq
    return index < hiddenBefore.count ? number - hiddenBefore[index] : number
  }

  /// The number of the latest record that was sent, which is `seq` for the daemon.
  func latest(of seq: UInt64) -> UInt64 { seq - hidden }

  /// The number of the latest record, which may not be sent yet.
  func latest(in encoder: RecordEncoder) -> UInt64 {
    let shown = encoder.records.count { $0.isNumbered(for: audience) }
    return latest(of: encoder.seq - UInt64(encoder.records.count)) + UInt64(shown)
  }

  /// Continues from a larger number, if the latest one is smaller.
  func raise(to number: UInt64, of seq: UInt64) { hidden = min(hidden, seq - number) }
}

extension EncodedRecord {
  /// Whether the record has a number for clients of an audience; for those that see everything each
  /// one has, also where they receive another one in its place.
  func isNumbered(for audience: Audience) -> Bool { audience == .all || isShown(to: audience) }
}
