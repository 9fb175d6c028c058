// Which keys of a device are passed on: the unhandled ones.
//
//     up ──down──► open ──taken──► ours ───────► up
//                   └────left────► passed on ──► up
//
// A key that comes up while it is open is passed on as down and up at once, unless it is taken then.

import ResponderKit

/// The keys that are down and stand for a press or a command, and which of them are passed on.
struct PassedKeys {
  private enum Owner { case open, ours, others }

  private struct Key {
    let code: Int
    let meaning: KeyMeaning
    var owner: Owner
    var isDown = true
  }

  private var keys: [Key] = []

  /// A key goes down or comes up; one without a meaning is passed on at once, and so is a modifier, which
  /// other programs need for the keys that they receive.
  mutating func receive(
    _ code: Int, isDown: Bool, meaning: KeyMeaning?, to writer: inout TouchWriter
  ) {
    guard let meaning, !meaning.isModifier else { return writer.key(code, isDown: isDown) }
    if isDown { down(code, meaning, to: &writer) } else { up(code, to: &writer) }
  }

  private mutating func down(_ code: Int, _ meaning: KeyMeaning, to writer: inout TouchWriter) {
    // The kernel's own repetition: it is down already.
    if keys.contains(where: { $0.code == code && $0.isDown }) { return }
    // The second of two keys that are one press goes where that press went.
    let owner = keys.first { $0.meaning == meaning && $0.isDown }?.owner ?? .open
    keys.append(Key(code: code, meaning: meaning, owner: owner))
    if owner == .others { writer.key(code, isDown: true) }
  }

  private mutating func up(_ code: Int, to writer: inout TouchWriter) {
    guard let index = keys.firstIndex(where: { $0.code == code && $0.isDown }) else { return }
    switch keys[index].owner {
    case .open: keys[index].isDown = false
    case .ours: keys.remove(at: index)
    case .others:
      writer.key(code, isDown: false)
      keys.remove(at: index)
    }
  }

  /// A responder or a recognizer has taken a press.
  mutating func keep(_ press: PressType) { keep { $0 == .press(press) } }

  /// A responder has taken a command.
  mutating func keep(_ command: RemoteControlSubtype) {
    keep {
      switch $0 {
      case .command(let own): own == command
      case .seek(let begin, _): begin == command
      case .press: false
      }
    }
  }

  private mutating func keep(_ isMeant: (KeyMeaning) -> Bool) {
    for index in keys.indices where keys[index].owner == .open && isMeant(keys[index].meaning) {
      keys[index].owner = .ours
    }
    keys.removeAll { $0.owner == .ours && !$0.isDown }
  }

  /// A turn is over: keys that were not taken are passed on, but for presses that may still be taken.
  mutating func finishTurn(
    to writer: inout TouchWriter, _ status: (PressType) -> PassedPressStatus
  ) {
    for index in keys.indices where keys[index].owner == .open {
      if case .press(let type) = keys[index].meaning {
        switch status(type) {
        case .undecided: continue
        case .taken:
          keys[index].owner = .ours
          continue
        case .left: break
        }
      }
      keys[index].owner = .others
      writer.key(keys[index].code, isDown: true)
      if !keys[index].isDown { writer.key(keys[index].code, isDown: false) }
    }
    keys.removeAll { !$0.isDown && $0.owner != .open }
  }

  /// Whether it is not decided for every key yet.
  var isUndecided: Bool { keys.contains { $0.owner == .open } }

  /// Events were lost: these keys are down, and all others have come up.
  mutating func resynchronize(_ down: Set<Int>, to writer: inout TouchWriter) {
    keys.removeAll { !down.contains($0.code) }
    writer.releaseKeys(but: down)
  }
}
