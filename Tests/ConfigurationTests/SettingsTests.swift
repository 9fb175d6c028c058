// Everything in a configuration besides the tree.

import Configuration
import ConfigurationText
import ResponderKit
import Testing

@Suite struct SettingsTests {
  @Test func `every setting is read`() throws {
    let settings = try Blueprint.load(
      """
      screens:
        panel: { size: [800, 480], physicalSize: [154, 86] }
        wall:
      devices:
        - match: { name: "Goodix*", vendor: "0eef", product: 0x0001, path: "platform-*" }
          screen: panel
          source: libinput
          rotate: 90
          calibrationMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]
          grab: true
        - match: { kind: touchpad, serial: "?1" }
          screen: wall
          source: evdev
          region: [0, 0, 100, 50]
          mirror: [x]
          physicalSize: [100, 60]
          presentContacts: ignore
          passedOnCancel: liftOutside
          hovering: touch
          grabEscape: { fingers: 3, duration: 2, keys: [KEY_LEFTALT, KEY_ESC] }
          noise: { deadZones: [[0, 0, 9, 9]], minimumDuration: 0.02, debounce: 0.05,
            debounceDistance: 10, jitter: 1, maximumContacts: 5, palmRadius: 40, maximumRate: 60 }
        - match: { kind: keys }
          passesOn: true
        - ignore: true
      socket: { path: /run/x/socket, mode: 0600, group: kiosk }
      presses: { map: { KEY_OK: select, KEY_POWER: } }
      remoteControl: { map: { KEY_PLAYPAUSE: togglePlayPause } }
      motion: { shake: { threshold: 2, jerks: 4, window: 2, rest: 0.25, maximumDuration: 6,
        unitsPerG: 1024 } }
      activity: { idleAfter: 120 }
      """, file: "f.yaml"
    ).settings
    #expect(settings.screens.map(\.id) == ["panel", "wall"])
    #expect(settings.screens[0].size == Size(width: 800, height: 480))
    #expect(settings.screens[0].physicalSize == Size(width: 154, height: 86))
    #expect(settings.screens[1].size == nil)
    #expect(settings.activity.idleAfter == 120)
    let device = settings.devices[0]
    #expect(device.match.name == "Goodix*")
    #expect(device.match.vendor == 0x0EEF)
    #expect(device.match.product == 1)
    #expect(device.match.path == "platform-*")
    #expect(device.screen == "panel")
    #expect(device.backend == .libinput)
    #expect(device.rotate == .quarter)
    #expect(device.calibrationMatrix == .identity)
    #expect(device.grab)
    #expect(settings.devices[1].match.kind == .touchpad)
    #expect(settings.devices[1].backend == .evdev)
    #expect(settings.devices[1].region == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(settings.devices[1].mirror == .horizontal)
    #expect(settings.devices[1].physicalSize == PhysicalSize(width: 100, height: 60))
    #expect(settings.devices[1].presentContacts == .ignore)
    #expect(settings.devices[1].passedOnCancel == .liftOutside)
    #expect(settings.devices[1].translation.hovering == .touch)
    #expect(settings.devices[1].grabEscape.fingers == 3)
    #expect(settings.devices[1].grabEscape.duration == 2)
    #expect(settings.devices[1].grabEscape.keys == ["KEY_LEFTALT", "KEY_ESC"])
    let noise = settings.devices[1].noise
    #expect(noise.deadZones == [Rect(x: 0, y: 0, width: 9, height: 9)])
    #expect([noise.minimumDuration, noise.debounce, noise.jitter] == [0.02, 0.05, 1])
    #expect(noise.debounceDistance == 10)
    #expect(noise.maximumContacts == 5)
    #expect(noise.palmRadius == 40)
    #expect(noise.maximumRate == 60)
    #expect(settings.devices[2].match.kind == .keys)
    #expect(settings.devices[2].passesOn)
    #expect(settings.devices[3].isIgnored)
    #expect(settings.socket.path == "/run/x/socket")
    #expect(settings.socket.mode == 0o600)
    #expect(settings.socket.group == "kiosk")
    #expect(settings.keys.presses == ["KEY_OK": "select", "KEY_POWER": nil])
    #expect(settings.keys.remoteControl == ["KEY_PLAYPAUSE": .togglePlayPause])
    #expect(settings.shake.threshold == 2)
    #expect(settings.shake.jerks == 4)
    #expect(settings.shake.window == 2)
    #expect(settings.shake.rest == 0.25)
    #expect(settings.shake.maximumDuration == 6)
    #expect(settings.shake.unitsPerG == 1024)
  }

  @Test func `an omitted value has its default`() throws {
    let settings = try Blueprint.load("{}", file: "f.yaml").settings
    #expect(settings == Settings())
    #expect(settings.screens.map(\.id) == ["screen"])
    #expect(settings.socket.path == "/run/responderd/socket")
    #expect(settings.socket.mode == 0o660)
  }

  @Test(arguments: ["kind: touchscreen", "name: panel"])
  func `only an entry for keys passes keys on`(_ match: String) {
    #expect(
      printed("devices: [{ match: { \(match) }, passesOn: true }]").contains(
        "devices[0].passesOn: expected match: { kind: keys } in the entry, because this is for keys"
      ))
  }

  @Test func `all errors are reported in one run, each with its place and its line`() {
    #expect(
      printed(
        """
        screens:
          panel: { size: [800, .nan] }
        devices:
          - mtach: { name: x }
            rotate: 45
            source: libinptu
            screen: panle
            calibrationMatrix: [1, 0, 0, 2, 0, 0]
            grab: yes
        socket: { mode: rw, path: run/socket }
        sokcet: {}
        """) == """
          f.yaml:2:24: screens.panel.size[1]: expected a finite number, found .nan
            panel: { size: [800, .nan] }
                                 ^~~~
          f.yaml:4:5: devices[0].mtach: unknown key; did you mean "match"?
            - mtach: { name: x }
              ^~~~~
          f.yaml:5:13: devices[0].rotate: expected 0, 90, 180 or 270, found 45
              rotate: 45
                      ^~
          f.yaml:6:13: devices[0].source: expected one of libinput, evdev, found "libinptu"; \
          did you mean "libinput"?
              source: libinptu
                      ^~~~~~~~
          f.yaml:7:13: devices[0].screen: expected the name of a screen, found "panle"; \
          did you mean "panel"?
              screen: panle
                      ^~~~~
          f.yaml:8:24: devices[0].calibrationMatrix: expected a matrix that can be undone, \
          found one that maps to a line or a point
              calibrationMatrix: [1, 0, 0, 2, 0, 0]
                                 ^
          f.yaml:9:11: devices[0].grab: expected true or false, found "yes"; write true
              grab: yes
                    ^~~
          f.yaml:10:17: socket.mode: expected permissions such as "0660", found "rw"
          socket: { mode: rw, path: run/socket }
                          ^~
          f.yaml:10:27: socket.path: expected an absolute path of at most 107 bytes, \
          found "run/socket"
          socket: { mode: rw, path: run/socket }
                                    ^~~~~~~~~~
          f.yaml:11:1: sokcet: unknown key; did you mean "socket"?
          sokcet: {}
          ^~~~~~
          """)
  }

  @Test(arguments: [
    (
      "screens: 3",
      "1:10: screens: expected a mapping from names of screens to their sizes, found 3"
    ),
    (
      "screens: { a: { size: [0, 1] } }",
      "1:24: screens.a.size[0]: expected a number from 0.001 to 1000000, found 0"
    ),
    ("screens: { a: { size: 5 } }", "1:23: screens.a.size: expected [width, height], found 5"),
    (
      "screens: { a: { size: [1, 2, 3] } }",
      "1:23: screens.a.size: expected [width, height], found a list of 3"
    ),
    ("devices: {}", "1:10: devices: expected a list of devices, found a mapping"),
    ("devices: [3]", "1:11: devices[0]: expected a device, found 3"),
    (
      "devices: [{ match: { vendor: 12345 } }]",
      "1:30: devices[0].match.vendor: expected four hexadecimal digits as lsusb prints them, "
        + "found 12345"
    ),
    (
      "devices: [{ calibrationMatrix: [1, 0] }]",
      "1:32: devices[0].calibrationMatrix: expected 6 or 9 numbers, found a list of 2"
    ),
    (
      "devices: [{ region: [0, 0, 0, 5] }]",
      "1:21: devices[0].region: expected a width and a height above 0, found a list"
    ),
    (
      "{ screens: { a: , b: }, devices: [{ rotate: 0 }] }",
      "1:35: devices[0]: expected the key \"screen\", since there are 2 screens; known here: a, b"
    ),
    (
      "presses: { map: { ok: select } }",
      "1:19: presses.map.ok: expected the kernel's name of a key, such as KEY_OK or BTN_SOUTH"
    ),
    (
      "remoteControl: { map: { KEY_STOP: halt } }",
      "1:35: remoteControl.map.KEY_STOP: expected one of play, pause, stop, togglePlayPause, "
        + "nextTrack, previousTrack, beginSeekingBackward, endSeekingBackward, "
        + "beginSeekingForward, endSeekingForward, found \"halt\""
    ),
    (
      "motion: { shake: { jerks: \"4\" } }",
      "1:27: motion.shake.jerks: expected a whole number from 1 to 20, found \"4\"; "
        + "leave out the quotes"
    ),
    ("[]", "1:1: expected a configuration, found a list"),
    ("--- {}\n--- {}", "2:5: expected one document, found 2; leave out the line \"---\""),
    ("", "1:1: expected a configuration, found nothing"),
    (
      "a: [",
      "2:1: expected a value, found the end of the text; finish the line above"
    ),
  ])
  func `one invalid value is one error`(text: String, error: String) {
    #expect(errors(text) == ["f.yaml:" + error])
  }

  @Test func `an invalid anchor used twice is reported once`() {
    #expect(
      errors(
        """
        screens:
          a: &a { size: [1, x] }
          b: *a
        """) == [
          "f.yaml:2:21: screens.a.size[1]: expected a number from 0.001 to 1000000, found \"x\""
        ])
  }

  @Test func `a number without a range of its own is one that geometry stores`() {
    #expect(Reader.range == Bounds.range)
  }
}
