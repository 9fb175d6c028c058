// responderctl doctor: checks the installation for this user, and prints a fix for each problem.

import CommandLine
import Configuration
import Glibc
import Linux
import Protocol
import ResponderClient

/// Looks at everything that a touch needs to reach a program.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Check the installation, and print a fix for each problem."
  static let configOption = Option(
    "config", value: "FILE",
    help: "The configuration; the default is /etc/responderd/responderd.yaml.")
  static let options = [DaemonAccess.socketOption, configOption]
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
    // The daemon's facts, from the same list as its journal has them.
    let health = status?["health"]?.elements ?? []
    for fact in health { report(fact, file ?? usualConfiguration, &findings) }
    if let client, let status { daemon(client, status, &findings) }
    devices(
      of: client, screens: settings?.screens.map(\.id) ?? [], health: health, &findings)
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
    // The daemon's own fact has the fix.
    let isReported = (status?["health"]?.elements ?? []).contains {
      $0["fact"]?.string == "unreadableConfiguration" && !isOld($0, path)
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Blueprint.largestFile)
    } catch {
      switch error.number {
      case EACCES:
        findings.note("\(path) cannot be read by your user; the daemon may be able to read it")
      case _ where isReported: break
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
    if !isReported, let closed = unreadableForService(path) {
      findings.error(
        "\(path) cannot be read by the service",
        fix: "\(closed) && \(reload(status))")
    }
    do throws(BlueprintError) {
      let blueprint = try Blueprint.load(bytes, file: path)
      let warnings = blueprint.warnings
      if !isReported, let reason = status?["configuration"]?["error"]?.string {
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
        fix: "sudoedit \(path) && \(reload(status))")
      for one in found.prefix(3) {
        findings.more("\(one)".split(separator: "\n").first.map(String.init) ?? "")
      }
      if found.count > 3 { findings.more("see them all: responderctl check \(path)") }
      return nil
    }
  }

  // What makes the daemon read its file, whether or not it runs.
  private static func reload(_ status: JSON?) -> String {
    status == nil ? ServiceState.start : "sudo responderctl reload"
  }

  // Only root can ask as the service; its fix.
  private static func unreadableForService(_ path: String) -> String? {
    guard getuid() == 0, ServiceState.isInstalled, Accounts.hasUser(named: "responderd") else {
      return nil
    }
    func may(_ path: String, _ mode: Int32) -> Bool {
      let test = ["test", mode == X_OK ? "-x" : "-r", path]
      let answer = try? Process.output(of: ["runuser", "-u", "responderd", "--"] + test)
      return answer?.status != 1
    }
    return may(path, R_OK) ? nil : FileReader.commandToRead(path, may: may)
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
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      return findings.error(
        "\(path) is no socket", fix: "sudo rm -r \(path) && \(ServiceState.start)")
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

  /// Reports a fact of the daemon's list. What keeps a file from being used was reported with the file,
  /// if that was read.
  private static func report(_ fact: JSON, _ file: String, _ findings: inout Findings) {
    guard let text = fact["text"]?.string, let fix = fact["fix"]?.string, !isOld(fact, file) else {
      return
    }
    if fact["isProblem"]?.bool == true {
      var fix = fix
      if fact["fact"]?.string == "unopenedDevice" {
        // Where the unit was changed, that is why its rights are not enough.
        fix =
          EventNodes.grabbers(of: fact["about"]?.string ?? "", but: false)
          .flatMap(EventNodes.commandToEnd) ?? ServiceState.removalOfDropIns ?? fix
      }
      findings.error(text, fix: fix)
    } else {
      findings.note(text)
      findings.more("to fix it: \(fix)")
    }
  }

  // Whether a fact is about a file that can be read now, unless the daemon had no right to.
  private static func isOld(_ fact: JSON, _ file: String) -> Bool {
    guard unsafe access(file, R_OK) == 0 else { return false }
    return switch fact["fact"]?.string {
    case "refusedConfiguration": true
    case "unreadableConfiguration": !(fact["text"]?.string?.hasSuffix("(EACCES)") ?? false)
    default: false
    }
  }

  private static func daemon(_ client: Client, _ status: JSON, _ findings: inout Findings) {
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
