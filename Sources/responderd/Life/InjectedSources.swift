// What clients play: touch scripts, and devices whose fingers they control.

import Devices
import ResponderKit

/// A script that a client plays.
struct InjectedScript {
  let source: RecordingSource
  let device: Device
  /// The client; when it disconnects, the script ends.
  unowned let connection: Connection
}

/// A device that a client has made; it is removed when the client disconnects.
struct LastingDevice {
  let source: InjectedDevice
  /// The client; when it disconnects, the device is removed.
  unowned let connection: Connection
}

/// The scripts and lasting devices of all clients.
final class InjectedSources {
  /// The scripts that play.
  private(set) var scripts: [InjectedScript] = []
  /// The lasting devices.
  private(set) var devices: [LastingDevice] = []

  /// The number of scripts and devices of a client.
  func count(of connection: Connection) -> Int {
    scripts.count { $0.connection === connection } + devices.count { $0.connection === connection }
  }

  /// The client that has made a device; nil for a device that is there.
  func maker(of device: Device) -> Connection? {
    scripts.first { $0.device === device }?.connection
      ?? devices.first { $0.source.device === device }?.connection
  }

  /// The lasting device of a client with a name.
  func device(named name: String, of connection: Connection) -> InjectedDevice? {
    devices.first { $0.connection === connection && $0.source.device.name == name }?.source
  }

  /// Adds a script of a client.
  func append(_ source: RecordingSource, _ device: Device, of connection: Connection) {
    scripts.append(InjectedScript(source: source, device: device, connection: connection))
  }

  /// Adds a lasting device of a client.
  func append(_ source: InjectedDevice, of connection: Connection) {
    devices.append(LastingDevice(source: source, connection: connection))
  }

  /// Removes a script that has ended.
  func remove(_ source: RecordingSource) { scripts.removeAll { $0.source === source } }

  /// Removes the lasting devices of a client, and returns them; the caller stops them.
  func removeDevices(of connection: Connection) -> [InjectedDevice] {
    defer { devices.removeAll { $0.connection === connection } }
    return devices.filter { $0.connection === connection }.map(\.source)
  }

  /// Removes the scripts of a client, and returns them; the caller stops them.
  func removeScripts(of connection: Connection) -> [RecordingSource] {
    defer { scripts.removeAll { $0.connection === connection } }
    return scripts.filter { $0.connection === connection }.map(\.source)
  }
}
