// responderctl doctor: what is missing for this user on this machine, and what mends it.

import Blueprint
import Glibc
import LinuxKit
import ResponderClient
import ResponderKit
import TouchSources
import Wire

/// Looks at everything that must be right for a touch to reach a program.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Say what is missing here, and the command that mends it."
  static let options = [
    Daemon.socketOption,
    Option("config", value: "FILE", help: "The daemon's configuration; the usual one if left out."),
  ]
  static let notes = "Exit status 1: something is wrong."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var report = Report(output: output)
    configuration(arguments.value("config") ?? usualConfiguration, &report)
    service(&report)
    let answers = socket(Daemon.path(arguments), &report)
    devices(&report, daemonAnswers: answers)
    output.line(report.wrong == 0 ? "nothing is wrong" : "\(report.wrong) wrong")
    return report.wrong == 0 ? .done : .no
  }

  private static let usualConfiguration = "/etc/responderd/responderd.yaml"

  /// Findings, said as they are made.
  struct Report {
    let output: Output
    var wrong = 0

    /// Something is as it should be.
    mutating func right(_ text: String) { output.line("right  \(text)") }

    /// Something is worth knowing, and no mistake.
    mutating func note(_ text: String) { output.line("note   \(text)") }

    /// Something is wrong; the command or deed that mends it.
    mutating func wrong(_ text: String, mend: String) {
      wrong += 1
      output.line("wrong  \(text)")
      output.line("       mend: \(mend)")
    }
  }

  // MARK: Configuration

  static func configuration(_ path: String, _ report: inout Report) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = Array(try FileReader.read(path, limit: 64 << 20))
    } catch {
      if error.number == EACCES {
        return report.note("\(path) is not for you to read; the daemon may all the same")
      }
      return report.wrong(
        "configuration: \(error)", mend: "sudo make install, or name yours with --config FILE")
    }
    do throws(BlueprintError) {
      let blueprint = try Blueprint.load(bytes, file: path)
      if blueprint.warnings.isEmpty {
        report.right("\(path) can be used")
      } else {
        report.note("\(path) can be used, with \(blueprint.warnings.count) doubts")
        report.output.line("       see: responderctl check \(path)")
      }
    } catch {
      report.wrong(
        "\(path) has \(error.diagnostics.count) mistakes", mend: "responderctl check \(path)")
    }
  }

  // MARK: Service

  private static func service(_ report: inout Report) {
    guard hasSystemd else {
      return report.note("systemd does not run here; start responderd yourself")
    }
    let status = try? Process.run(
      ["systemctl", "is-active", "--quiet", "responderd.service"], environment: [], input: "")
    switch status {
    case 0: report.right("the service runs")
    case nil: report.note("systemctl cannot be run; the service is not looked at")
    default:
      report.wrong("the service does not run", mend: "sudo systemctl start responderd.service")
    }
  }

  private static var hasSystemd: Bool { unsafe access("/run/systemd/system", F_OK) == 0 }

  private static var start: String {
    hasSystemd
      ? "sudo systemctl start responderd.service" : "sudo responderd --config \(usualConfiguration)"
  }

  // MARK: Socket

  /// Says whether the daemon answers.
  static func socket(_ path: String, _ report: inout Report) -> Bool {
    do throws(ClientError) {
      let client = try Client(path: path)
      report.right("\(path) answers: responderd \(client.hello.version)")
      if !client.hello.rights.contains("subscribe") {
        report.wrong(
          "you may not subscribe; your rights are \(client.hello.rights)",
          mend: "ask the owner of the configuration's rights")
      }
      return true
    } catch {
      var status = stat()
      if !path.hasPrefix("@"), unsafe lstat(path, &status) == 0,
        unsafe access(path, R_OK | W_OK) != 0
      {
        let group = groupName(status.st_gid)
        report.wrong(
          "you may not use \(path), which belongs to the group \(group)",
          mend: "sudo usermod -aG \(group) $USER, then log in again")
      } else {
        report.wrong("\(error)", mend: start)
      }
      return false
    }
  }

  private static func groupName(_ number: gid_t) -> String {
    guard let entry = unsafe getgrgid(number), let name = unsafe entry.pointee.gr_name else {
      return "\(number)"
    }
    return unsafe String(cString: name)
  }

  // MARK: Devices

  private static func devices(_ report: inout Report, daemonAnswers: Bool) {
    let found: [DeviceStatus]
    do throws(SourceError) {
      found = try DeviceListing.current(DeviceRules(rules: [DeviceRule()], screens: []))
    } catch {
      return report.wrong(
        "devices: \(error)", mend: "see whether udev runs: udevadm info --export-db")
    }
    let touch = found.filter {
      $0.description.kind == .touchscreen || $0.description.kind == .touchpad
    }
    if touch.isEmpty {
      return report.wrong(
        "there is no touchscreen and no touchpad", mend: "plug one in, or load its driver")
    }
    for device in touch {
      let name = "\(device.description.node) (\(device.description.name))"
      if device.description.kind == .touchscreen, device.description.physicalSize == nil {
        report.note("\(name) does not say its size: write physicalSize for thresholds in mm")
      }
      if case .waiting(let reason) = device.state, !daemonAnswers {
        report.wrong(
          "\(name) cannot be opened by you: \(reason)",
          mend: "run as root, or: sudo usermod -aG input $USER, then log in again")
      } else {
        report.right("\(name) is there")
      }
    }
  }
}
