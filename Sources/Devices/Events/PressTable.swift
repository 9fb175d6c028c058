// From the events of keys, buttons and analogue axes to presses and remote-control commands.

import ResponderKit

/// Which presses of a device are down; each that begins also ends, once.
struct PressTable {
  private let meanings: KeyMeanings
  /// The ranges of the analogue buttons that the device has.
  private var analogue: [Int: AxisRange] = [:]
  /// Whether axes are buttons of the device: it is a gamepad.
  let hasAxes: Bool
  /// The relative axes that are dials.
  let dials: Set<Int>
  /// The keys that are down, and those whose press an analogue axis holds.
  private var keysDown: Set<Int> = []
  private var axesDown: Set<Int> = []
  private var hat: [Int: Int] = [:]
  /// The shift keys that are down, and the keys that went down as `previous` because of one.
  private var shifts: Set<Int> = []
  private var reversed: Set<Int> = []
  /// The key or direction that came up last, and the keys that a shaking hand has struck again: they are
  /// none until they come up.
  private var latest: (code: Int, time: Instant)?
  private var repeated: Set<Int> = []
  /// The number of keys that hold each press down; several keys may have the same meaning.
  private var holders: [PressType: Int] = [:]

  init(_ description: EventDescription, meanings: KeyMeanings) {
    self.meanings = meanings
    // The axes of a surface or of an accelerometer are no buttons.
    let isGamepad = description.hasKey(ButtonCode.gamepadSouth)
    hasAxes = isGamepad
    dials = description.dials
    guard isGamepad else { return }
    for axis in meanings.analogueAxes.keys {
      if let range = description.axes[axis], range.isValid { analogue[axis] = range }
    }
  }

  /// Whether the device has a key, button or axis with a meaning.
  static func isUseful(_ description: EventDescription, meanings: KeyMeanings) -> Bool {
    if description.hasKey(ButtonCode.gamepadSouth) || !description.dials.isEmpty { return true }
    guard let keys = description.codes[InputType.key] else { return false }
    return keys.contains { meanings.keys[$0] != nil }
  }

  /// What a key stands for; with shift, what goes to the next view goes to the one before.
  func meaning(ofKey code: Int) -> KeyMeaning? {
    let isReversed =
      keysDown.contains(code) ? reversed.contains(code) : !shifts.isEmpty
    guard let meaning = meanings.keys[code] else { return nil }
    return isReversed && meaning == .press(.next) ? .press(.previous) : meaning
  }

  /// Handles one event for a frame.
  mutating func handle(_ event: InputEvent, into frame: inout Frame) {
    if event.type == InputType.key {
      key(event.code, event.value, at: event.time, into: &frame)
    } else if event.type == InputType.relative {
      if dials.contains(event.code) { turn(event.value, into: &frame) }
    } else if event.type == InputType.absolute {
      if let range = analogue[event.code], let type = meanings.analogueAxes[event.code] {
        axis(event.code, type, position(event.value, range), into: &frame)
      } else if hasAxes, event.code == AxisCode.hatX {
        changeHatAxis(event, .leftArrow, .rightArrow, into: &frame)
      } else if hasAxes, event.code == AxisCode.hatY {
        changeHatAxis(event, .upArrow, .downArrow, into: &frame)
      }
    }
  }

  /// Recovers from lost events: keys that are up are cancelled, keys that went down begin.
  mutating func resynchronize(
    at time: Instant, isDown: (Int) -> Bool, into frame: inout Frame
  ) {
    shifts = ButtonCode.shifts.filter(isDown)
    repeated = repeated.filter(isDown)
    for code in meanings.keys.keys.sorted() where isDown(code) != keysDown.contains(code) {
      if isDown(code) {
        key(code, 1, at: time, into: &frame)
      } else {
        let first = frame.presses.count
        key(code, 0, at: time, into: &frame)
        for index in first..<frame.presses.count { frame.presses[index].change = .cancelled }
      }
    }
  }

  /// Ends every press as cancelled.
  mutating func cancelAll(into frame: inout Frame) {
    for (type, count) in holders.sorted(by: { $0.key.name < $1.key.name }) where count > 0 {
      frame.presses.append(PressChange(type: type, change: .cancelled, force: 0))
    }
    for code in keysDown.sorted() {
      if case .seek(_, let end) = meanings.keys[code] { frame.remoteControl.append(end) }
    }
    holders.removeAll()
    keysDown.removeAll()
    repeated.removeAll()
    shifts.removeAll()
    axesDown.removeAll()
    hat.removeAll()
  }

  private mutating func key(_ code: Int, _ value: Int, at time: Instant, into frame: inout Frame) {
    let isDown = value != 0
    if ButtonCode.shifts.contains(code) {
      if isDown { shifts.insert(code) } else { shifts.remove(code) }
    }
    guard let meaning = meaning(ofKey: code), !isRepeated(code, isDown, at: time) else { return }
    // The kernel's own repetition is value 2: the key is down already.
    guard isDown ? keysDown.insert(code).inserted : keysDown.remove(code) != nil else { return }
    if !isDown { latest = (code, time) }
    if isDown, !shifts.isEmpty { reversed.insert(code) } else { reversed.remove(code) }
    switch meaning {
    case .press(let type): isDown ? begin(type, 1, into: &frame) : end(type, into: &frame)
    case .command(let command): if isDown { frame.remoteControl.append(command) }
    case .seek(let begin, let end): frame.remoteControl.append(isDown ? begin : end)
    }
  }

  private mutating func isRepeated(_ code: Int, _ isDown: Bool, at time: Instant) -> Bool {
    guard isDown else { return repeated.remove(code) != nil }
    if !keysDown.contains(code), isTooSoon(code, at: time) { repeated.insert(code) }
    return repeated.contains(code)
  }

  private func isTooSoon(_ code: Int, at time: Instant) -> Bool {
    guard let latest, latest.code == code else { return false }
    return time - latest.time < meanings.ignoreRepeat
  }

  // Each notch is a press. More in one report than a hand can turn are a fault of the device.
  private mutating func turn(_ notches: Int, into frame: inout Frame) {
    let type: PressType = notches > 0 ? .next : .previous
    for _ in 0..<min(notches.magnitude, 16) {
      begin(type, 1, into: &frame)
      end(type, into: &frame)
    }
  }

  private func position(_ value: Int, _ range: AxisRange) -> Double {
    min(max(Double(value - range.minimum) / Double(range.maximum - range.minimum), 0), 1)
  }

  private mutating func axis(
    _ code: Int, _ type: PressType, _ force: Double, into frame: inout Frame
  ) {
    if axesDown.contains(code) {
      if force < meanings.endsBelow {
        axesDown.remove(code)
        end(type, into: &frame)
      } else {
        frame.presses.append(PressChange(type: type, change: .changed, force: force))
      }
    } else if force > meanings.beginsAbove {
      axesDown.insert(code)
      begin(type, force, into: &frame)
    }
  }

  private mutating func changeHatAxis(
    _ event: InputEvent, _ negative: PressType, _ positive: PressType, into frame: inout Frame
  ) {
    // Its directions are keys below all codes.
    func code(of direction: Int) -> Int { -2 * event.code + min(direction, 0) }
    var direction = event.value.signum()
    if direction != 0, isTooSoon(code(of: direction), at: event.time) { direction = 0 }
    let old = hat[event.code, default: 0]
    guard direction != old else { return }
    hat[event.code] = direction
    if old != 0 {
      end(old < 0 ? negative : positive, into: &frame)
      latest = (code(of: old), event.time)
    }
    if direction != 0 { begin(direction < 0 ? negative : positive, 1, into: &frame) }
  }

  private mutating func begin(_ type: PressType, _ force: Double, into frame: inout Frame) {
    let count = holders[type, default: 0]
    holders[type] = count + 1
    if count == 0 {
      frame.presses.append(PressChange(type: type, change: .began, force: force))
    }
  }

  private mutating func end(_ type: PressType, into frame: inout Frame) {
    let count = holders[type, default: 0]
    holders[type] = max(0, count - 1)
    if count == 1 { frame.presses.append(PressChange(type: type, change: .ended, force: 0)) }
  }
}
