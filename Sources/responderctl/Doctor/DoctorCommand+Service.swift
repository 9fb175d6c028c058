// The doctor's look at the service, as systemd has it.

import Glibc
import Linux

extension DoctorCommand {
  static func service(isAnswered: Bool, _ findings: inout Findings) {
    // A daemon that was started from a checkout needs no service and no user of its own.
    if isAnswered, !ServiceState.isInstalled {
      return findings.note("the service is not installed; the daemon was started by hand")
    }
    let fix = ServiceState.isInstalled ? "sudo systemd-sysusers" : "sudo make install"
    for name in ["input", "responderd"] where Accounts.group(named: name) == nil {
      findings.error("there is no group \(name)", fix: fix)
    }
    if !Accounts.hasUser(named: "responderd") {
      findings.error("there is no user responderd", fix: fix)
    }
    guard ServiceState.hasSystemd else {
      return findings.note("systemd does not run here; start responderd yourself")
    }
    let bridges = ["responder-mqtt", "responder-tuio", "responder-web"]
    let units = ["responderd.socket"] + bridges.map { "\($0).service" }
    guard let states = ServiceState.settled(with: units), let state = states[ServiceState.unit]
    else {
      return findings.note("systemctl cannot be run; the service is not checked")
    }
    state.report(in: &findings)
    if states["responderd.socket"]?.properties["LoadState"] == "masked" {
      findings.error(
        "responderd.socket is masked, so systemd opens no socket",
        fix: "sudo systemctl unmask responderd.socket && \(ServiceState.start)")
    }
    for bridge in bridges {
      states["\(bridge).service"]?.report(bridge: bridge, in: &findings)
    }
  }
}

/// The state of the service by systemd.
struct ServiceState {
  fileprivate let properties: [String: String]

  /// The command that starts the service with its socket, whatever state they are in.
  static var start: String {
    hasSystemd ? restart : "sudo responderd --config FILE"
  }

  private static let restart = "sudo systemctl restart responderd.socket responderd.service"

  static var hasSystemd: Bool { unsafe access("/run/systemd/system", F_OK) == 0 }

  /// Whether the service's unit is there, in one of systemd's folders for units.
  static var isInstalled: Bool {
    ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"].contains {
      unsafe access("\($0)/responderd.service", F_OK) == 0
    }
  }

  fileprivate static let unit = "responderd.service"

  /// The states of the service, after a start in progress has succeeded or failed, and of other
  /// units, by their names.
  fileprivate static func settled(with others: [String]) -> [String: ServiceState]? {
    let units = [unit] + others
    for _ in 0..<30 {
      guard let states = current(units) else { return nil }
      let properties = states[unit]?.properties ?? [:]
      guard ["activating", "deactivating"].contains(properties["ActiveState"]),
        properties["SubState"] != "auto-restart"
      else { return states }
      usleep(100_000)
    }
    return current(units)
  }

  /// The states of these units now, by their names; nil if systemctl cannot be run.
  private static func current(_ units: [String]) -> [String: ServiceState]? {
    let names = [
      "Id", "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "UnitFileState",
      "NRestarts", "DropInPaths", "ExecStart",
    ]
    // One process for all of them: its start is most of the time that this takes.
    let words = ["systemctl", "show"] + units + names.map { "--property=\($0)" }
    guard let answer = try? Process.output(of: words), answer.status == 0 else { return nil }
    return states(in: answer.text)
  }

  /// Parses the output of `systemctl show`, which has an empty line between units.
  static func states(in text: String) -> [String: ServiceState] {
    var states: [String: ServiceState] = [:]
    for lines in text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty)
    {
      let state = ServiceState(lines)
      if let name = state.properties["Id"] { states[name] = state }
    }
    return states
  }

  private init(_ lines: ArraySlice<Substring>) {
    var properties: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
    }
    self.properties = properties
  }

  /// Reports how the service is, and how to fix it.
  func report(in findings: inout Findings) {
    switch properties["LoadState"] {
    case "not-found":
      return findings.error("the service is not installed", fix: "sudo make install")
    case "masked":
      return findings.error(
        "the service is masked, so nothing can start it",
        fix: "sudo systemctl unmask responderd.service && \(Self.restart)")
    default: break
    }
    guard properties["ActiveState"] == "active" else {
      return findings.error(
        "the service does not run\(reason.map { ": \($0)" } ?? "")",
        fix: fix(isConfigurationRight: findings.errors == 0))
    }
    findings.ok("the service runs")
    if let count = properties["NRestarts"].flatMap({ Int($0) }), count > 0 {
      findings.note("the service was restarted \(count == 1 ? "once" : "\(count) times")")
      findings.more("see: journalctl -u responderd.service")
    }
    let isCalledByUdev = unsafe access("/etc/udev/rules.d/70-responderd.rules", F_OK) == 0
    if properties["UnitFileState"] == "disabled", !isCalledByUdev {
      findings.note("the service does not start at boot")
      findings.more("to start it: sudo systemctl enable responderd.socket responderd.service")
    }
  }

  /// Reports that a bridge does not run although it is enabled; its messages have the reason.
  func report(bridge: String, in findings: inout Findings) {
    guard properties["UnitFileState"] == "enabled", properties["ActiveState"] != "active" else {
      return
    }
    findings.error(
      "\(bridge).service is enabled, and does not run",
      fix: "sudo journalctl -u \(bridge) -n 5; sudo systemctl restart \(bridge)")
  }

  // sysusers makes the user and groups that the exit statuses below miss.
  private func fix(isConfigurationRight: Bool) -> String {
    let result = properties["Result"]
    let status = properties["ExecMainStatus"]
    if result != "success", result != nil, isConfigurationRight || status != "2",
      let removalOfDropIns
    {
      return removalOfDropIns
    }
    return switch (result, status) {
    case ("exit-code", "203"): "sudo chmod a+x \(program) && \(Self.restart)"
    case ("exit-code", "216"), ("exit-code", "217"):
      "sudo systemd-sysusers && \(Self.restart)"
    case ("exit-code", "2"):
      "responderctl check \(DoctorCommand.usualConfiguration) && \(Self.restart)"
    default:
      properties["UnitFileState"] == "disabled"
        ? "sudo systemctl enable --now responderd.socket responderd.service" : Self.restart
    }
  }

  /// What takes away the changes of the unit that this machine has.
  static var removalOfDropIns: String? { current([unit])?[unit]?.removalOfDropIns }

  private var removalOfDropIns: String? {
    dropIns.isEmpty
      ? nil
      : dropIns.map { "sudo mv \($0) \($0).off && " }.joined()
        + "sudo systemctl daemon-reload && \(Self.restart)"
  }

  private var program: String {
    (properties["ExecStart"] ?? "").split(separator: " ").first { $0.hasPrefix("path=") }
      .map { String($0.dropFirst(5)) } ?? "/usr/bin/responderd"
  }

  // What others have added to the unit; the package brings one, which may be copied there.
  private var dropIns: [String] {
    (properties["DropInPaths"] ?? "").split(separator: " ").map(String.init)
      .filter { $0.hasPrefix("/etc/") && !$0.hasSuffix("/passing-on.conf") }
  }

  private var reason: String? {
    let status = properties["ExecMainStatus"] ?? "?"
    switch properties["Result"] {
    case "exit-code":
      switch status {
      case "2": return "its options or its configuration are invalid"
      case "203": return "its program cannot be run"
      case "216": return "its group does not exist"
      case "217": return "its user does not exist"
      default: return "it ended with status \(status); see journalctl -u responderd.service"
      }
    case "oom-kill": return "it needed more memory than MemoryMax= allows"
    case "watchdog": return "it did not answer the watchdog"
    case "timeout": return "it was not ready in time"
    case "signal", "core-dump": return "it was ended by signal \(status)"
    default: return properties["ActiveState"] == "inactive" ? nil : properties["ActiveState"]
    }
  }
}
