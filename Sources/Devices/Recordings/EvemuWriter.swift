// Writes a device's description and events as evemu has them, version 1.3.

import Linux
package import ResponderKit

/// Writes a device's description and events as evemu has them, into a buffer the caller empties.
package struct EvemuWriter {
  /// The lines written so far, as UTF-8.
  package var output: [UInt8] = []
  private var start: Int64?
  private var last: Int64 = 0
  private let maximumGap: TimeInterval?

  /// A writer that cuts idle gaps to the maximum, in seconds.
  package init(maximumGap: TimeInterval? = nil) { self.maximumGap = maximumGap }

  /// Writes the description of the device; comments follow the first line.
  package mutating func write(_ description: EventDescription, comments: [String] = []) {
    line("# EVEMU 1.3")
    for comment in comments { line("# \(comment)") }
    line("N: \(description.name)")
    let identity = [
      description.bus, description.vendor, description.product, description.version,
    ]
    line("I: " + identity.map { $0.hexadecimal(digits: 4) }.joined(separator: " "))
    bytes("P:", description.properties, atLeast: 8)
    for type in description.codes.keys.sorted() {
      bytes("B: " + type.hexadecimal(digits: 2), description.codes[type] ?? [], atLeast: 8)
    }
    for code in description.axes.keys.sorted() {
      guard let axis = description.axes[code] else { continue }
      line(
        "A: \(code.hexadecimal(digits: 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) "
          + "\(axis.resolution)")
    }
  }

  /// Writes one event; the first one's time is the zero.
  package mutating func write(_ event: InputEvent) {
    let time = event.time.microseconds
    var begin = start ?? time
    if let maximumGap, start != nil {
      begin += max(0, time - last - Instant.microseconds(in: maximumGap))
    }
    start = begin
    last = max(last, time)
    let elapsed = max(0, time - begin)
    let fraction = String(elapsed % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    line(
      "E: \(elapsed / 1_000_000).\(zeros)\(fraction) \(event.type.hexadecimal(digits: 4)) "
        + "\(event.code.hexadecimal(digits: 4)) \(decimal(event.value))")
  }

  private mutating func line(_ text: String) {
    output.append(contentsOf: text.utf8)
    output.append(Byte.newline)
  }

  /// A set of numbers as the bytes of a bitmap, eight on a line.
  private mutating func bytes(_ head: String, _ numbers: Set<Int>, atLeast: Int) {
    let count = max(atLeast, ((numbers.max() ?? 0) / 64 + 1) * 8)
    for first in stride(from: 0, to: count, by: 8) {
      let row = (first..<first + 8).map { byte in
        (0..<8).reduce(0) { $0 | (numbers.contains(byte * 8 + $1) ? 1 << $1 : 0) }
          .hexadecimal(digits: 2)
      }
      line(head + " " + row.joined(separator: " "))
    }
  }

  /// The value with at least four digits, as evemu pads it.
  private func decimal(_ value: Int) -> String {
    let text = String(abs(value))
    let zeros = String(repeating: "0", count: max(0, (value < 0 ? 3 : 4) - text.count))
    return (value < 0 ? "-" : "") + zeros + text
  }
}
