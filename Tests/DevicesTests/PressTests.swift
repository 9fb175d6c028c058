// Keys, analogue buttons, media keys, and shakes.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct PressTests {
  private let device = Device(name: "d", kind: .keys, screen: nil)

  /// Plays frames of (type, code, value), a tenth of a second apart.
  private func play(
    _ description: EventDescription, _ frames: [[(Int, Int, Int)]],
    settings: TranslationSettings = TranslationSettings(),
    end: (EventTranslator) -> Void = { _ in }
  ) -> [String] {
    let translator = EventTranslator(
      description, device: device, mapping: SurfaceMapping(region: panelRegion),
      settings: settings)
    var lines: [String] = []
    for (index, frame) in frames.enumerated() {
      let time = Instant(microseconds: Int64(index) * 100_000)
      while let deadline = translator.deadline, deadline <= time {
        if translator.advance(to: deadline) {
          lines.append("\(deadline.microseconds / 1000) \(words(translator.frame))")
        }
      }
      for (type, code, value) in frame + [(0, 0, 0)] {
        let event = InputEvent(time: time, type: type, code: code, value: value)
        if translator.handle(event) {
          lines.append("\(time.microseconds / 1000) \(words(translator.frame))")
        }
      }
    }
    end(translator)
    return lines
  }

  private var keyboard: EventDescription {
    var description = EventDescription()
    for code in 1...255 { description.insert(type: InputType.key, code: code) }
    return description
  }

  private var gamepad: EventDescription {
    var description = EventDescription()
    description.insert(type: InputType.key, code: ButtonCode.gamepadSouth)
    description.insert(axis: AxisCode.z, AxisRange(minimum: 0, maximum: 255))
    description.insert(axis: AxisCode.hatX, AxisRange(minimum: -1, maximum: 1))
    description.insert(axis: AxisCode.x, AxisRange(minimum: 0, maximum: 255))
    description.insert(axis: AxisCode.y, AxisRange(minimum: 0, maximum: 255))
    return description
  }

  @Test func `a key is a press from down to up; repetition and unknown keys are nothing`() {
    #expect(
      play(keyboard, [[(1, 28, 1)], [(1, 28, 2)], [(1, 30, 1)], [(1, 30, 0)], [(1, 28, 0)]])
        == ["0 press began select", "400 press ended select"])
  }

  @Test func `two keys that mean the same are one press`() {
    #expect(
      play(keyboard, [[(1, 28, 1)], [(1, 96, 1)], [(1, 28, 0)], [(1, 96, 0)], [(1, 96, 0)]])
        == ["0 press began select", "300 press ended select"])
  }

  @Test func `Tab goes to the next view, with shift to the one before, and ends as it began`() {
    #expect(
      play(
        keyboard,
        [
          [(1, 15, 1)], [(1, 42, 1)], [(1, 15, 0)], [(1, 15, 1)], [(1, 42, 0)], [(1, 15, 0)],
          [(1, 54, 1), (1, 28, 1)], [(1, 28, 0), (1, 54, 0)],
        ])
        == [
          "0 press began next", "100 press began KEY_LEFTSHIFT", "200 press ended next",
          "300 press began previous", "400 press ended KEY_LEFTSHIFT", "500 press ended previous",
          "600 press began KEY_RIGHTSHIFT; press began select",
          "700 press ended select; press ended KEY_RIGHTSHIFT",
        ])
  }

  @Test func `each notch of a dial is a press, and a mouse has no dial`() {
    var dial = EventDescription()
    dial.insert(type: InputType.relative, code: RelativeCode.dial)
    #expect(dial.kind == .keys)
    #expect(
      play(dial, [[(2, 7, 2)], [(2, 7, -1)], [(2, 8, 1)]]) == [
        "0 press began next; press ended next; press began next; press ended next",
        "100 press began previous; press ended previous",
      ])
    #expect(play(dial, [[(2, 7, -2_000_000)]]).first?.split(separator: ";").count == 32)
    for code in [RelativeCode.x, RelativeCode.y, RelativeCode.wheel] {
      dial.insert(type: InputType.relative, code: code)
    }
    #expect(dial.kind == nil)
    #expect(play(dial, [[(2, 7, 1)], [(2, 8, 1)]]) == [])
  }

  @Test func `media keys are commands, seeking has a beginning and an end`() {
    #expect(
      play(keyboard, [[(1, 164, 1)], [(1, 164, 0)], [(1, 208, 1)], [(1, 208, 0)]])
        == [
          "0 remote togglePlayPause", "200 remote beginSeekingForward",
          "300 remote endSeekingForward",
        ])
  }

  @Test func `a key that was down before the device was opened does not end`() {
    #expect(play(keyboard, [[(1, 28, 0)]]) == [])
  }

  @Test func `an analogue button begins, changes and ends; a hat is four arrows`() {
    let z = AxisCode.z
    let hat = AxisCode.hatX
    #expect(
      play(
        gamepad,
        [
          [(3, z, 30)], [(3, z, 128)], [(3, z, 255)], [(3, z, 45)], [(3, z, 10)],
          [(3, hat, -1)], [(3, hat, 1)], [(3, hat, 0)], [(3, AxisCode.x, 9)],
        ])
        == [
          "100 press began ABS_Z", "200 press changed ABS_Z", "300 press changed ABS_Z",
          "400 press ended ABS_Z", "500 press began leftArrow",
          "600 press ended leftArrow; press began rightArrow", "700 press ended rightArrow",
        ])
  }

  @Test func `a key that is struck again too soon is none until it comes up`() {
    var settings = TranslationSettings()
    settings.keys.ignoreRepeat = 0.25
    #expect(
      play(
        keyboard,
        [
          [(1, 28, 1)], [(1, 28, 0)], [(1, 28, 1)], [(1, 28, 2)], [(1, 28, 2)], [(1, 28, 0)],
          [(1, 28, 1)], [(1, 28, 0)], [(1, 164, 1)], [(1, 164, 0)], [(1, 164, 1)],
        ], settings: settings)
        == [
          "0 press began select", "100 press ended select", "600 press began select",
          "700 press ended select", "800 remote togglePlayPause",
        ])
    #expect(
      play(
        gamepad,
        [
          [(3, AxisCode.hatX, 1)], [(3, AxisCode.hatX, 0)], [(3, AxisCode.hatX, 1)],
          [(3, AxisCode.hatX, 0)], [(3, AxisCode.hatX, -1)], [(3, AxisCode.hatX, 1)],
        ], settings: settings)
        == [
          "0 press began rightArrow", "100 press ended rightArrow", "400 press began leftArrow",
          "500 press ended leftArrow; press began rightArrow",
        ])
  }

  @Test func `another key is never too soon, nor are the notches of a dial`() {
    var settings = TranslationSettings()
    settings.keys.ignoreRepeat = 4
    var dial = EventDescription()
    dial.insert(type: InputType.relative, code: RelativeCode.dial)
    #expect(play(dial, [[(2, 7, 1)], [(2, 7, 1)]], settings: settings).count == 2)
    let lines = play(
      keyboard,
      [
        [(1, 28, 1)], [(1, 28, 0)], [(1, 1, 1)], [(1, 1, 0)], [(1, 28, 1)], [(1, 28, 0)],
        [(1, 28, 1)],
      ], settings: settings
    ) { translator in
      // Lost events: it has come up, and is down in its own right.
      var state = KernelState()
      #expect(!translator.resynchronize(at: Instant(microseconds: 700_000), state))
      state.keys = [28]
      #expect(translator.resynchronize(at: Instant(microseconds: 4_600_000), state))
      #expect(words(translator.frame) == "press began select")
    }
    #expect(
      lines == [
        "0 press began select", "100 press ended select", "200 press began menu",
        "300 press ended menu", "400 press began select", "500 press ended select",
      ])
  }

  @Test func `what is down when a device goes is cancelled`() {
    let lines = play(keyboard, [[(1, 28, 1), (1, 208, 1)]]) { translator in
      #expect(translator.cancelAll(at: Instant(microseconds: 1)))
      #expect(words(translator.frame) == "press cancelled select; remote endSeekingForward")
      #expect(!translator.cancelAll(at: Instant(microseconds: 2)))
    }
    #expect(lines == ["0 press began select; remote beginSeekingForward"])
  }

  @Test func `presses lost with events are cancelled, those that came meanwhile begin`() {
    let lines = play(keyboard, [[(1, 28, 1)]]) { translator in
      var state = KernelState()
      state.keys = [103]
      #expect(translator.resynchronize(at: Instant(microseconds: 5), state))
      #expect(words(translator.frame) == "press cancelled select; press began upArrow")
    }
    #expect(lines == ["0 press began select"])
  }

  // MARK: Shakes

  private var accelerometer: EventDescription {
    var description = EventDescription()
    description.properties = [InputProperty.accelerometer]
    for axis in [AxisCode.x, AxisCode.y, AxisCode.z] {
      description.insert(
        axis: axis, AxisRange(minimum: -2048, maximum: 2047, resolution: 1000))
    }
    return description
  }

  private func jerks(_ values: [Int]) -> [[(Int, Int, Int)]] {
    values.map { [(3, AxisCode.x, $0), (3, AxisCode.y, 0), (3, AxisCode.z, 1000)] }
  }

  @Test func `three jerks to and fro are a shake, which ends half a second after the last`() {
    #expect(
      play(accelerometer, jerks([0, 1500, -1500, 1500, -1500, 0, 0, 0, 0, 0, 0, 0]))
        == ["300 motion began", "900 motion ended"])
  }

  @Test func `a knock, a slow turn, and a push in one direction are no shake`() {
    #expect(play(accelerometer, jerks([0, 1500, 0, 0, 0, 0, 0, 0, 0])) == [])
    #expect(play(accelerometer, jerks([0, 200, 400, 600, 800, 1000, 1000, 1000])) == [])
    #expect(play(accelerometer, jerks([0, 1500, 1500, 1600, 1500, 1600, 1500])) == [])
  }

  /// An acceleration of the x and z axes in each frame; nil: the device reports nothing.
  private func tilts(_ values: [(Int, Int)?]) -> [[(Int, Int, Int)]] {
    values.map { value in
      value.map { [(3, AxisCode.x, $0.0), (3, AxisCode.y, 0), (3, AxisCode.z, $0.1)] } ?? []
    }
  }

  /// The ways in which a panel is turned over, each in 1.1 s.
  static let turns: [[(Int, Int)?]] = [
    // At once, and the device reports nothing more.
    [(0, -1000)] + [(Int, Int)?](repeating: nil, count: 10),
    // At once, and the device reports its noise.
    (0..<11).map { (index: Int) -> (Int, Int)? in index % 2 == 0 ? (0, -1000) : (10, -990) },
    // Smoothly.
    [(700, 700), (1000, 0), (700, -700)] + [(Int, Int)?](repeating: (0, -1000), count: 8),
  ]

  @Test(arguments: turns)
  func `a panel that was turned over feels a shake`(turn: [(Int, Int)?]) {
    let shake: [(Int, Int)?] = [(1500, -1000), (-1500, -1000), (1500, -1000), (-1500, -1000)]
    let first: (Int, Int)? = (0, 1000)
    let rest = [(Int, Int)?](repeating: (0, -1000), count: 8)
    let lines = play(accelerometer, tilts([first] + turn + shake + rest))
    #expect(lines.count == 2 && lines[0].hasSuffix("motion began"), "\(lines)")
    #expect(lines.last == "2000 motion ended")
  }

  @Test func `a device that is opened during a shake feels the next one`() {
    let opened: [(Int, Int)?] = [(-3000, 1000), (0, 1000)]
    let shake: [(Int, Int)?] = [(1500, 1000), (-1500, 1000), (1500, 1000)]
    let rest = [(Int, Int)?](repeating: nil, count: 10)
    #expect(
      play(accelerometer, tilts(opened + rest + shake + rest))
        == ["1400 motion began", "1900 motion ended"])
  }

  @Test func `a shake ends in whichever position the panel is put down`() {
    let shake: [(Int, Int)?] = [(0, 1000), (1500, 1000), (-1500, 1000), (1500, 1000)]
    let down = (0..<30).map { (index: Int) -> (Int, Int)? in
      index % 2 == 0 ? (0, -1000) : (10, -990)
    }
    let lines = play(accelerometer, tilts(shake + down))
    #expect(lines.first == "300 motion began")
    #expect(lines.count == 2 && lines[1].hasSuffix("motion ended"), "\(lines)")
  }

  @Test func `a shake that does not end is cancelled, and nothing follows until there is rest`() {
    var values = [0]
    for index in 0..<80 { values.append(index % 2 == 0 ? 1500 : -1500) }
    let rest = [Int](repeating: 0, count: 8)
    #expect(
      play(accelerometer, jerks(values + rest + [1500, -1500, 1500] + rest))
        == ["300 motion began", "5300 motion cancelled", "9100 motion began", "9600 motion ended"])
  }
}
