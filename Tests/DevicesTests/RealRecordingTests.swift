// Recordings of real devices, where they lie beside the project: contacts agree with their index.

import ResponderKit
import Testing

@testable import Devices

/// One line of the index.
private struct Entry: Sendable, CustomStringConvertible {
  var path: String
  var contactProtocol: String
  var maximum: Int
  var downs: Int
  var active: Int
  var description: String { path }
}

private func entries() throws -> [Entry] {
  guard let folder = recordingsFolder else { return [] }
  let text = String(decoding: try contents(folder + "/INDEX.tsv"), as: UTF8.self)
  return text.split(separator: "\n").dropFirst().compactMap { line in
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 18, fields[2].hasPrefix("evemu"), fields[3] != "HID" else { return nil }
    return Entry(
      path: fields[0], contactProtocol: fields[3], maximum: Int(fields[14]) ?? -1,
      downs: Int(fields[15]) ?? -1, active: Int(fields[17]) ?? -1)
  }
}

/// The recordings that the tests play.
func strokePaths() throws -> [String] { try entries().map(\.path) }

/// Recordings that differ from the index for a reason.
private let explained = [
  // Three fingers on two slots: the third is counted by the tool buttons alone.
  "CyPS2 Cypress Trackpad.three_finger_press.events",
  "CyPS2 Cypress Trackpad.three_finger_tap.events",
  // The index reads these single-touch recordings with the description of a newer touchpad.
  "SynPS2-Synaptics-TouchPad-move.events",
  "SynPS2-Synaptics-TouchPad-tap-and-move.events",
  "SynPS2-Synaptics-TouchPad-tap.events",
  "SynPS2-Synaptics-TouchPad-two-finger-scroll-down.events",
  "SynPS2-Synaptics-TouchPad-two-finger-scroll-up.events",
]

@Suite(.enabled(if: recordingsFolder != nil)) struct RealRecordingTests {
  /// What a recording's frames amount to.
  private struct Tally {
    var downs = 0
    var maximum = 0
    var live: Set<Int> = []
    var cancelled = 0
    var mistakes: [String] = []

    mutating func count(_ frame: borrowing Frame) {
      for index in frame.contacts.indices {
        let contact = frame.contacts[index]
        switch contact.change {
        case .down:
          downs += 1
          if !live.insert(contact.id).inserted { mistakes.append("down twice: \(contact.id)") }
        case .move: if !live.contains(contact.id) { mistakes.append("moved: \(contact.id)") }
        case .up, .cancel:
          if contact.change == .cancel { cancelled += 1 }
          if live.remove(contact.id) == nil { mistakes.append("ended: \(contact.id)") }
        }
        if !panelRegion.contains(contact.position) { mistakes.append("at \(contact.position)") }
      }
      maximum = max(maximum, live.count)
    }
  }

  private func tally(_ entry: Entry) throws -> (Tally, ContactCounters) {
    let recording = try #require(try read(entry.path).first)
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: Device(name: recording.name, kind: .touchscreen, screen: nil),
        mapping: SurfaceMapping(region: panelRegion)))
    var tally = Tally()
    while let time = player.nextTime { player.next(at: time) { tally.count($0) } }
    return (tally, player.counters)
  }

  @Test func `every contact of every recording begins once and ends once`() throws {
    var played = 0
    var deviations: [String] = []
    for entry in try entries() {
      let (tally, counters) = try tally(entry)
      played += 1
      #expect(tally.mistakes.isEmpty, "\(entry): \(tally.mistakes.prefix(3))")
      #expect(tally.live.isEmpty, "\(entry)")
      guard entry.contactProtocol == "B" else { continue }
      let told = tally.downs + counters.blinks + counters.palms
      if told != entry.downs, !explained.contains(where: { entry.path.hasSuffix($0) }) {
        deviations.append("\(entry): \(told), index says \(entry.downs)")
      }
    }
    #expect(played > 300)
    #expect(deviations.isEmpty, "\(deviations.joined(separator: "\n"))")
  }
}
