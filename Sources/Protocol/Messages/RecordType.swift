// The types of records and their phases, as words and as sets.

/// The types of records; `declaration` says what each one is.
package enum RecordType: UInt8, Sendable, CaseIterable {
  case touches, unhandled, gesture, control, action, presses, motion, remoteControl, scroll
  case firstResponder, focus, edit, activity, device, question, explain, raw, health, feedback

  /// The type with this word.
  package init?(word: String) {
    guard let type = Self.allCases.first(where: { $0.word.description == word }) else { return nil }
    self = type
  }
}

/// A set of record types.
package struct RecordTypes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one type.
  package init(_ type: RecordType) { rawValue = 1 << UInt32(type.rawValue) }

  /// The set of several types.
  package init(_ types: some Sequence<RecordType>) {
    self = types.reduce(into: []) { $0.formUnion(RecordTypes($1)) }
  }

  /// The types of a subscription that names none.
  package static let standard = RecordTypes(RecordType.allCases.filter(\.declaration.isUsual))
}

/// The phases of touches, presses, motions and scrolls, and the states of gestures.
package enum RecordPhase: UInt8, Sendable, CaseIterable {
  case began, moved, changed, ended, cancelled, failed

  /// The word in the record's `phase` or `state`.
  package var word: StaticString {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  /// Whether the next record of the same subject replaces this one.
  package var isPassing: Bool {
    switch self {
    case .moved, .changed: true
    case .began, .ended, .cancelled, .failed: false
    }
  }
}

/// Phases of `scroll` and `activity` records that are more exact than a phase.
package enum ExactPhase: UInt8, Sendable, CaseIterable {
  case decelerating, settled, zooming, idle, active

  /// The word in the record's `phase` or `state`.
  package var word: StaticString {
    switch self {
    case .decelerating: "decelerating"
    case .settled: "settled"
    case .zooming: "zooming"
    case .idle: "idle"
    case .active: "active"
    }
  }
}

/// A set of phases.
package struct RecordPhases: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The set of one phase.
  package init(_ phase: RecordPhase) { rawValue = 1 << UInt16(phase.rawValue) }

  /// The set of one exact phase.
  package init(_ phase: ExactPhase) { rawValue = 1 << (8 + UInt16(phase.rawValue)) }

  /// The set of the phase with this word.
  package init?(word: String) {
    if let phase = RecordPhase.allCases.first(where: { $0.word.description == word }) {
      self.init(phase)
    } else if let phase = ExactPhase.allCases.first(where: { $0.word.description == word }) {
      self.init(phase)
    } else {
      return nil
    }
  }

  /// Every word that names a phase.
  package static var words: [String] {
    RecordPhase.allCases.map(\.word.description) + ExactPhase.allCases.map(\.word.description)
  }

  /// Every phase.
  package static let all = RecordPhases(rawValue: .max)
  /// The phases of an `activity` record.
  package static let activity: RecordPhases = [
    RecordPhases(ExactPhase.idle), RecordPhases(ExactPhase.active),
  ]
}
