// Every payload names its time, its panel, and the instance of the daemon that it comes from.

import Protocol

/// Writes payloads for one panel.
struct Envelope {
  private let panel: String

  /// Payloads of a panel of this name.
  init(panel: String) { self.panel = panel }

  private func head(_ instance: String?) -> String {
    let instance = instance.map { ",\"instance\":\(JSON.string($0).text)" } ?? ""
    return "{\"panel\":\(JSON.string(panel).text)\(instance)"
  }

  /// A payload with a time, in milliseconds since 1970, before its members.
  static func stamped(
    _ payload: ContiguousArray<UInt8>, at time: Int64
  ) -> ContiguousArray<UInt8> {
    ContiguousArray("{\"time\":\(time),".utf8) + payload.dropFirst()
  }

  /// A line of the daemon with a time, panel and instance before its members.
  func payload(
    line: ContiguousArray<UInt8>, instance: String?, at time: Int64
  ) -> ContiguousArray<UInt8> {
    Envelope.stamped(payload(line: line, instance: instance), at: time)
  }

  /// A line of the daemon with panel and instance before its members.
  func payload(
    line: ContiguousArray<UInt8>, instance: String?
  ) -> ContiguousArray<UInt8> {
    var payload = ContiguousArray(head(instance).utf8)
    payload.reserveCapacity(payload.count + line.count)
    let members = line.drop { $0 == 0x20 || $0 == 0x7B }
    if members.first != 0x7D { payload.append(0x2C) }
    payload.append(contentsOf: members)
    return payload
  }

  /// Members with panel and instance before them.
  func payload(
    _ members: [JSON.Member], instance: String?
  ) -> ContiguousArray<UInt8> {
    payload(line: ContiguousArray(JSON.object(members).text.utf8), instance: instance)
  }
}
