// Where views were before they left: a record is about its view's place at the time.
//
// What a filter or an actor is asked of lies in the past when somebody comes back, and for a
// finger it is where its view was when it landed. So leaving is noted, not what each record is
// below of: views leave seldom, and records are many.

import ResponderKit

/// The places that views have left, by the record after which they did.
struct Departures {
  private struct Departure {
    /// The latest record that was made before.
    var seq: UInt64
    /// Keeps the view from being another one's address.
    var view: View
    var parent: View
  }

  private var byView: [ObjectIdentifier: ContiguousArray<Departure>] = [:]
  private(set) var count = 0
  private var trigger = Departures.least

  private static let least = 256

  var isEmpty: Bool { count == 0 }

  /// Notes that a view leaves its superview after this record.
  mutating func note(_ view: View, after seq: UInt64) {
    guard let parent = view.superview else { return }
    byView[ObjectIdentifier(view), default: []].append(
      Departure(seq: seq, view: view, parent: parent))
    count += 1
  }

  /// The view above another when a record was made; for one that is gone, the last there was.
  func parent(of view: View, asOf seq: UInt64) -> View? {
    guard count > 0, let departures = byView[ObjectIdentifier(view)] else { return view.superview }
    let then = departures.first { seq <= $0.seq }?.parent
    return then ?? view.superview ?? departures.last?.parent
  }

  /// Where a view was until just before a record; nil if it has not moved for it.
  func parent(of view: View, until seq: UInt64) -> View? {
    guard count > 0 else { return nil }
    return byView[ObjectIdentifier(view)]?.first { $0.seq + 1 == seq }?.parent
  }

  /// Forgets what only records before this one could ask for, once there is much of it.
  mutating func trim(to seq: UInt64) {
    guard count > trigger else { return }
    count = 0
    for (view, departures) in byView {
      let kept = ContiguousArray(departures.drop { $0.seq < seq })
      byView[view] = kept.isEmpty ? nil : kept
      count += kept.count
    }
    trigger = max(Departures.least, 2 * count)
  }

  /// Forgets everything.
  mutating func removeAll() { self = Departures() }
}
