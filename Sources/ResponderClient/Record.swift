// One line that reports an event.

internal import Protocol

/// One callback, action, control event, or change, as the daemon reported it.
public struct Record: Hashable, Sendable {
  /// All members of the record.
  public let value: Value
  /// The line as it was received, without its line feed.
  public let line: String
  /// Whether the client made the record: the end of a touch whose own end was lost with a
  /// connection.
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

  /// The record's number; the daemon's instance numbers all its records.
  public var seq: UInt64 { value["seq"]?.whole.flatMap { UInt64(exactly: $0) } ?? 0 }
  /// The time in seconds of the kernel's monotonic clock.
  public var time: Double { value["t"]?.number ?? 0 }
  /// The frame number; all records that one input frame causes share it.
  public var frame: Int { value["frame"]?.whole ?? 0 }
  /// The type of record: `touches`, `gesture`, `control` …
  public var type: String { value["type"]?.text ?? "" }
  /// The phase of touches, presses, motion or scrolling, or the state of a gesture.
  public var phase: String? { (value["phase"] ?? value["state"])?.text }
  /// The hit view of touches, or the view a gesture's recognizer is attached to.
  public var view: String? { value["view"]?.text }
  /// The responder that handled the callback.
  public var responder: String? { value["responder"]?.text }
  /// The recognizer of a gesture.
  public var recognizer: String? { value["recognizer"]?.text }
  /// The control of a control event.
  public var control: String? { value["control"]?.text }
  /// The name of a control event, such as `touchUpInside`.
  public var event: String? { value["event"]?.text }
  /// The number of older records of the same subject that this one replaces.
  public var coalesced: Int { value["coalesced"]?.whole ?? 0 }

  /// The touches of the record; positions are nil where the record has only numbers.
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
  /// All members of the touch.
  public let value: Value

  /// The x coordinate in its view, if the record has it.
  public var x: Double? { value["x"]?.number }
  public var y: Double? { value["y"]?.number }
  /// The x coordinate in its window, if the record has it.
  public var windowX: Double? { value["windowX"]?.number }
  public var windowY: Double? { value["windowY"]?.number }
  /// The number of taps in a row.
  public var tapCount: Int? { value["tapCount"]?.whole }
  /// The device that reported the touch.
  public var device: String? { value["device"]?.text }
}

extension Record: CustomStringConvertible {
  /// The line as it was received.
  public var description: String { line }
}
