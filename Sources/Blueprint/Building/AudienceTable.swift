// The programs that the bits of an audience stand for.
//
//     unused ──a view names these programs──► used ──no view names them any more──► retired
//       ▲                                      ▲ └──────────named again────────────────┘ │
//       └──────────── no touch, gesture or kept record has the audience any more ────────┘
//
// A bit that other programs get too early would show them records that were not for them.

package import ResponderKit

/// The different audiences of a tree; there are as many as an `Audience` has bits.
package struct AudienceTable {
  private enum Slot {
    case unused
    case used(Set<PeerSettings>, views: Int)
    case retired(Set<PeerSettings>)
  }

  /// The number of different audiences.
  package static let most = 64

  private var slots = [Slot](repeating: .unused, count: AudienceTable.most)
  /// The number of changes, so that memberships are computed again only after a change.
  package private(set) var changes = 0

  package init() {}

  /// The bits in use, each with its programs.
  package var used: [(bit: Audience, programs: Set<PeerSettings>)] {
    slots.indices.compactMap { index in
      if case .used(let programs, _) = slots[index] { (bit(index), programs) } else { nil }
    }
  }

  /// The bits with their programs; retired bits too, because records of their time may still be
  /// sent.
  package var named: [(bit: Audience, programs: Set<PeerSettings>)] {
    slots.indices.compactMap { index in
      switch slots[index] {
      case .used(let programs, _), .retired(let programs): (bit(index), programs)
      case .unused: nil
      }
    }
  }

  /// Every bit in use.
  package var all: Audience { used.reduce(into: []) { $0.formUnion($1.bit) } }

  /// The retired bits, which cannot be used for other programs yet.
  package var retired: Audience {
    var answer: Audience = []
    for index in slots.indices {
      if case .retired = slots[index] { answer.formUnion(bit(index)) }
    }
    return answer
  }

  /// Whether a further audience needs a bit that has been retired.
  package var isFull: Bool {
    !slots.contains { if case .unused = $0 { true } else { false } }
  }

  /// The audience that consists of these programs; nil when there would be more than so many.
  mutating func audience(of programs: Set<PeerSettings>, most: Int) -> Audience? {
    var unused: Int?
    var retired: Int?
    var count = 0
    for index in slots.indices {
      switch slots[index] {
      case .used(programs, _): return bit(index)
      case .used: count += 1
      case .retired(programs): retired = index
      case .retired: break
      case .unused: unused = unused ?? index
      }
    }
    guard count < most, let index = retired ?? unused else { return nil }
    slots[index] = .used(programs, views: 0)
    changes += 1
    return bit(index)
  }

  /// Counts one more view that has an audience.
  mutating func retain(_ audience: Audience) { count(audience, 1) }

  /// Counts one view less that has an audience.
  mutating func release(_ audience: Audience) { count(audience, -1) }

  private mutating func count(_ audience: Audience, _ change: Int) {
    guard !audience.isEmpty else { return }
    for index in slots.indices where audience.contains(bit(index)) {
      if case .used(let programs, let views) = slots[index] {
        slots[index] = .used(programs, views: views + change)
      }
    }
  }

  /// Retires what no view has, once all edits of a batch have been performed or given up.
  mutating func retireUnused() {
    for index in slots.indices {
      if case .used(let programs, 0) = slots[index] {
        slots[index] = .retired(programs)
        changes += 1
      }
    }
  }

  /// Makes retired bits available again.
  mutating func reclaim(_ bits: Audience) {
    for index in slots.indices where bits.contains(bit(index)) {
      guard case .retired = slots[index] else { continue }
      slots[index] = .unused
      changes += 1
    }
  }

  private func bit(_ index: Int) -> Audience { Audience(rawValue: 1 << UInt128(index)) }
}
