// Configurations and recordings tried without the daemon.

import Configuration
import Devices
import Protocol
import ResponderKit
import TestSupport
import Testing

@testable import responderctl

@Suite struct `Offline` {
  let sandbox = Sandbox()

  private func panel() throws -> String { try sandbox.file("panel.yaml", Sandbox.panel) }

  @Test func `check is content with every shipped configuration`() {
    let root = Repository.root
    let run = Run(
      "check", "\(root)/config/responderd.yaml", "\(root)/config/examples/kiosk.yaml",
      "\(root)/config/examples/touchpad.yaml")
    #expect(run.status == .done)
    #expect(run.lines.count == 3)
  }

  @Test(arguments: [
    ("0 down 1 100,100\n0.1 down 2 300,300\n0.2 up 1\n1 up 2", ["0.200000", "1.000000"]),
    ("0 down 1 100,100\n0.1 up 1\n0.2 down 1 100,100\n0.9 up 1", ["0.100000", "0.900000"]),
    ("0 down 1 100,100\n0.1 move 1 180,100\n0.2 up 1\n2 wait", ["0.200000"]),
  ])
  func `with the installed configuration each touch ends when its finger lifts`(
    script: String, times: [String]
  ) throws {
    let run = Run(
      "replay", "--config", "\(Repository.root)/config/responderd.yaml", "--type", "touches",
      try sandbox.file("lifts.touch", script))
    let last = run.lines.filter { !$0.contains("began") && !$0.contains("moved") }
    #expect(last.count == times.count, "\(last)")
    for (line, time) in zip(last, times) {
      #expect(line.contains("\"t\":\(time)") && line.contains("\"phase\":\"ended\""), "\(line)")
    }
  }

  @Test func `check reports five errors at once with their places, and ends with status 1`() throws
  {
    let file = try sandbox.file(
      "wrong.yaml",
      """
      screens:
        panel: { size: [800, four] }
      application:
        windows:
          - id: main
            screen: pannel
            subviews:
              - id: red
                frame: [0, 0, 10]
                alhpa: 1
              - id: red
                frame: [0, 0, 10, 10]
      """)
    let run = Run("check", file)
    #expect(run.status == .no)
    #expect(run.lines.filter { $0.hasPrefix("\(file):") && $0.contains(": ") }.count == 6)
    #expect(run.lines.last == "\(file): 5 errors")
    #expect(run.output.contains("\(file):2:24:"))
    #expect(run.output.contains("did you mean"))
  }

  @Test func `check distinguishes unreadable files from invalid ones`() throws {
    let fine = try sandbox.file(
      "fine.yaml", Sandbox.panel.replacing("[touchesBegan]", with: "[touches]"))
    let run = Run("check", "/nonexistent.yaml", fine)
    #expect(run.status == .usage)
    #expect(run.errors.contains("/nonexistent.yaml"))
    #expect(run.lines.count == 1)
  }

  @Test func `check prints which recognizers can compete for the same finger`() throws {
    let run = Run("check", "--conflicts", try panel())
    #expect(run.status == .done)
    #expect(run.output.contains("red.pan"))
    #expect(run.output.contains("red.tap"))
  }

  @Test func `check names what some people cannot do, if it is asked`() throws {
    let fine = try sandbox.file(
      "fine.yaml", Sandbox.panel.replacing("[touchesBegan]", with: "[touches]"))
    #expect(!Run("check", fine).output.contains("WCAG"))
    let run = Run("check", "--accessible", "--strict", fine)
    #expect(run.status == .no)
    #expect(run.output.contains("needs a drag (WCAG 2.5.7), and nothing replaces it"))
    #expect(run.output.contains("write physicalSize"))
  }

  @Test func `tree prints every view with its recognizers and controller`() throws {
    #expect(
      Run("tree", "--config", try panel()).lines == [
        "main window 0,0,800,480 screen=panel isKeyWindow=true",
        "  home.view view 0,0,800,480 frame=fill",
        "    ^ home viewController handles=touchesBegan",
        "    red view 20,20,200,120 handles=touches",
        "      * red.tap tap",
        "      * red.pan pan",
        "    hidden view 0,0,800,480 isHidden=true",
        "    ok button 240,20,120,44",
      ])
    #expect(Run("tree", "--config", try panel(), "ok").lines == ["ok button 240,20,120,44"])
    let unknown = Run("tree", "--config", try panel(), "rde")
    #expect(unknown.status == .no)
    #expect(unknown.errors.contains("did you mean red?"))
  }

  @Test func `chain goes from the view up to the application`() throws {
    #expect(
      Run("chain", "--config", try panel(), "red").lines.map { $0.split(separator: " ")[0] } == [
        "red", "home.view", "home", "main", "app",
      ])
  }

  @Test func `hit finds the view, and reports each question and why a view refuses`() throws {
    let file = try panel()
    #expect(Run("hit", "--config", file, "30", "30").lines == ["red"])
    #expect(Run("hit", "--config", file, "700", "400").lines == ["home.view"])
    let outside = Run("hit", "--config", file, "900", "10")
    #expect(outside.status == .no)
    #expect(outside.lines == ["nothing"])
    #expect(
      Run("hit", "--config", file, "--trace", "30", "30").lines == [
        "  main.pointInside yes", "  home.view.pointInside yes", "  ok.pointInside no",
        "  hidden refuses: isHidden is true", "  red.pointInside yes",
        "red",
      ])
    let layers = try sandbox.file(
      "layers.yaml",
      """
      screens: { p: { size: [320, 240] } }
      application:
        windows:
          - id: main
            subviews:
              - { id: under, frame: fill }
              - { id: button, frame: [0, 0, 50, 50], hit: { redirect: under } }
          - { id: shop, level: 1, isHidden: true }
          - { id: glass, level: 2, hit: { passthrough: true } }
      """)
    #expect(
      Run("hit", "--config", layers, "--trace", "10", "10").lines == [
        "  glass.pointInside yes", "  glass passes through", "  shop refuses: isHidden is true",
        "  main.pointInside yes", "  button.pointInside yes", "  button redirects to under",
        "under",
      ])
    let screen = Run("hit", "--config", file, "--screen", "wall", "1", "1")
    #expect(screen.status == .usage)
    #expect(screen.errors.contains("no screen is named \"wall\"; there are panel"))
  }

  @Test func `replay prints the lines that subscribers read, and nothing else`() throws {
    let script = try sandbox.file(
      "tap.touch",
      """
      0.000 down 1 32.5,60
      0.080 up 1
      """)
    #expect(
      Run("replay", "--config", try panel(), script).lines == [
        #"{"seq":1,"t":0.000000,"frame":1,"type":"touches","phase":"began","responder":"red","#
          + #""view":"red","window":"main","touches":[{"id":1,"x":12.5,"y":40.0,"windowX":32.5,"#
          + #""windowY":60.0,"tapCount":1,"device":"tap"}]}"#,
        #"{"seq":2,"t":0.080000,"frame":2,"type":"gesture","recognizer":"red.tap","kind":"tap","#
          + #""state":"ended","view":"red","x":12.5,"y":40.0,"windowX":32.5,"#
          + #""windowY":60.0,"touches":[1],"numberOfTouches":0}"#,
        #"{"seq":3,"t":0.080000,"frame":2,"type":"touches","phase":"cancelled","#
          + #""responder":"red","view":"red","window":"main","touches":[{"id":1}]}"#,
      ])
    #expect(
      Run("replay", "--config", try panel(), "--type", "gesture", "--readable", script).lines == [
        "     0.080000 gesture        ended     red.tap              at 12.5,40"
      ])
    #expect(Run("replay", "--config", try panel(), "--view", "ok", script).lines == [])
  }

  @Test
  func `replay says how many touches came down beside the screen, and nothing of those on it`()
    throws
  {
    let beside = try sandbox.file("beside.touch", "0 down 1 -5,60; down 2 32,60\n0.1 up 1; up 2\n")
    let run = Run("replay", "--config", try panel(), beside)
    #expect(
      run.errors.hasPrefix("warning: 1 of 2 touches came down beside the screen"), "\(run.errors)")
    let on = try sandbox.file("on.touch", "0 down 1 5,60\n0.1 up 1\n")
    #expect(Run("replay", "--config", try panel(), on).errors == "")
  }

  @Test func `timers keep their own times when --raw shows what devices report`() throws {
    let file = try sandbox.file(
      "press.yaml",
      """
      screens: { panel: { size: [100, 100] } }
      application:
        windows: [{ id: main, gestureRecognizers: [{ id: press, longPress: {} }] }]
      """)
    let script = try sandbox.file("press.touch", "0.000 down 1 10,10\n0.700 up 1\n")
    let plain = Run("replay", "--config", file, "--readable", script).lines
    let raw = Run("replay", "--config", file, "--readable", "--raw", script).lines
    #expect(plain.contains { $0.hasPrefix("     0.500000 gesture        began     press") })
    #expect(raw.filter { !$0.dropFirst(14).hasPrefix("raw ") } == plain)
    #expect(raw.count == plain.count + 2)
  }

  @Test func `a recording that ends with a finger down cancels it`() throws {
    let script = try sandbox.file("down.touch", "0 down 1 700,400\n")
    let lines = Run("replay", "--config", try panel(), "--readable", script).lines
    #expect(lines.count == 2)
    #expect(lines.last?.contains("cancelled") == true)
  }

  @Test func `replay explains each finger with reasons and rules`() throws {
    let script = try sandbox.file(
      "pan.touch",
      """
      0.000 down 1 100,60
      0.032 move 1 112,60
      0.048 move 1 120,60
      0.080 up 1
      """)
    let run = Run("replay", "--config", try panel(), "--explain", script)
    #expect(run.lines.first == "touch 1 on red")
    #expect(run.output.contains("red.tap              possible → failed: excluded by red.pan (P1)"))
    #expect(run.output.contains("red.pan              possible → began"))
    #expect(run.output.contains("red                  touchesCancelled"))
    #expect(run.output.contains("… 1 move\n"))
    let json = Run("replay", "--config", try panel(), "--explain", "--json", script)
    #expect(json.lines.allSatisfy { (try? JSON(parsing: $0)) != nil })
    #expect(json.output.contains(#""type":"explain""#))
  }

  @Test func `an error in a recording or configuration is reported with its place`() throws {
    let script = try sandbox.file("wrong.touch", "0.000 dwon 1 10,10\n")
    let run = Run("replay", "--config", try panel(), script)
    #expect(run.status == .usage)
    #expect(run.errors.contains("\(script):1:"))
    let file = try sandbox.file("wrong.yaml", "aplication: {}\n")
    let other = Run("replay", "--config", file, script)
    #expect(other.status == .usage)
    #expect(other.errors.contains("\(file):1:1:"))
  }

  @Test func `record refuses what it cannot mean, and nodes that are none`() {
    #expect(Run("record", "--format", "mp4", "/dev/null").status == .usage)
    #expect(Run("record", "--size", "800", "/dev/null").errors.contains("such as 800x480"))
    #expect(Run("record", "--max-gap", "-1", "/dev/null").status == .usage)
    for gap in ["1e30", "nan", "inf", "1000001", "x"] {
      for command in ["record", "replay"] {
        let refused = Run(command, "--max-gap", gap, "/dev/null")
        #expect(refused.status == .usage)
        #expect(
          refused.errors.contains(
            "--max-gap \(gap): expected seconds, a number from 0 to 1000000"), "\(refused.errors)")
      }
    }
    let none = Run("record", "/dev/null")
    #expect(none.status == .no)
    #expect(none.errors.contains("/dev/null"))
  }

  @Test func `recordings of several devices play on their own screens, ignored ones not at all`()
    throws
  {
    let configuration = try sandbox.file(
      "two.yaml",
      """
      screens: { left: { size: [800, 480] }, right: { size: [480, 800] } }
      devices:
        - { match: { name: one }, screen: left }
        - { match: { name: two }, screen: right, noise: { maximumContacts: 1 } }
        - { match: { name: three }, ignore: true }
      application:
        windows:
          - { id: lw, screen: left, handles: [touches] }
          - { id: rw, screen: right, handles: [touches], isMultipleTouchEnabled: true }
      """)
    let one = try sandbox.file("one.touch", "0.000 down 1 10,20\n0.100 up 1\n")
    let two = try sandbox.file(
      "two.touch", "0.050 down 1 30,700; down 2 60,700\n0.200 up 1; up 2\n")
    let three = try sandbox.file("three.touch", "0.060 down 1 1,1\n")
    let run = Run("replay", "--config", configuration, "--readable", one, two, three)
    #expect(run.status == .done)
    #expect(run.errors == "three: left out, because the configuration ignores it\n")
    let windows = run.lines.filter { $0.contains("began") }
    #expect(windows.count == 2, "\(run.output)")
    #expect(windows.first?.contains("lw") == true)
    #expect(windows.last?.contains("rw") == true)
    let forced = Run("replay", "--config", configuration, "--screen", "left", "--readable", two)
    #expect(forced.lines.filter { $0.contains("rw") } == [])
  }

  @Test func `calibrate makes up for a panel that is turned, mirrored and off`() throws {
    let size = Size(width: 800, height: 480)
    let use = CalibratedPanel.use(DeviceRule(), Rect(origin: .zero, size: size))
    let shown = CalibrateCommand.targets(use.region)
    #expect(shown == [(80, 48), (720, 48), (720, 432), (80, 432)].map { Point(x: $0.0, y: $0.1) })
    // The panel hangs upside down and is a tenth too small.
    let touched = shown.map { Point(x: (800 - $0.x) * 0.9 + 40, y: (480 - $0.y) * 0.9 + 24) }
    let solved = try CalibrateCommand.solve(touched: touched, shown: shown, use)
    let lines = CalibrateCommand.entry(solved, name: "Goodix", path: "platform-1")
    #expect(lines[0] == "# The largest error at a cross is 0 points.")
    #expect(lines[2] == "  - match: { name: \"Goodix\", path: \"platform-1\" }")
    // A configuration accepts the entry that it prints.
    let file = try sandbox.file(
      "devices.yaml", Sandbox.panel + "\n" + lines.joined(separator: "\n") + "\n")
    #expect(Run("check", file).status == .done)
    #expect(throws: (any Error).self) {
      try CalibrateCommand.solve(
        touched: [Point](repeating: .zero, count: 4), shown: shown, use)
    }
    let script = Array("0 down 1 5,6\n0.1 move 1 7,8\n0.2 up 1\n0.3 down 1 9,9\n".utf8)
    #expect(CalibrateCommand.lifts(in: script) == [Point(x: 7, y: 8)])
    #expect(Run("calibrate", "--size", "0x1").status == .usage)
  }

  @Test func `calibrate leaves the entry's own turn and region as they are`() throws {
    var rule = DeviceRule()
    rule.rotate = .quarter
    rule.mirror = .horizontal
    let region = Rect(x: 100, y: 50, width: 480, height: 800)
    let use = CalibratedPanel.use(rule, region)
    let shown = CalibrateCommand.targets(region)
    #expect(shown[0] == Point(x: 148, y: 130))
    // Off by a twentieth of the surface: the fingers of a person who hits every cross.
    let wanted = use.mapping(calibration: nil).transform
    let back = try #require(wanted.inverted)
    let touched = shown.map { place in
      let said = back.apply(to: place)
      return Point(x: (said.x + 0.05) * 480, y: said.y * 800)
    }
    let solved = try CalibrateCommand.solve(touched: touched, shown: shown, use)
    let error = zip(solved.matrix.rows, [1, 0, -0.05, 0, 1, 0]).map { abs($0 - $1) }.max() ?? 1
    #expect(error < 1e-9)
    #expect(solved.largestError < 1e-6)
  }

  @Test func `the rules of udev hold one line for each panel, and take it out again`() {
    var rules = CalibrationRules("")
    var left = DeviceDescription(node: "/dev/input/event1", name: "A \"Panel\"", kind: .touchscreen)
    left.path = "pci-0000:00:14.0-usb-0:2:1.0"
    var right = left
    right.path = "lab/right"
    let first = rules.set(["1", "0", "0.5", "0", "1", "0"], for: left, phys: "usb-1/input0")
    let second = rules.set(["2", "0", "0", "0", "1", "0"], for: right, phys: "lab/right")
    let third = rules.set(["2", "0", "0", "0", "1", "0"], for: right, phys: "lab/right")
    #expect([first, second, third] == [true, true, false])
    let head = "ACTION!=\"remove\", SUBSYSTEM==\"input\", KERNEL==\"event*\", "
    #expect(
      rules.lines == [
        head + "ATTRS{name}==\"A ?Panel?\", ENV{ID_PATH}==\"pci-0000:00:14.0-usb-0:2:1.0\", "
          + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"1 0 0.5 0 1 0\"",
        head + "ATTRS{name}==\"A ?Panel?\", ATTRS{phys}==\"lab/right\", "
          + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"2 0 0 0 1 0\"",
      ])
    var again = CalibrationRules(rules.text)
    #expect(again.lines == rules.lines)
    let fourth = again.set(nil, for: left, phys: "")
    #expect(again.lines == [rules.lines[1]])
    let fifth = again.set(nil, for: left, phys: "")
    #expect([fourth, fifth] == [true, false])
  }
}
