// This machine's devices as people read them.

import Configuration
import Devices
import Linux
import ResponderKit

/// Writes what became of each node.
enum LocalDevices {
  /// One device and its state, in two lines or more.
  static func write(_ status: DeviceStatus, to output: Output) {
    let description = status.description
    output.line("\(description.node)  \(description.name)")
    var words = [description.kind.rawValue]
    if description.slotCount > 0 { words.append("\(description.slotCount) contacts") }
    if let size = description.physicalSize {
      words.append("\(Readable.number(size.width)) by \(Readable.number(size.height)) mm")
    }
    if description.vendor != 0 || description.product != 0 {
      // In the form of lsusb and of `match` in the configuration.
      let numbers = [description.vendor, description.product]
      words.append(numbers.map { $0.hexadecimal(digits: 4) }.joined(separator: ":"))
    }
    if !description.path.isEmpty { words.append("path \(description.path)") }
    if !description.serial.isEmpty { words.append("serial \(description.serial)") }
    output.line("  \(words.joined(separator: ", "))")
    output.line("  \(state(status))")
  }

  private static func state(_ status: DeviceStatus) -> String {
    let how = status.backend.map { " through \($0.rawValue)" } ?? ""
    let place = status.screen.map { " on screen \($0)" } ?? ""
    return switch status.state {
    case .open: "can be used\(how)\(place)"
    case .waiting(let reason): "cannot be opened now: \(reason)"
    case .unused(let reason): "not used: \(reason)"
    }
  }

}
