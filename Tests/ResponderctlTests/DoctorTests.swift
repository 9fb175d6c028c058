// What the doctor finds without a machine to look at; the system tests break real ones.

import Protocol
import Testing

@testable import responderctl

@Suite struct DoctorTests {
  private let sandbox: Sandbox

  init() throws { sandbox = Sandbox() }

  private func found(_ look: (inout Findings) -> Void) -> (text: String, errors: Int) {
    let output = Output(keeps: true)
    var findings = Findings(output: output)
    look(&findings)
    return (output.kept, findings.errors)
  }

  private func configuration(
    _ path: String, inForce status: JSON? = nil
  ) -> (text: String, errors: Int) {
    found { DoctorCommand.configuration(path, inForce: status, &$0) }
  }

  private func refused(_ error: JSON) -> JSON {
    .object([.init("configuration", .object([.init("error", error)]))])
  }

  @Test func `valid configurations are distinguished from invalid and missing ones`() throws {
    let good = try sandbox.file(
      "good.yaml",
      """
      screens: { panel: { size: [8, 8] } }
      application: { id: app, windows: [{ id: main, screen: panel, handles: [touches] }] }
      """)
    #expect(configuration(good).text == "OK: \(good) is valid\n")
    let bad = try sandbox.file("wrong.yaml", "screns: {}\nx: 1\n")
    let wrong = configuration(bad)
    #expect(wrong.errors == 1)
    #expect(wrong.text.hasPrefix("error: \(bad) has 2 errors\n       fix: sudoedit \(bad)"))
    #expect(wrong.text.contains("       \(bad):1:1: screns: "))
    #expect(
      configuration(bad, inForce: .object([])).text.contains(
        "still uses the previous configuration"))
    #expect(configuration("/nonexistent.yaml").errors == 1)
  }

  @Test func `a file that was refused and is valid by now only needs to be read again`() throws {
    let good = try sandbox.file(
      "good.yaml",
      """
      screens: { panel: { size: [8, 8] } }
      application: { id: app, windows: [{ id: main, screen: panel, handles: [touches] }] }
      """)
    let late = configuration(good, inForce: refused(.string("a.yaml:1:1: no")))
    #expect(late.errors == 1)
    #expect(late.text.contains("fix: sudo responderctl reload"))
    #expect(configuration(good, inForce: refused(.null)).errors == 0)
  }

  @Test func `a socket that is not there is reported, and what starts the daemon`() {
    let absent = found { DoctorCommand.socket("/nonexistent/socket", nil, &$0) }
    #expect(absent.errors == 1)
    #expect(
      absent.text.hasPrefix("error: there is no socket /nonexistent/socket\n       fix: sudo "))
  }

  @Test(arguments: [
    ("LoadState=not-found", "is not installed", "sudo make install"),
    ("LoadState=masked\nActiveState=active", "is masked", "sudo systemctl unmask"),
    ("ActiveState=inactive\nResult=success", "does not run\n", "sudo systemctl restart"),
    (
      "ActiveState=activating\nResult=exit-code\nExecMainStatus=2", "configuration are invalid",
      "responderctl check"
    ),
    (
      "ActiveState=activating\nResult=exit-code\nExecMainStatus=216", "its group does not exist",
      "sudo systemd-sysusers && "
    ),
    ("ActiveState=activating\nResult=oom-kill", "more memory than MemoryMax=", "restart"),
    ("ActiveState=activating\nResult=watchdog", "did not answer the watchdog", "restart"),
    ("ActiveState=activating\nResult=signal\nExecMainStatus=9", "ended by signal 9", "restart"),
  ])
  func `a service that does not run is reported with its reason`(
    _ shown: String, _ reason: String, _ fix: String
  ) {
    let said = found { service(shown)?.report(in: &$0) }
    #expect(said.errors == 1)
    #expect(said.text.contains(reason), "\(said.text)")
    #expect(said.text.contains("fix: ") && said.text.contains(fix), "\(said.text)")
  }

  private func service(_ shown: String) -> ServiceState? {
    ServiceState.states(in: "Id=responderd.service\n\(shown)\n")["responderd.service"]
  }

  @Test func `each unit that systemctl shows has its own state`() {
    let states = ServiceState.states(
      in: "NRestarts=1\nId=a.service\nActiveState=active\n\nId=b.socket\nLoadState=masked\n\n")
    #expect(Set(states.keys) == ["a.service", "b.socket"])
    let first = found { states["a.service"]?.report(in: &$0) }
    #expect(first.errors == 0 && first.text.contains("restarted once"), "\(first.text)")
    let second = found { states["b.socket"]?.report(in: &$0) }
    #expect(second.errors == 1 && second.text.contains("masked"), "\(second.text)")
  }

  @Test func `a service that fell and runs again is OK, with a note`() {
    let said = found { service("ActiveState=active\nNRestarts=2")?.report(in: &$0) }
    #expect(said.errors == 0)
    #expect(said.text.contains("note: the service was restarted 2 times"))
  }

  private func panel(_ node: String, _ screen: String) -> DoctorCommand.Panel {
    DoctorCommand.Panel(
      node: node, name: "Panel", kind: "touchscreen", state: "open", screen: screen)
  }

  @Test func `two panels on one screen are an error only while another screen has none`() {
    func errors(_ panels: [DoctorCommand.Panel], _ screens: [String]) -> Int {
      found { DoctorCommand.mapping(of: panels, to: screens, &$0) }.errors
    }
    let both = [panel("a", "left"), panel("b", "left")]
    #expect(errors(both, ["left", "right"]) == 1)
    #expect(errors(both, ["left"]) == 0)
    #expect(errors([panel("a", "left"), panel("b", "right")], ["left", "right"]) == 0)
    // A screen without a touchscreen is no error.
    #expect(errors([panel("a", "left")], ["left", "right"]) == 0)
  }
}
