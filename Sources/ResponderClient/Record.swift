// One line that tells what happened.

internal import Wire

/// One callback, action, control event, or change, as the daemon told it.
public struct Record: Hashable, Sendable {
  /// Everything it says.
  public let value: Value
  /// The line as it came, without its end.
  public let line: String
  /// Whether the client made it up: the end of a touch whose real end was lost with a connection.
  public let isMadeUp: Bool

  package init(_ value: Value, line: String) {
    self.value = value
    self.line = line
    isMadeUp = false
  }

  init(madeUp value: Value) {
    self.value = value
    line = value.description
    isMadeUp = true
  }

  /// Its number; the daemon's instance counts all its records.
  public var seq: UInt64 { value["seq"]?.whole.flatMap { UInt64(exactly: $0) } ?? 0 }
  /// When it happened, in seconds of the kernel's monotonic clock.
  public var time: Double { value["t"]?.number ?? 0 }
  /// What one input frame caused shares this number.
  public var frame: Int { value["frame"]?.whole ?? 0 }
  /// Its kind: `touches`, `gesture`, `control` …
  public var type: String { value["type"]?.text ?? "" }
  /// The phase of touches, presses, motion or scrolling, or the state of a gesture.
  public var phase: String? { (value["phase"] ?? value["state"])?.text }
  /// The hit view of touches, or the view a gesture's recognizer is attached to.
  public var view: String? { value["view"]?.text }
  /// The responder that took the callback.
  public var responder: String? { value["responder"]?.text }
  /// The recognizer of a gesture.
  public var recognizer: String? { value["recognizer"]?.text }
  /// The control of a control event, and the event.
  public var control: String? { value["control"]?.text }
  /// The name of a control event, such as `touchUpInside`.
  public var event: String? { value["event"]?.text }
  /// How many older records of the same thing this one stands for beyond itself.
  public var coalesced: Int { value["coalesced"]?.whole ?? 0 }

  /// The touches it speaks of; where the record only numbers them, places are nil.
  public var touches: [RecordTouch] {
    (value["touches"]?.list ?? []).compactMap { entry in
      if let id = entry.whole { return RecordTouch(id: id, value: [:]) }
      return entry["id"]?.whole.map { RecordTouch(id: $0, value: entry) }
    }
  }

  /// Any other member.
  public subscript(name: String) -> Value? { value[name] }
}

/// One touch of a record.
public struct RecordTouch: Hashable, Sendable {
  /// The touch's number, never used again by the same instance.
  public let id: Int
  /// Everything the record says of it.
  public let value: Value

  /// Where it is in its view, if the record says so.
  public var x: Double? { value["x"]?.number }
  public var y: Double? { value["y"]?.number }
  /// Where it is in its window, if the record says so.
  public var windowX: Double? { value["windowX"]?.number }
  public var windowY: Double? { value["windowY"]?.number }
  /// How many taps in a row it makes.
  public var tapCount: Int? { value["tapCount"]?.whole }
  /// The device that reports it.
  public var device: String? { value["device"]?.text }
}

extension Record: CustomStringConvertible {
  /// The line as it came.
  public var description: String { line }
}
