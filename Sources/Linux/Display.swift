// The displays of the machine, read from sysfs without a display server.

import Glibc

/// A panel that is connected.
package struct Display: Hashable, Sendable {
  /// The kernel's name of its connector, such as `DSI-1`; `fb0` for a bare framebuffer.
  package let connector: String
  /// The width and height in pixels.
  package let width: Int
  package let height: Int
  /// The width and height in millimetres; nil if the display does not report them.
  package let millimeters: [Int]?

  /// A panel of this name and size.
  package init(connector: String, width: Int, height: Int, millimeters: [Int]?) {
    self.connector = connector
    self.width = width
    self.height = height
    self.millimeters = millimeters
  }

  /// Every connected panel, in the order of the connectors' names; of a folder like `/sys/class`.
  package static func connected(in classes: String = "/sys/class") -> [Display] {
    let connectors = FileReader.names(in: "\(classes)/drm").filter {
      $0.hasPrefix("card") && $0.contains("-")
    }
    let panels = connectors.compactMap { name -> Display? in
      let folder = "\(classes)/drm/\(name)"
      guard line(of: "\(folder)/status") == "connected",
        let size = size(line(of: "\(folder)/modes"), separator: "x")
      else { return nil }
      let extended = try? FileReader.read("\(folder)/edid", limit: 65_536)
      return Display(
        connector: String(name[name.index(after: name.firstIndex(of: "-")!)...]),
        width: size.0, height: size.1, millimeters: extended.flatMap { millimeters(edid: $0) })
    }
    if !panels.isEmpty { return panels }
    return FileReader.names(in: "\(classes)/graphics").filter {
      $0.hasPrefix("fb") && $0 != "fbcon"
    }
    .compactMap { name in
      size(line(of: "\(classes)/graphics/\(name)/virtual_size"), separator: ",").map {
        Display(connector: name, width: $0.0, height: $0.1, millimeters: nil)
      }
    }
  }

  private static func line(of file: String) -> String? {
    guard let bytes = try? FileReader.read(file, limit: 65_536) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  // The first mode is the preferred one; what follows the numbers, such as "i", is left out.
  private static func size(_ text: String?, separator: Character) -> (Int, Int)? {
    let parts = text?.split(separator: separator) ?? []
    guard parts.count == 2, let width = Int(parts[0]),
      let height = Int(parts[1].prefix { $0.isNumber }), width > 0, height > 0
    else { return nil }
    return (width, height)
  }

  // The first detailed timing holds the size of the picture in millimetres, in 12 bits each.
  private static func millimeters(edid: [UInt8]) -> [Int]? {
    guard edid.count >= 128, edid[54] != 0 || edid[55] != 0 else { return nil }
    let width = Int(edid[66]) | Int(edid[68] >> 4) << 8
    let height = Int(edid[67]) | Int(edid[68] & 15) << 8
    return width > 0 && height > 0 ? [width, height] : nil
  }
}
