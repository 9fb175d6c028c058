// The doctor's look at the touch devices: the kernel's nodes, udev's words, the daemon's use.

import Configuration
import Devices
import Glibc
import Linux
import Protocol
import ResponderClient
import ResponderKit

extension DoctorCommand {
  /// A touch device as the daemon has it, or as it would.
  struct Panel {
    var node: String
    var name: String
    var kind: String
    var state: String
    var reason: String?
    var screen: String?
    var isGrabbed = false
    var hasSize = false
    var passesOnTo: String?
    var passedOnCancel: String?

    var title: String { "\(node) (\(name))" }
    var isTouch: Bool { kind == "touchscreen" || kind == "touchpad" }
  }

  /// Reports the devices; what is in the daemon's `health` is reported.
  static func devices(
    of client: Client?, screens: [String], health: [JSON], _ findings: inout Findings
  ) {
    func subjects(of code: String) -> [String] {
      health.filter { $0["fact"]?.string == code }.compactMap { $0["about"]?.string }
    }
    udev(&findings)
    let known = client.flatMap { try? $0.request("devices").json }
    let local: [Panel]
    do throws(SourceError) {
      local = try DeviceListing.current(DeviceRules(screens: [])).map { Panel($0) }
    } catch {
      return findings.error(
        "devices: \(error)", fix: "sudo systemctl restart systemd-udevd.service")
    }
    let all = known?["devices"]?.elements.map { $0.map { Panel($0) } } ?? local
    for keys in all where !keys.isTouch { passingKeys(of: keys, &findings) }
    let panels = all.filter(\.isTouch)
    if panels.isEmpty {
      guard subjects(of: "noTouchDevice").isEmpty else { return }
      return findings.error(
        "there is no touchscreen and no touchpad",
        fix: "responderctl devices  # lists what is plugged in; check its cable, or load its driver"
      )
    }
    let unopened = subjects(of: "unopenedDevice")
    for panel in panels where !unopened.contains(panel.node) {
      check(panel, isInUse: known != nil, &findings)
    }
    if known != nil { mapping(of: panels, to: screens, &findings) }
  }

  // Without udev's properties the kind of a node is unknown.
  private static func udev(_ findings: inout Findings) {
    let names = EventNodes.all()
    for name in names where !EventNodes.isKnownToUdev(name) {
      findings.error(
        "udev has not processed \(name)",
        fix: unsafe access("/run/udev/control", F_OK) == 0
          ? "sudo udevadm trigger --action=add --settle \(name)"
          : "sudo systemctl start systemd-udevd.service && sudo udevadm trigger --settle")
    }
  }

  private static func check(_ panel: Panel, isInUse: Bool, _ findings: inout Findings) {
    if let problem = EventNodes.problem(with: panel.node) {
      return findings.error(
        "\(panel.title): \(problem)",
        fix: "sudo udevadm trigger --action=add --settle \(panel.node)")
    }
    guard isInUse else { return findings.ok("\(panel.title) is connected") }
    switch panel.state {
    case "open", "":
      if let holders = EventNodes.grabbers(of: panel.node, but: panel.isGrabbed) {
        let list = holders.map { "\($0.pid) (\($0.name))" }.joined(separator: ", ")
        findings.error(
          "\(panel.title) is grabbed by another program, so the daemon receives no touches",
          fix: EventNodes.commandToEnd(holders) ?? "sudo responderctl doctor  # names the program")
        if !holders.isEmpty { findings.more("it is open in: \(list)") }
        return
      }
      findings.ok("\(panel.title) is in use\(panel.screen.map { " on screen \($0)" } ?? "")")
      passing(of: panel, &findings)
      if panel.kind == "touchscreen", !panel.hasSize {
        findings.note(
          "\(panel.title) does not report its size; set physicalSize if you use lengths in mm")
      }
    default:
      findings.note("\(panel.title) is not used: \(panel.reason ?? "")")
    }
  }

  /// Whether other programs get the touches that a view passes on, and how they lose them.
  private static func passing(of panel: Panel, _ findings: inout Findings) {
    guard let cancel = panel.passedOnCancel, let node = panel.passesOnTo else { return }
    findings.ok("\(panel.title): touches are passed on by \(node)")
    findings.more(
      cancel == "palm"
        ? "a gesture cancels them as palms; weston, cage, Xorg and sway before 1.9 do not "
          + "understand that and need passedOnCancel: liftOutside"
        : "a gesture cancels them by lifting them outside of the surface; mutter, KWin and "
          + "newer sway understand passedOnCancel: palm, which leaves no trace")
  }

  /// Whether other programs get the unhandled keys.
  private static func passingKeys(of keys: Panel, _ findings: inout Findings) {
    if let node = keys.passesOnTo {
      findings.ok("\(keys.title): unhandled keys are passed on by \(node)")
    }
  }

  /// Reports two panels on one screen while another screen has none: `screen` is missing.
  static func mapping(of panels: [Panel], to screens: [String], _ findings: inout Findings) {
    let used = panels.filter { $0.kind == "touchscreen" && $0.state == "open" }
    let bare = screens.filter { screen in !used.contains { $0.screen == screen } }
    guard let bare = bare.first,
      let shared = screens.first(where: { screen in used.count { $0.screen == screen } > 1 })
    else { return }
    let both = used.filter { $0.screen == shared }.map(\.title).joined(separator: " and ")
    findings.error(
      "\(both) lie on screen \(shared), and none on screen \(bare)",
      fix:
        "write under devices: a match: and screen: \(bare) for one of them (responderctl devices "
        + "shows how they differ), then: sudo responderctl reload")
  }
}

extension DoctorCommand.Panel {
  /// A device as the daemon describes it.
  init(_ json: JSON) {
    node = json["node"]?.string ?? "?"
    name = json["name"]?.string ?? "?"
    kind = json["kind"]?.string ?? ""
    state = json["state"]?.string ?? ""
    reason = json["reason"]?.string
    screen = json["screen"]?.string
    isGrabbed = json["grabbed"]?.bool ?? false
    hasSize = json["physicalSize"] != nil
    passesOnTo = json["passesOnTo"]?.string
    passedOnCancel = json["passedOnCancel"]?.string
  }

  /// A device as udev describes it, while the daemon does not answer.
  init(_ status: DeviceStatus) {
    node = status.description.node
    name = status.description.name
    kind = status.description.kind.rawValue
    state = "local"
    hasSize = status.description.physicalSize != nil
  }
}
