// Requests about devices, which all clients may make.

import Configuration
import Devices
import Linux
import Protocol
import ResponderKit

extension Daemon {
  func listDevices(_ connection: Connection) -> Reply {
    .result { [self] writer in
      writer.key("devices")
      writer.beginArray()
      for known in sources.devices where !(known.source is DeviceSource) {
        write(known.description, of: known.device.name, in: writer)
      }
      for status in sources.statuses {
        write(status, in: writer, withCounters: connection.grant.rights.contains(.control))
      }
      writer.endArray()
    }
  }

  // What a device has done wrong is counted, also in private windows.
  private func write(
    _ status: DeviceStatus, in writer: LineWriter, withCounters includesCounters: Bool
  ) {
    write(status.description, of: status.recordName ?? status.description.name, in: writer) {
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
      if let placement = status.placement { write(placement, in: writer) }
      let keys = sources.overrides.keys(of: status.description)
      if !keys.isEmpty { writer.member("set", keys) }
      writer.member("passesOnTo", status.passesOnTo)
      writer.member("passesNothingOn", status.passingTrouble)
      writer.member("passedOnCancel", status.passedOnCancel?.rawValue)
      if status.isGrabbed { writer.member("grabbed", true) }
      if status.isReleased { writer.member("released", true) }
      guard includesCounters else { return }
      for (name, count) in status.counters.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        writer.integer(count)
      }
    }
  }

  private func write(_ placement: DevicePlacement, in writer: LineWriter) {
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

  private func write(
    _ description: DeviceDescription, of name: String, in writer: LineWriter,
    further: () -> Void = {}
  ) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("kind", description.kind.rawValue)
    further()
    writer.member("node", description.node)
    if description.vendor != 0 || description.product != 0 {
      // In the form of lsusb and of `match` in the configuration.
      writer.member("vendor", description.vendor.hexadecimal(digits: 4))
      writer.member("product", description.product.hexadecimal(digits: 4))
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

}
