// Questions about the tree and the devices, answered from the present moment.

import Blueprint
import Devices
import LinuxKit
import ResponderKit
import TouchSources
import Wire

extension Daemon {
  func hitTest(
    _ connection: Connection, screen name: String?, _ point: Point, trace: Bool, _ id: RequestID?
  ) throws(ProtocolError) {
    let screen = try screen(name, path: "hitTest.screen")
    // The questions go through the outbox, which must hold nothing else then.
    encodeOutbox()
    connection.say { writer in
      writer.reply(to: id) { writer in
        visibleTree(for: connection).asking {
          writer.hitTest(in: $0, at: point, on: screen, trace: trace, for: $1)
        }
      }
    }
  }

  /// The screen of this name, or the first.
  private func screen(_ name: String?, path: String) throws(ProtocolError) -> Screen {
    // Screens are no secret.
    let screens = self.screens
    guard let screen = name.map({ name in screens.first { $0.id == name } }) ?? screens.first else {
      let known = screens.map(\.id).joined(separator: ", ")
      throw ProtocolError(
        .notFound, "\(path): no screen is named \"\(name ?? "")\"; there are \(known)",
        path: path)
    }
    return screen
  }

  func tellWhy(
    _ connection: Connection, _ name: String, screen: String?, _ point: Point, _ id: RequestID?
  ) throws(ProtocolError) {
    let screen = try self.screen(screen, path: "why.screen")
    let tree = visibleTree(for: connection)
    guard let recognizer = tree.recognizer(name) else {
      throw tree.unknown("recognizer", name, path: "why.recognizer")
    }
    connection.say { writer in
      writer.reply(to: id) { writer in
        tree.asking { writer.why(recognizer, in: $0, at: point, on: screen, for: $1) }
      }
    }
  }

  func tellTree(
    _ connection: Connection, view name: String?, _ id: RequestID?
  ) throws(ProtocolError) {
    let tree = visibleTree(for: connection)
    guard let name else {
      connection.say { writer in
        writer.reply(to: id) { writer in tree.asking { writer.windows(of: $0, for: $1) } }
      }
      return
    }
    guard let view = tree.view(name) else {
      throw tree.unknown("view", name, path: "tree.view")
    }
    connection.say { writer in
      writer.reply(to: id) {
        $0.key("view")
        $0.view(view, for: tree.audience)
      }
    }
  }

  func tellChain(
    _ connection: Connection, of name: String, _ id: RequestID?
  ) throws(ProtocolError) {
    let tree = visibleTree(for: connection)
    guard let responder = tree.responder(name) else {
      throw tree.unknown("responder", name, path: "chain.responder")
    }
    connection.say { writer in
      writer.reply(to: id) { $0.chain(from: responder, for: tree.audience) }
    }
  }

  func tellDevices(_ connection: Connection, _ id: RequestID?) {
    connection.say { writer in
      writer.reply(to: id) { writer in
        writer.key("devices")
        writer.beginArray()
        for known in devices where !(known.source is DeviceSource) {
          tell(known.description, of: known.device.name, in: writer)
        }
        for source in sources {
          for status in (source as? DeviceSource)?.status ?? [] {
            tell(status, in: writer, withFigures: seesAll(connection))
          }
        }
        writer.endArray()
      }
    }
  }

  private func tell(_ status: DeviceStatus, in writer: LineWriter, withFigures: Bool) {
    tell(status.description, of: status.recordName ?? status.description.name, in: writer) {
      switch status.state {
      case .open: writer.member("state", word: "open")
      case .waiting(let reason):
        writer.member("state", word: "waiting")
        writer.member("reason", reason)
      case .unused(let reason):
        writer.member("state", word: "unused")
        writer.member("reason", reason)
      }
      writer.member("source", status.backend?.rawValue)
      writer.member("screen", status.screen)
      if let placement = status.placement { tell(placement, in: writer) }
      let keys = overrides.keys(of: status.description)
      if !keys.isEmpty { writer.member("set", keys) }
      if status.isGrabbed { writer.member("grabbed", true) }
      // They count what every finger caused.
      guard withFigures else { return }
      for (name, count) in status.counters.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        writer.integer(count)
      }
    }
  }

  private func tell(_ placement: DevicePlacement, in writer: LineWriter) {
    writer.key("region")
    let region = placement.region
    list([region.minX, region.minY, region.size.width, region.size.height], in: writer) {
      writer.element(coordinate: $0)
    }
    if placement.rotate != .none { writer.member("rotate", placement.rotate.rawValue) }
    let axes: [(Mirror, String)] = [(.horizontal, "x"), (.vertical, "y")]
    let mirrored = axes.filter { placement.mirror.contains($0.0) }.map(\.1)
    if !mirrored.isEmpty { writer.member("mirror", mirrored) }
    if let matrix = placement.calibrationMatrix {
      writer.key("calibrationMatrix")
      list(matrix.rows, in: writer) { writer.value(.number($0)) }
    }
  }

  private func list(_ numbers: [Double], in writer: LineWriter, _ element: (Double) -> Void) {
    writer.beginArray()
    for number in numbers { element(number) }
    writer.endArray()
  }

  private func tell(
    _ description: DeviceDescription, of name: String, in writer: LineWriter,
    further: () -> Void = {}
  ) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("kind", description.kind.rawValue)
    further()
    writer.member("node", description.node)
    if description.vendor != 0 || description.product != 0 {
      writer.member("vendor", hexadecimal(description.vendor))
      writer.member("product", hexadecimal(description.product))
    }
    if !description.serial.isEmpty { writer.member("serial", description.serial) }
    if !description.path.isEmpty { writer.member("path", description.path) }
    if description.slotCount > 0 { writer.member("slots", description.slotCount) }
    if let size = description.physicalSize {
      writer.key("physicalSize")
      writer.beginArray()
      writer.element(coordinate: size.width)
      writer.element(coordinate: size.height)
      writer.endArray()
    }
    writer.endObject()
  }

  // As lsusb prints them and the configuration's match takes them.
  private func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
