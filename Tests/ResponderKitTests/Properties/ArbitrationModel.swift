// How two recognizers settle who recognizes: the rules written a second time, small.

import ResponderKit

/// One of the two recognizers, and where it is in its attempt.
struct Contender {
  let name: String
  /// Whether a finger that lands here, or a pointer that is here, is one of its own.
  let accepts: (Point) -> Bool
  let fresh: () -> any KindModel
  /// How many taps it needs, of a tap recognizer.
  let taps: Int?
  /// Whether it is one of the engine's own, which never skip began (F7).
  let isBuiltIn: Bool
  /// Whether a hovering pointer drives it, and fingers do not (HO1).
  let isHover: Bool
  /// Whether it is a drag that waits for an edge pan (ED4).
  let isDrag: Bool

  var model: any KindModel
  var state = GestureRecognizer.State.possible
  /// What it has decided and not yet carried out.
  var wants: [Outcome] = []
  /// Fingers accepted since its last reset, and those of them that it still follows.
  var accepted: Set<Int> = []
  var followed: Set<Int> = []
  /// When its alarm was set, compared with others.
  var alarmSet = 0
  /// When it passed its limit as a drag: the number of the event and the part of its step (P2).
  var passed: Double?

  init(
    name: String, taps: Int? = nil, isBuiltIn: Bool = true, isHover: Bool = false,
    isDrag: Bool = false, accepts: @escaping (Point) -> Bool, fresh: @escaping () -> any KindModel
  ) {
    self.name = name
    self.taps = taps
    self.isBuiltIn = isBuiltIn
    self.isHover = isHover
    self.isDrag = isDrag
    self.accepts = accepts
    self.fresh = fresh
    model = fresh()
  }

  /// Whether an attempt is under way; a hovering pointer starts one without a finger.
  var isActive: Bool { !accepted.isEmpty || state != .possible || !wants.isEmpty }
  var isFinished: Bool { [.ended, .failed, .cancelled].contains(state) }
  var hasBegun: Bool { state == .began || state == .changed }
  /// Whether it takes no more touches although its state is not final.
  var hasDecided: Bool { wants.contains { [.ended, .cancelled, .failed].contains($0) } }
}

/// Two recognizers under the rules of sections F and P.
struct ArbitrationModel {
  /// In the order in which they are served (D3).
  private var both: [Contender]
  /// The index of the one that waits for the other to fail.
  private let waiter: Int?
  private let isSimultaneous: Bool
  /// The index of a scroll view's pan that keeps fingers from its content while it drags (SV17).
  private let keeper: Int?
  private var clock = 0
  private var eventNumber = 0
  private var time: Int64 = 0
  private var places: [Int: Point] = [:]
  private var pointer: Point?
  private(set) var lines: [String] = []

  init(
    _ both: [Contender], waiter: Int? = nil, isSimultaneous: Bool = false, keeper: Int? = nil
  ) {
    self.both = both
    self.keeper = keeper
    self.waiter = waiter
    self.isSimultaneous = isSimultaneous
  }

  /// Alarms that come before a moment, then what happens at that moment.
  mutating func play(_ event: Gesture.Event) {
    ring(before: event.time, includingMinimum: true)
    time = event.time
    eventNumber += 1
    switch event.change {
    case .contacts(let contacts):
      for index in both.indices where !both[index].isHover { serve(index, contacts) }
      for contact in contacts { places[contact.id] = contact.position }
    case .pointer(let place):
      for index in both.indices where both[index].isHover {
        let old = pointer.flatMap { both[index].accepts($0) ? $0 : nil }
        let new = place.flatMap { both[index].accepts($0) ? $0 : nil }
        decide(both[index].model.pointer(from: old, to: new), of: index)
      }
      pointer = place
    }
    resolve()
  }

  /// Alarms up to a moment.
  mutating func advance(to time: Int64) { ring(before: time + 1, includingMinimum: false) }

  private mutating func ring(before limit: Int64, includingMinimum: Bool) {
    while true {
      let due = both.indices.filter { index in
        guard let alarm = both[index].model.alarm, both[index].isActive else { return false }
        if both[index].hasDecided { return false }
        return alarm.time < limit || includingMinimum && alarm.isMinimum && alarm.time == limit
      }
      let first = due.min { left, right in
        let times = (both[left].model.alarm?.time ?? 0, both[right].model.alarm?.time ?? 0)
        return times.0 == times.1
          ? both[left].alarmSet < both[right].alarmSet : times.0 < times.1
      }
      guard let first, let alarm = both[first].model.alarm else { return }
      time = alarm.time
      decide(both[first].model.alarmed(), of: first)
      resolve()
    }
  }

  private mutating func serve(_ index: Int, _ contacts: [Contact]) {
    let fingers = contacts.map { contact in
      Finger(id: contact.id, from: places[contact.id] ?? contact.position, to: contact.position)
    }
    let changes = Dictionary(uniqueKeysWithValues: contacts.map { ($0.id, $0.change) })
    let alarm = both[index].model.alarm
    let isKept = keeper.map { $0 != index && both[$0].hasBegun } ?? false
    let new = fingers.filter {
      changes[$0.id] == .down && !isKept && both[index].accepts($0.to)
    }
    if !new.isEmpty, !both[index].hasDecided {
      both[index].accepted.formUnion(new.map(\.id))
      both[index].followed.formUnion(new.map(\.id))
      decide(both[index].model.began(new, at: time), of: index)
    }
    let mine = fingers.filter { both[index].followed.contains($0.id) }
    let moved = mine.filter { changes[$0.id] == .move }
    if !moved.isEmpty, !both[index].hasDecided {
      decide(both[index].model.moved(moved, at: time), of: index)
      if both[index].passed == nil, let part = both[index].model.passing {
        both[index].passed = Double(eventNumber) + part
      }
    }
    let ended = mine.filter { changes[$0.id] == .up }
    both[index].followed.subtract(ended.map(\.id))
    if !ended.isEmpty, !both[index].hasDecided {
      decide(both[index].model.ended(ended, at: time), of: index)
    }
    if both[index].model.alarm != alarm {
      clock += 1
      both[index].alarmSet = clock
    }
  }

  /// What a recognizer decided, made a legal step by G3 and G5.
  private mutating func decide(_ outcome: Outcome, of index: Int) {
    let hasBegun = both[index].hasBegun
    let want: Outcome
    switch outcome {
    case .nothing: return
    case .began, .changed: want = hasBegun ? .changed : .began
    case .ended: want = .ended
    case .cancelled, .failed: want = hasBegun ? .cancelled : .failed
    }
    if !both[index].isBuiltIn {
      // Only the latest counts while it is blocked (F2).
      both[index].wants = [want]
    } else if want == .began || want == .changed {
      // A blocked recognizer does not send what happened meanwhile (F7).
      if both[index].wants.isEmpty { both[index].wants = [want] }
    } else {
      both[index].wants.append(want)
    }
  }

  // MARK: The update pass

  private mutating func resolve() {
    // A recognizer that is overruled fails before any decision is carried out (1.2, steps b and c).
    while both.indices.contains(where: { yields($0) }) || order.contains(where: { step($0) }) {}
    for index in both.indices where both[index].isFinished {
      both[index].state = .possible
      both[index].wants = []
      both[index].accepted = []
      both[index].followed = []
      both[index].passed = nil
      both[index].model = both[index].fresh()
    }
  }

  /// Who is looked at first: of two drags that can begin, the one that passed its limit first (P2).
  private var order: [Int] {
    guard both.indices.allSatisfy({ canBegin($0) }), let first = both[0].passed,
      let second = both[1].passed, second < first - 1e-9
    else { return [0, 1] }
    return [1, 0]
  }

  private func canBegin(_ index: Int) -> Bool {
    let one = both[index]
    guard one.isActive, !one.isFinished, !one.hasBegun, let want = one.wants.first else {
      return false
    }
    return want != .failed && !isBlocked(index)
  }

  /// Fails one that must give way; says whether it had to.
  private mutating func yields(_ index: Int) -> Bool {
    let one = both[index]
    guard one.isActive, !one.isFinished, !one.hasBegun, isOverruled(index) else { return false }
    change(index, to: .failed)
    return true
  }

  /// Carries out one decision; says whether there was one.
  private mutating func step(_ index: Int) -> Bool {
    let one = both[index]
    if one.isFinished || !one.isActive { return false }
    guard let want = one.wants.first else { return false }
    if !one.hasBegun, want != .failed, isBlocked(index) {
      // Having wanted to begin, it cannot fail by itself any more, only end.
      return false
    }
    both[index].wants.removeFirst()
    switch want {
    case .nothing: break
    case .failed: change(index, to: .failed)
    case .cancelled: change(index, to: .cancelled)
    case .changed: change(index, to: .changed)
    case .began: recognize(index, as: .began)
    case .ended: one.hasBegun ? change(index, to: .ended) : recognize(index, as: .ended)
    }
    return true
  }

  private mutating func recognize(_ index: Int, as state: GestureRecognizer.State) {
    change(index, to: state)
    let other = 1 - index
    let loses = excludes(index, other) || waiter == other
    if loses, both[other].isActive, !both[other].hasBegun, !both[other].isFinished {
      change(other, to: .failed)
    }
  }

  /// Whether the other one is recognized already and shuts this one out, or is required to fail.
  private func isOverruled(_ index: Int) -> Bool {
    let other = 1 - index
    return both[other].hasBegun && (excludes(other, index) || waiter == index)
  }

  private func isBlocked(_ index: Int) -> Bool {
    let other = both[1 - index]
    // One that never saw a touch does not block (F4).
    guard !other.accepted.isEmpty, !other.isFinished, !other.hasBegun else { return false }
    return waiter == index || waitsForEdge(index)
  }

  private func waitsForEdge(_ index: Int) -> Bool {
    let other = both[1 - index]
    return both[index].isDrag && other.model.precedesDrags && waiter != 1 - index
      && !isSimultaneous && !both[index].accepted.isDisjoint(with: other.accepted)
  }

  private func excludes(_ winner: Int, _ loser: Int) -> Bool {
    if isSimultaneous || both[winner].accepted.isDisjoint(with: both[loser].accepted) {
      return false
    }
    if let few = both[winner].taps, let many = both[loser].taps, many > few { return false }
    return true
  }

  private mutating func change(_ index: Int, to state: GestureRecognizer.State) {
    let words = "\(both[index].state.word)>\(state.word)"
    lines.append("\(time) \(both[index].name) \(words)")
    both[index].state = state
  }
}
