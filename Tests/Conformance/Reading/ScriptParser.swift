// The script: seconds, then actions between semicolons.

import ResponderKit

/// Reads a script line by line, and remembers where each finger is.
struct ScriptParser {
  private var fingers: [Int: Finger] = [:]
  private var time = Instant(microseconds: 0)

  /// Fingers from this number on touch a second touchscreen.
  static let secondDevice = 100

  private struct Finger {
    var position: Point
    /// Down as the script has it; a system cancel leaves the finger on the glass.
    var isDown = true
  }

  /// The lines of a script, in their order.
  static func parse(_ lines: [TextLine], _ problems: inout [Problem]) -> [ScriptLine] {
    var parser = ScriptParser()
    var script: [ScriptLine] = []
    for line in lines {
      do throws(Problem) {
        script.append(try parser.read(line))
      } catch {
        problems.append(error)
      }
    }
    return script
  }

  private mutating func read(_ line: TextLine) throws(Problem) -> ScriptLine {
    var parts = line.parts(separator: ";")
    guard let stamp = parts[0].first, let seconds = Double(stamp.text), seconds.isFinite else {
      throw Problem(at: line.place, expected: "seconds, then actions", found: line.text)
    }
    let moment = Instant(seconds: seconds)
    guard moment >= time else {
      throw Problem(at: stamp.place, "the time \(stamp.text) lies before that of the line above")
    }
    time = moment
    parts[0].removeFirst()
    var actions: [Action] = []
    for part in parts {
      let action = try self.action(part, on: line)
      if case .touches(let contact) = action, case .touches(let before)? = actions.last {
        if before.contains(where: { $0.id == contact[0].id }) {
          throw Problem(
            at: line.place, "finger \(contact[0].id) changes twice in one event; use two lines")
        }
        actions[actions.count - 1] = .touches(before + contact)
      } else {
        actions.append(action)
      }
    }
    return ScriptLine(time: moment, actions: actions, place: line.place)
  }

  private mutating func action(_ words: [Word], on line: TextLine) throws(Problem) -> Action {
    guard let verb = words.first else {
      throw Problem(at: line.place, "an action is missing")
    }
    let operands = Operands(verb: verb, words: Array(words.dropFirst()))
    switch verb.text {
    case "down", "move", "up": return .touches([try contact(verb, operands)])
    case "cancel":
      // With a finger: the device takes this contact back.
      if !operands.words.isEmpty { return .touches([try contact(verb, operands)]) }
      return .cancel
    case "inhibit": return .inhibit(try operands.expect(["a view"])[0], true)
    case "allow": return .inhibit(try operands.expect(["a view"])[0], false)
    case "disable": return .disable(try operands.expect(["a recognizer"])[0])
    case "enable": return .enable(try operands.expect(["a recognizer"])[0])
    case "set": return try set(operands.expect(["an id", "a state or key=value"]))
    case "removeView": return .removeView(try operands.expect(["a view"])[0])
    case "moveView":
      let words = try operands.expect(["a view", "its new superview"])
      return .moveView(words[0], to: words[1])
    case "present":
      let words = try operands.expect(["a controller", "the one that presents it"])
      return .present(words[0], from: words[1])
    case "dismiss": return .dismiss(from: try operands.expect(["a presenting controller"])[0])
    case "chain": return .chain(try operands.expect(["a responder"])[0])
    case "motion":
      let words = try operands.expect(["began or ended", "shake"])
      _ = try words[1].one(of: ["shake": true])
      return .motion(try words[0].one(of: ["began": .began, "ended": .ended]))
    case "remote":
      return .remoteControl(
        try operands.expect(["a subtype"])[0].one(of: RemoteControlSubtype.self))
    case "press":
      let words = try operands.expect(["began or ended", "a press type"])
      return .press(
        try words[0].one(of: ["began": .began, "ended": .ended]), PressType(words[1].text))
    case "pointer":
      let place = try operands.expect(["x,y or gone"])[0]
      if place.text == "gone" { return .pointerGone }
      return .pointer(try Point(text: place.text, at: place.place))
    case "scroll":
      let words = try operands.expect(["x,y", "by", "dx,dy"])
      _ = try words[1].one(of: ["by": true])
      return .scroll(
        try Point(text: words[0].text, at: words[0].place),
        by: try Point(text: words[2].text, at: words[2].place))
    case "zoom":
      let words = try operands.expect(["x,y", "by", "a factor"])
      _ = try words[1].one(of: ["by": true])
      guard let factor = Double(words[2].text), factor > 0 else {
        throw Problem(at: words[2].place, expected: "a factor", found: words[2].text)
      }
      return .zoom(try Point(text: words[0].text, at: words[0].place), by: factor)
    case "app":
      return try operands.expect(["what becomes of it"])[0].one(of: [
        "inactive": .becomeInactive,
        "beginReceivingRemoteControlEvents": .beginReceivingRemoteControlEvents,
        "endReceivingRemoteControlEvents": .endReceivingRemoteControlEvents,
      ])
    case "becomeFirstResponder":
      return .becomeFirstResponder(try operands.expect(["a responder"])[0])
    default:
      throw Problem(at: verb.place, "unknown action \"\(verb.text)\"")
    }
  }

  private func set(_ words: [Word]) throws(Problem) -> Action {
    if words[1].text.contains("=") { return .setAttribute(words[0], try Attribute(words[1])) }
    return .setState(words[0], try words[1].one(of: StateName.self))
  }

  private mutating func contact(_ verb: Word, _ operands: Operands) throws(Problem) -> Contact {
    let words = try operands.expect(
      verb.text == "up" || verb.text == "cancel" ? ["a finger"] : ["a finger", "x,y"])
    guard let id = Int(words[0].text), id >= 0 else {
      throw Problem(at: words[0].place, expected: "the number of a finger", found: words[0].text)
    }
    let known = fingers[id]
    switch verb.text {
    case "down":
      if known?.isDown == true {
        throw Problem(at: verb.place, "finger \(id) is down already")
      }
      let position = try Point(text: words[1].text, at: words[1].place)
      fingers[id] = Finger(position: position)
      return Contact(id: id, change: .down, position: position)
    case "move":
      guard known?.isDown == true else {
        throw Problem(at: verb.place, "finger \(id) is not down")
      }
      let position = try Point(text: words[1].text, at: words[1].place)
      fingers[id]?.position = position
      return Contact(id: id, change: .move, position: position)
    default:
      guard let known, known.isDown else {
        throw Problem(at: verb.place, "finger \(id) is not down")
      }
      fingers[id] = nil
      return Contact(
        id: id, change: verb.text == "up" ? .up : .cancel, position: known.position)
    }
  }
}

/// The words after an action's name.
private struct Operands {
  var verb: Word
  var words: [Word]

  /// The words, exactly as many as there are names for.
  @discardableResult
  func expect(_ names: [String]) throws(Problem) -> [Word] {
    if words.count != names.count {
      let form = ([verb.text] + names.map { "(\($0))" }).joined(separator: " ")
      let found = ([verb] + words).map(\.text).joined(separator: " ")
      throw Problem(at: verb.place, expected: form, found: found)
    }
    return words
  }
}

extension Word {
  /// What the word stands for among a few.
  fileprivate func one<Value>(of meanings: KeyValuePairs<String, Value>) throws(Problem) -> Value {
    guard let meaning = meanings.first(where: { $0.key == text })?.value else {
      let names = meanings.map(\.key).joined(separator: ", ")
      throw Problem(at: place, expected: "one of \(names)", found: text)
    }
    return meaning
  }

  /// What the word stands for in a closed set.
  func one<Choice: RawRepresentable & CaseIterable>(
    of _: Choice.Type
  ) throws(Problem) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(at: place, expected: "one of \(choices)", found: text)
    }
    return choice
  }
}
