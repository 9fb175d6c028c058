// What each type of record is: one declaration a type, which filters, queues and clients read.

extension RecordType {
  /// The declaration of a type.
  package struct Declaration: Sendable {
    /// What the records share of which a newer one may replace an older one.
    package enum Subject {
      /// The recognizer.
      case recognizer
      /// The responder and the touches.
      case touchesOfResponder
      /// The responder, the device and the touches.
      case touchesOfDevice
    }

    /// The word in the record's `type`.
    package let word: StaticString
    /// Whether each record has a number of its own. Those of the others have the number of the record
    /// before them, so that what some programs read makes no gap for the rest.
    package let isNumbered: Bool
    /// Whether a subscription that names no types contains it.
    package let isUsual: Bool
    /// Whether a record of it calls for an action, which only one program performs.
    package let callsForAction: Bool
    /// Whether it has moves: records that a newer one of the same subject replaces.
    package let hasMoves: Bool
    /// What makes two of its records have the same subject.
    package let subject: Subject

    fileprivate init(
      _ word: StaticString, isNumbered: Bool = true, isUsual: Bool = true,
      callsForAction: Bool = false, hasMoves: Bool = false,
      subject: Subject = .touchesOfDevice
    ) {
      self.word = word
      self.isNumbered = isNumbered
      self.isUsual = isUsual
      self.callsForAction = callsForAction
      self.hasMoves = hasMoves
      self.subject = subject
    }
  }

  /// The declaration of this type.
  package var declaration: Declaration {
    switch self {
    case .touches:
      Declaration("touches", callsForAction: true, hasMoves: true, subject: .touchesOfResponder)
    case .unhandled:
      Declaration("unhandled", callsForAction: true, hasMoves: true, subject: .touchesOfResponder)
    case .gesture:
      Declaration("gesture", callsForAction: true, hasMoves: true, subject: .recognizer)
    case .control: Declaration("control", callsForAction: true)
    case .action: Declaration("action", callsForAction: true)
    case .presses: Declaration("presses", callsForAction: true, hasMoves: true)
    case .motion: Declaration("motion", callsForAction: true)
    case .remoteControl: Declaration("remoteControl", callsForAction: true)
    case .scroll: Declaration("scroll", callsForAction: true, hasMoves: true)
    case .firstResponder: Declaration("firstResponder")
    case .focus: Declaration("focus")
    case .edit: Declaration("edit")
    case .activity: Declaration("activity")
    case .device: Declaration("device")
    case .health: Declaration("health", isNumbered: false, isUsual: false)
    case .feedback: Declaration("feedback", isNumbered: false, isUsual: false)
    case .question: Declaration("question", isUsual: false, callsForAction: true)
    case .explain:
      Declaration("explain", isNumbered: false, isUsual: false, subject: .recognizer)
    case .raw:
      Declaration("raw", isNumbered: false, isUsual: false, hasMoves: true)
    }
  }

  /// The word in the record's `type`.
  package var word: StaticString { declaration.word }
}
