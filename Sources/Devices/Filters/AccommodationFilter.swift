// Takes the touches of hands that shake, rest or hit twice as these hands mean them.
//
//     down ──soon after a touch──► ignored ──up──► (nothing)
//      └──► waiting ──hold over──► live ──up──► up
//             ├──up before the hold is over──► (nothing)
//             └──up within tapAssistanceTime──► down and up at one place

import Configuration
import ResponderKit

/// Changes the contacts of a device by its accommodations.
struct AccommodationFilter {
  private enum Phase {
    case waiting
    case live
    case ignored
  }

  private struct Track {
    /// The contact as it was last, and where it landed.
    var contact: Contact
    let landed: Point
    let since: Instant
    var phase: Phase
  }

  /// The fingers that were no touch: too short, and too soon after another.
  private(set) var tooShort = 0
  private(set) var repeats = 0
  private let settings: TouchAccommodations
  private var tracks: ContiguousArray<Track> = []
  private var output: ContiguousArray<Contact> = []
  // Fingers that land before this are ignored.
  private var quietUntil: Instant?

  init(_ settings: TouchAccommodations) {
    self.settings = settings
    tracks.reserveCapacity(32)
    output.reserveCapacity(64)
  }

  /// Seconds after its landing at which a finger that is down becomes a touch.
  private var delay: TimeInterval {
    settings.holdDuration
      + (settings.tapAssistance == .none ? 0 : settings.tapAssistanceTime)
  }

  /// When it must be called although no frame arrives.
  var deadline: Instant? {
    var earliest: Instant?
    for track in tracks where track.phase == .waiting {
      let moment = track.since + delay
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    return earliest
  }

  /// Changes the contacts of a frame; what was due before it is added.
  mutating func apply(to frame: inout Frame) {
    output.removeAll(keepingCapacity: true)
    for index in frame.contacts.indices { take(frame.contacts[index], at: frame.time) }
    for index in tracks.indices
    where tracks[index].phase == .waiting && frame.time >= tracks[index].since + delay {
      tracks[index].phase = .live
      report(.down, tracks[index].contact)
    }
    swap(&frame.contacts, &output)
  }

  /// Removes every contact silently; cancel them first.
  mutating func forgetAll() { tracks.removeAll(keepingCapacity: true) }

  private mutating func report(_ change: Contact.Change, _ contact: Contact) {
    var contact = contact
    contact.change = change
    output.append(contact)
  }

  private mutating func take(_ contact: Contact, at time: Instant) {
    if contact.change == .down { return land(contact, at: time) }
    guard let index = tracks.firstIndex(where: { $0.contact.id == contact.id }) else { return }
    tracks[index].contact = contact
    let track = tracks[index]
    if contact.change == .move {
      if track.phase == .live { output.append(contact) }
      return
    }
    tracks.remove(at: index)
    switch track.phase {
    case .ignored: break
    case .live: end(contact, at: time)
    case .waiting where contact.change == .up:
      guard time >= track.since + settings.holdDuration else {
        tooShort += 1
        return
      }
      var tap = contact
      if settings.tapAssistance == .initial { tap.position = track.landed }
      report(.down, tap)
      end(tap, at: time)
    case .waiting: break
    }
  }

  private mutating func land(_ contact: Contact, at time: Instant) {
    var track = Track(
      contact: contact, landed: contact.position, since: time, phase: .waiting)
    if let quietUntil, time < quietUntil {
      repeats += 1
      track.phase = .ignored
    } else if delay == 0 {
      track.phase = .live
      output.append(contact)
    }
    tracks.append(track)
  }

  private mutating func end(_ contact: Contact, at time: Instant) {
    output.append(contact)
    quietUntil = time + settings.ignoreRepeat
  }
}
