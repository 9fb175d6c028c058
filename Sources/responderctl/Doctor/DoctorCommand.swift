// responderctl doctor: checks the installation for this user, and prints a fix for each problem.

import CommandLine
import Glibc
import Linux
import Protocol
import ResponderClient
import ResponderConfiguration

/// Looks at everything that a touch needs to reach a program.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Check the installation, and print a fix for each problem."
  static let options = [
    DaemonAccess.socketOption,
    Option(
      "config", value: "FILE",
      help: "The configuration; the default is /etc/responderd/responderd.yaml."),
  ]
  static let notes = """
    As root or as a member of the group input, it also checks whether another program has grabbed
    a device. Exit status 1: there are errors.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var findings = Findings(output: output)
    let client = try? Client(path: DaemonAccess.path(arguments))
    let status = try? client?.request("status").json
    // The daemon knows best which file it reads.
    let file = arguments.value("config") ?? status?["configuration"]?["file"]?.string
    let settings = configuration(file ?? usualConfiguration, inForce: status, &findings)
    service(isAnswered: client != nil, &findings)
    socket(DaemonAccess.path(arguments), client, &findings)
    if let client, let status { daemon(client, status, &findings) }
    devices(of: client, screens: settings?.screens.map(\.id) ?? [], &findings)
    output.line(findings.errors == 0 ? "no errors" : counted(findings.errors, "error"))
    return findings.errors == 0 ? .done : .no
  }

  static let usualConfiguration = "/etc/responderd/responderd.yaml"
  private static let shippedConfiguration = "/usr/share/responderd/responderd.yaml"

  // MARK: Configuration

  /// The settings of the configuration; nil if it has errors.
  @discardableResult
  static func configuration(
    _ path: String, inForce status: JSON?, _ findings: inout Findings
  ) -> Settings? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Blueprint.largestFile)
    } catch {
      switch error.number {
      case EACCES:
        findings.note("\(path) cannot be read by your user; the daemon may be able to read it")
      default:
        findings.error(
          "configuration: \(error)",
          fix: path == usualConfiguration
            ? unsafe access(shippedConfiguration, R_OK) == 0
              ? "sudo install -D -m 644 \(shippedConfiguration) \(usualConfiguration)"
              : "sudo make install, or name your file with --config FILE"
            : "create it, or name your file with --config FILE")
      }
      return nil
    }
    do throws(BlueprintError) {
      let blueprint = try Blueprint.load(bytes, file: path)
      let warnings = blueprint.warnings
      if let reason = status?["configuration"]?["error"]?.string {
        findings.error(
          "the daemon does not use \(path), which is valid now", fix: "sudo responderctl reload")
        findings.more("\(reason.split(separator: "\n").first ?? "")")
      } else if warnings.isEmpty {
        findings.ok("\(path) is valid")
      } else {
        findings.note(
          "\(path) is valid, with \(warnings.count == 1 ? "a warning" : "\(warnings.count) warnings")"
        )
        findings.more("see: responderctl check \(path)")
      }
      return blueprint.settings
    } catch {
      let found = error.diagnostics
      findings.error(
        "\(path) has \(found.count == 1 ? "an error" : "\(found.count) errors")"
          + (status == nil ? "" : "; the daemon still uses the previous configuration"),
        fix: "sudoedit \(path) && sudo responderctl reload")
      for one in found.prefix(3) {
        findings.more("\(one)".split(separator: "\n").first.map(String.init) ?? "")
      }
      if found.count > 3 { findings.more("see them all: responderctl check \(path)") }
      return nil
    }
  }

  // MARK: Socket

  static func socket(_ path: String, _ client: Client?, _ findings: inout Findings) {
    if let client {
      findings.ok("\(path) answers: responderd \(client.hello.version)")
      if !client.hello.rights.contains("subscribe") {
        findings.error(
          "you may connect, but not subscribe",
          fix: "add your user or group under access: in the configuration, with rights: [subscribe]"
        )
      }
      return
    }
    var status = stat()
    guard !path.hasPrefix("@"), unsafe lstat(path, &status) == 0 else {
      return findings.error("there is no socket \(path)", fix: ServiceState.start)
    }
    guard unsafe access(path, R_OK | W_OK) != 0 else {
      return findings.error("no daemon answers at \(path)", fix: ServiceState.start)
    }
    let group = Accounts.name(ofGroup: status.st_gid)
    if status.st_mode & S_IRWXG != 0o060 | status.st_mode & S_IXGRP {
      findings.error(
        "you may not use \(path), and neither may its group \(group)", fix: ServiceState.start)
    } else if Accounts.isMember(of: status.st_gid) {
      findings.error(
        "you may not use \(path) yet: you became a member of the group \(group) since you logged in",
        fix: "log in again")
    } else {
      findings.error(
        "you may not use \(path), which is for members of the group \(group)",
        fix: "sudo usermod -aG \(group) \(Accounts.ownName)  # then log in again")
    }
  }

  // MARK: Daemon

  private static func daemon(_ client: Client, _ status: JSON, _ findings: inout Findings) {
    for entry in status["unmatchedEntries"]?.elements ?? [] {
      guard let text = entry["text"]?.string else { continue }
      if entry["meant"]?.string == nil {
        findings.note(text)
      } else {
        findings.error(text, fix: "sudoedit \(usualConfiguration) && sudo responderctl reload")
      }
    }
    if status["configuration"]?["isWaiting"]?.bool == true {
      findings.note("a new configuration waits until no finger is on what it removes or moves")
      findings.more("to apply it now and cancel the fingers: sudo responderctl reload --force")
    }
    if let seconds = status["configuration"]?["confirmWithin"]?.int {
      findings.note("the previous configuration applies again after \(seconds) s")
      findings.more("to keep the new one: sudo responderctl confirm")
    }
    if let refused = status["refused"]?.int, refused > 0 {
      findings.note("\(refused) connections were refused, because there were too many")
    }
    if let stalled = status["stalled"]?.int, stalled > 0 {
      findings.note("\(stalled) programs were disconnected, because they did not read")
    }
  }
}
