// The whole pipeline in one program: the example of docs/library.md, with nothing but what is
// public.

import Glibc
import ResponderConfiguration
import ResponderDevices
import ResponderKit
import TestSupport
import Testing

private let kiosk = """
  screens: { panel: { size: [800, 480] } }
  application:
    windows:
      - id: main
        subviews:
          - id: map
            frame: [0, 0, 400, 480]
            gestureRecognizers: [{ id: twice, tap: { numberOfTapsRequired: 2 } }]
          - id: buy
            button: { frame: [500, 200, 200, 80] }
  """

private let script = """
  0.020 down 1 600,240
  0.040 up 1
  0.060 down 2 100,100
  0.080 up 2
  0.100 down 3 101,101
  0.120 up 3
  """

@Suite struct `A program that holds the whole pipeline` {
  @Test func `reads a configuration and a recording, and acts`() throws {
    let folder = TemporaryFolder()
    let recording = try folder.write(script, to: "kiosk.touch")
    let tree = try Configuration(kiosk).makeTree()
    var heard: [String] = []
    let buy = try #require(tree.view("buy") as? Button)
    let twice = try #require(tree.recognizer("twice"))
    twice.addAction { heard.append($0.id) }

    let devices = try DeviceLoop(tree, reading: [.recording(recording)])
    devices.onTurn = { outbox in
      for report in outbox.reports {
        guard case .control(let control, .primaryActionTriggered, _, _, _) = report.kind,
          control === buy
        else { continue }
        heard.append("buy")
      }
    }
    devices.onDevice = { change in
      if case .closed(_, let reason) = change { heard.append(reason) }
    }
    devices.onEnd = { devices.stop() }
    try devices.run()
    #expect(
      heard == ["buy", "twice", "the recording is over"])
  }

  @Test func `can have a loop of its own`() throws {
    let folder = TemporaryFolder()
    let recording = try folder.write(script, to: "kiosk.touch")
    let tree = try Configuration(kiosk).makeTree()
    let twice = try #require(tree.recognizer("twice"))
    let devices = try DeviceLoop(tree, reading: [.recording(recording)])
    var isOver = false
    var taps = 0
    twice.addAction { _ in taps += 1 }
    devices.onEnd = { isOver = true }
    var turns = 0
    try devices.turn()
    while !isOver {
      var poller = pollfd(fd: devices.descriptor, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&poller, 1, 20_000) == 1, "nothing was to be done")
      try devices.turn()
      turns += 1
    }
    #expect(taps == 1)
    // It sleeps between two frames.
    #expect(turns < 100)
  }

  @Test func `edits the tree, and receives what follows`() throws {
    let tree = try Configuration(kiosk).makeTree()
    let devices = try DeviceLoop(tree, reading: [])
    var heard: [String] = []
    tree.view("map")?.mayBecomeFirstResponder = true
    devices.onTurn = { outbox in
      for report in outbox.reports {
        if case .firstResponder(_, let accepted, let now, _) = report.kind {
          heard.append("\(now?.id ?? "nobody") \(accepted)")
        }
      }
    }
    devices.perform { _ = tree.view("map")?.becomeFirstResponder() }
    devices.perform { tree.view("map")?.removeFromSuperview() }
    #expect(heard == ["map true", "nobody true"])
  }

  @Test func `reads errors with their line and a fix`() throws {
    let broken = "application: { windows: [{ id: a, alhpa: 1 }] }"
    let error = try #require(throws: ConfigurationError.self) {
      _ = try Configuration(broken, name: "kiosk.yaml")
    }
    let message = try #require(error.messages.first)
    #expect(error.messages.count == 1)
    #expect(message.file == "kiosk.yaml" && message.line == 1 && message.column == 35)
    #expect(message.path == "application.windows[0].alhpa")
    #expect(message.message == "unknown key; did you mean \"alpha\"?")
    #expect(message.description.hasPrefix("kiosk.yaml:1:35: error: "))
    let missing = try #require(throws: ConfigurationError.self) {
      _ = try Configuration(path: "/nowhere/kiosk.yaml")
    }
    #expect(missing.description.contains("/nowhere/kiosk.yaml"))
    let unread = try #require(throws: DeviceError.self) {
      _ = try DeviceLoop(Configuration(kiosk).makeTree(), reading: [.recording("/nowhere/a.touch")])
    }
    #expect(unread.description.contains("/nowhere/a.touch"))
    let warned = try Configuration(
      "application: { windows: [{ id: a, subviews: [{ id: b, frame: [0, 0, 0, 0], handles: [touches] }] }] }"
    )
    #expect(warned.warnings.count == 1)
  }

  @Test func `has the screen sizes that it gives, and receives warnings for what has no effect`()
    throws
  {
    let text = "application: { windows: [{ id: a, passesOn: true }] }\nscreens: { panel: {} }"
    let tree = try Configuration(text).makeTree(
      screenSizes: ["panel": Size(width: 300, height: 200)])
    #expect(tree.screens.map(\.size) == [Size(width: 300, height: 200)])
    #expect(tree.view("a")?.bounds.size == Size(width: 300, height: 200))
    var messages: [String] = []
    let devices = try DeviceLoop(tree, reading: [])
    devices.onMessage = { messages.append($0) }
    try devices.start()
    #expect(messages == ["a: passesOn has no effect here; responderd passes touches on"])
  }
}
