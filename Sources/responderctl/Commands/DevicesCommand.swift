// responderctl devices: which devices there are, and why each is used or not.

import CommandLine
import Configuration
import Devices
import Linux
import Protocol
import ResponderClient
import ResponderKit

/// Prints the devices that the daemon knows.
enum DevicesCommand: Command {
  static let name = "devices"
  static let summary = "List the devices, and why each is used or not."
  static let options =
    DaemonAccess.options + [
      Option("json", help: "Print the answer as JSON."),
      Option("local", help: "List this machine's devices without the daemon."),
    ]
  static let notes = """
    --local lists them as for a configuration without devices, which uses every touchscreen.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    if arguments.has("local") {
      if arguments.has("host") {
        throw UsageError("--local and --host: expected one of them")
      }
      var rule = DeviceRule()
      rule.match.kind = .touchscreen
      let found = try DeviceListing.current(DeviceRules(rules: [rule], screens: []))
      for device in found { LocalDevices.write(device, to: output) }
      if found.isEmpty { output.line("no devices") }
      return found.isEmpty ? .no : .done
    }
    let answer = try DaemonAccess.ask("devices", .object([]), arguments)
    if arguments.has("json") {
      output.line(answer.text)
      return .done
    }
    let devices = answer["devices"]?.elements ?? []
    if devices.isEmpty {
      output.line("no devices")
      return .no
    }
    for device in devices {
      output.line((device["name"]?.string ?? "?").printable)
      for member in device.members ?? [] where member.name != "name" {
        output.line("  \(Readable.padded(member.name, 12)) \(Readable.value(member.value))")
      }
    }
    return .done
  }
}
