// What the doctor finds without a machine to look at; the system tests break real ones.

import Testing
import Wire

@testable import responderctl

@Suite struct DoctorTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func found(_ look: (inout Findings) -> Void) -> (text: String, wrong: Int) {
    let output = Output(keeps: true)
    var findings = Findings(output: output)
    look(&findings)
    return (output.kept, findings.wrong)
  }

  private func configuration(
    _ path: String, inForce status: JSON? = nil
  ) -> (text: String, wrong: Int) {
    found { DoctorCommand.configuration(path, inForce: status, &$0) }
  }

  private func refused(_ error: JSON) -> JSON {
    .object([.init("configuration", .object([.init("error", error)]))])
  }

  @Test func `right configurations are told from wrong and missing ones`() throws {
    let good = try sandbox.file(
      "good.yaml",
      """
      screens: { panel: { size: [8, 8] } }
      application: { id: app, windows: [{ id: main, screen: panel, handles: [touches] }] }
      """)
    #expect(configuration(good).text == "right  \(good) can be used\n")
    let bad = try sandbox.file("wrong.yaml", "screns: {}\nx: 1\n")
    let wrong = configuration(bad)
    #expect(wrong.wrong == 1)
    #expect(wrong.text.hasPrefix("wrong  \(bad) has 2 mistakes\n       mend: sudoedit \(bad)"))
    #expect(wrong.text.contains("       \(bad):1:1: screns: "))
    #expect(configuration(bad, inForce: .object([])).text.contains("goes on with what"))
    #expect(configuration("/nonexistent.yaml").wrong == 1)
  }

  @Test func `a file that was refused and is right by now only needs to be read again`() throws {
    let good = try sandbox.file(
      "good.yaml",
      """
      screens: { panel: { size: [8, 8] } }
      application: { id: app, windows: [{ id: main, screen: panel, handles: [touches] }] }
      """)
    let late = configuration(good, inForce: refused(.string("a.yaml:1:1: no")))
    #expect(late.wrong == 1)
    #expect(late.text.contains("mend: sudo responderctl reload"))
    #expect(configuration(good, inForce: refused(.null)).wrong == 0)
  }

  @Test func `a socket that is not there is said, and what starts the daemon`() {
    let absent = found { DoctorCommand.socket("/nonexistent/socket", nil, &$0) }
    #expect(absent.wrong == 1)
    #expect(
      absent.text.hasPrefix("wrong  there is no socket /nonexistent/socket\n       mend: sudo "))
  }

  @Test(arguments: [
    ("LoadState=not-found", "is not installed", "sudo make install"),
    ("LoadState=masked\nActiveState=active", "is masked", "sudo systemctl unmask"),
    ("ActiveState=inactive\nResult=success", "does not run\n", "sudo systemctl restart"),
    (
      "ActiveState=activating\nResult=exit-code\nExecMainStatus=2", "configuration are wrong",
      "responderctl check"
    ),
    (
      "ActiveState=activating\nResult=exit-code\nExecMainStatus=216", "a group that it wants",
      "sudo systemd-sysusers && "
    ),
    ("ActiveState=activating\nResult=oom-kill", "more memory than MemoryMax=", "restart"),
    ("ActiveState=activating\nResult=watchdog", "did not answer the watchdog", "restart"),
    ("ActiveState=activating\nResult=signal\nExecMainStatus=9", "ended by signal 9", "restart"),
  ])
  func `a service that does not run is told of with its reason`(
    _ shown: String, _ reason: String, _ mend: String
  ) {
    let said = found { ServiceState(shown).say(in: &$0) }
    #expect(said.wrong == 1)
    #expect(said.text.contains(reason), "\(said.text)")
    #expect(said.text.contains("mend: ") && said.text.contains(mend), "\(said.text)")
  }

  @Test func `a service that fell and runs again is right, with a note`() {
    let said = found { ServiceState("ActiveState=active\nNRestarts=2").say(in: &$0) }
    #expect(said.wrong == 0)
    #expect(said.text.contains("note   it had to be started again 2 times"))
  }

  private func panel(_ node: String, _ screen: String) -> DoctorCommand.Panel {
    DoctorCommand.Panel(
      node: node, name: "Panel", kind: "touchscreen", state: "open", screen: screen)
  }

  @Test func `two panels on one screen are wrong only while another screen has none`() {
    func wrong(_ panels: [DoctorCommand.Panel], _ screens: [String]) -> Int {
      found { DoctorCommand.mapping(of: panels, to: screens, &$0) }.wrong
    }
    let both = [panel("a", "left"), panel("b", "left")]
    #expect(wrong(both, ["left", "right"]) == 1)
    #expect(wrong(both, ["left"]) == 0)
    #expect(wrong([panel("a", "left"), panel("b", "right")], ["left", "right"]) == 0)
    // A screen that nobody can touch is no mistake.
    #expect(wrong([panel("a", "left")], ["left", "right"]) == 0)
  }
}
