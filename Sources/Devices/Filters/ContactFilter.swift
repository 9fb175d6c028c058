// Filters noise out of the contacts of a device, and counts filtered contacts.
//
//     down ──dead zone · palm · too many · storm──► refused ──up──► (nothing)
//      └──► pending ──minimum duration──► live ──up──► held back ──debounce──► up
//             ├──up──► (nothing)           ├──palm──► refused: cancelled
//             └──palm──► refused           └◄── down at the same place: the same contact

import Configuration
package import ResponderKit

/// The number of contacts that each filter removed; for `jitter`, of moves.
package struct FilterCounters: Hashable, Sendable {
  package var deadZones = 0
  package var tooShort = 0
  package var bounces = 0
  package var jitter = 0
  package var tooMany = 0
  package var palms = 0
  package var storms = 0

  /// Counters at zero.
  package init() {}

  /// Each counter's name and value.
  package var all: [(name: String, count: Int)] {
    [
      ("filteredDeadZones", deadZones), ("filteredTooShort", tooShort),
      ("filteredBounces", bounces), ("filteredJitter", jitter), ("filteredTooMany", tooMany),
      ("filteredPalms", palms), ("filteredStorms", storms),
    ]
  }
}

/// Filters noise out of the contacts of a device, and counts filtered contacts.
package struct ContactFilter {
  private enum Phase {
    /// The contact has not been reported yet.
    case pending(since: Instant)
    case live
    /// The contact lifted, and may land again until this time.
    case heldBack(until: Instant)
    case refused
  }

  private struct Track {
    /// The source's number, and the number in frames: they differ after a bounce.
    var id: Int
    var name: Int
    var phase: Phase
    /// The contact, and the position at which it was reported before.
    var contact: Contact
    var reported: Point
  }

  /// The number of removed contacts.
  package private(set) var counters = FilterCounters()
  private let settings: NoiseSettings
  private var tracks: ContiguousArray<Track> = []
  private var output: ContiguousArray<Contact> = []
  private var recentDowns: ContiguousArray<Instant> = []

  /// A filter with these settings.
  init(_ settings: NoiseSettings) {
    self.settings = settings
    tracks.reserveCapacity(32)
    output.reserveCapacity(64)
  }

  /// The filter of a device with these settings; nil if they change nothing.
  static func of(_ noise: NoiseSettings) -> Self? { noise.isOff ? nil : ContactFilter(noise) }

  /// When it must be called although no frame arrives.
  package var deadline: Instant? {
    var earliest: Instant?
    for track in tracks {
      let moment: Instant
      switch track.phase {
      case .pending(let since): moment = since + settings.minimumDuration
      case .heldBack(let until): moment = until
      case .live, .refused: continue
      }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    return earliest
  }

  /// Filters the contacts of a frame; changes that were due before it are added.
  package mutating func apply(to frame: inout Frame) {
    output.removeAll(keepingCapacity: true)
    for index in frame.contacts.indices { filter(frame.contacts[index], at: frame.time) }
    expire(at: frame.time)
    swap(&frame.contacts, &output)
  }

  /// Removes every contact silently; cancel them first.
  package mutating func forgetAll() { tracks.removeAll(keepingCapacity: true) }

  private mutating func expire(at time: Instant) {
    var index = 0
    while index < tracks.count {
      switch tracks[index].phase {
      case .pending(let since) where time >= since + settings.minimumDuration:
        tracks[index].phase = .live
        report(.down, index)
      case .heldBack(let until) where time >= until:
        report(.up, index)
        tracks.remove(at: index)
        continue
      case .pending, .heldBack, .live, .refused: break
      }
      index += 1
    }
  }

  private mutating func report(_ change: Contact.Change, _ index: Int) {
    var contact = tracks[index].contact
    contact.id = tracks[index].name
    contact.change = change
    if change == .up || change == .cancel {
      contact.position = tracks[index].reported
    } else {
      tracks[index].reported = contact.position
    }
    output.append(contact)
  }

  private mutating func filter(_ contact: Contact, at time: Instant) {
    switch contact.change {
    case .down: begin(contact, at: time)
    case .move, .up, .cancel:
      guard let index = tracks.firstIndex(where: { $0.id == contact.id }) else { return }
      switch contact.change {
      case .down: break
      case .move: move(index, contact)
      case .up: lift(index, contact, at: time)
      case .cancel: cancel(index)
      }
    }
  }

  private mutating func begin(_ contact: Contact, at time: Instant) {
    if goesOn(contact) { return }
    var track = Track(
      id: contact.id, name: contact.id, phase: .refused, contact: contact,
      reported: contact.position)
    if settings.deadZones.contains(where: { $0.contains(contact.position) }) {
      counters.deadZones += 1
    } else if isPalm(contact) {
      counters.palms += 1
    } else if isStorm(at: time) {
      counters.storms += 1
    } else if let maximum = settings.maximumContacts, activeCount >= maximum {
      counters.tooMany += 1
    } else if settings.minimumDuration > 0 {
      track.phase = .pending(since: time)
    } else {
      track.phase = .live
      tracks.append(track)
      return report(.down, tracks.count - 1)
    }
    tracks.append(track)
  }

  /// Whether the contact continues one that lifted a moment ago at the same position.
  private mutating func goesOn(_ contact: Contact) -> Bool {
    for index in tracks.indices {
      guard case .heldBack = tracks[index].phase,
        tracks[index].contact.position.distance(to: contact.position) <= settings.debounceDistance
      else { continue }
      counters.bounces += 1
      tracks[index].id = contact.id
      tracks[index].phase = .live
      move(index, contact)
      return true
    }
    return false
  }

  private func isPalm(_ contact: Contact) -> Bool {
    guard let limit = settings.palmRadius, let radius = contact.detail.majorRadius else {
      return false
    }
    return radius > limit
  }

  /// Whether more contacts began in the last second than allowed, refused ones included.
  private mutating func isStorm(at time: Instant) -> Bool {
    guard let maximum = settings.maximumRate else { return false }
    recentDowns.removeAll { time - $0 >= 1 }
    recentDowns.append(time)
    return recentDowns.count > maximum
  }

  private var activeCount: Int {
    var count = 0
    for track in tracks {
      switch track.phase {
      case .pending, .live, .heldBack: count += 1
      case .refused: break
      }
    }
    return count
  }

  private mutating func move(_ index: Int, _ contact: Contact) {
    tracks[index].contact = contact
    switch tracks[index].phase {
    case .pending:
      guard isPalm(contact) else { return }
      counters.palms += 1
      tracks[index].phase = .refused
    case .live:
      if isPalm(contact) {
        counters.palms += 1
        report(.cancel, index)
        tracks[index].phase = .refused
      } else if settings.jitter > 0,
        contact.position.distance(to: tracks[index].reported) < settings.jitter
      {
        counters.jitter += 1
      } else {
        report(.move, index)
      }
    case .heldBack, .refused: break
    }
  }

  private mutating func lift(_ index: Int, _ contact: Contact, at time: Instant) {
    switch tracks[index].phase {
    case .pending:
      counters.tooShort += 1
      tracks.remove(at: index)
    case .live:
      if settings.debounce > 0 {
        tracks[index].phase = .heldBack(until: time + settings.debounce)
      } else {
        report(.up, index)
        tracks.remove(at: index)
      }
    case .heldBack: break
    case .refused: tracks.remove(at: index)
    }
  }

  private mutating func cancel(_ index: Int) {
    switch tracks[index].phase {
    case .pending, .refused: break
    case .live, .heldBack: report(.cancel, index)
    }
    tracks.remove(at: index)
  }
}
