// Entries of `devices` that match no device of the machine: one is not plugged in, or mistyped.

import CommandLine
import Protocol
import ResponderConfiguration
import ResponderDevices

/// An entry of `devices` that matches no device of the machine.
struct UnmatchedEntry {
  /// The fact in words.
  let text: String
  /// The pattern that was probably meant; nil when no name is near.
  let meant: String?

  /// The entry at an index; nil when it matches one of the devices.
  init?(_ index: Int, _ match: DeviceMatch, among devices: [DeviceDescription]) {
    guard !devices.contains(where: { match.matches($0) }) else { return nil }
    meant = match.name.flatMap { name in
      UnmatchedEntry.meant(by: name, among: devices.map(\.name))
    }
    let name = match.name.map { ", with the name \"\($0)\"," } ?? ""
    let hint = didYouMean(meant).map { "; \($0)" } ?? ""
    text = "devices[\(index)]\(name) matches no device that is plugged in\(hint)"
  }

  // A pattern may stand for a whole name or for its first words.
  private static func meant(by pattern: String, among names: [String]) -> String? {
    let end = pattern.hasSuffix("*") ? "*" : ""
    var known = names
    if !end.isEmpty {
      known = names.flatMap { name in
        name.indices.filter { name[$0] == " " }.map { String(name[..<$0]) } + [name]
      }
    }
    return nearest(to: String(pattern.dropLast(end.count)), in: known).map { $0 + end }
  }

  /// Writes it as part of an answer.
  func write(to writer: LineWriter) {
    writer.beginObject()
    writer.member("text", text)
    writer.member("meant", meant)
    writer.endObject()
  }
}
