// The engine's phases, states and kinds as words of records.

import Protocol
internal import ResponderKit

extension RecordPhase {
  /// The phase of a touch; nil for stationary, which is not reported.
  init?(_ phase: TouchPhase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .stationary: return nil
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }

  /// The phase of a press: `changed` where a touch has `moved`.
  init?(press phase: TouchPhase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .changed
    case .stationary: return nil
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }

  /// The state in which a recognizer's action was sent, or `failed`; nil for possible.
  init?(_ state: GestureRecognizer.State) {
    switch state {
    case .began: self = .began
    case .changed: self = .changed
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    case .possible: return nil
    }
  }
}

extension GestureRecognizer.State {
  /// The word in records.
  var recordWord: StaticString {
    switch self {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension RecordType {
  /// The reports that it needs, in addition to the standard ones.
  var needs: Outbox.Categories {
    switch self {
    case .feedback: .feedback
    case .explain: [.explain, .questions, .continuing]
    case .raw: .contacts
    default: []
    }
  }
}
