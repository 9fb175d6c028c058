// A limit of the rate of control events, because a finger causes one for every movement.

/// Decides which events of controls are published, and when.
///
/// Drag events that come too soon are dropped. The latest value is kept until it is due, or until
/// another event of the control.
struct ControlPacer {
  /// The kinds of control event.
  enum Event: Hashable, Sendable {
    /// A finger moved inside or outside of the control.
    case drag
    /// The value of the control changed.
    case value
    /// Anything else.
    case other

    /// The kind of the event with this name.
    init(named name: String) {
      switch name {
      case "touchDragInside", "touchDragOutside": self = .drag
      case "valueChanged": self = .value
      default: self = .other
      }
    }
  }

  private struct Pace {
    var drag: Int64?
    var value: Int64?
    var held: OutgoingMessage?
  }

  private let interval: Int64
  private var paces: [String: Pace] = [:]

  /// At most so many events of one control per second.
  init(rate: Double) { interval = Int64(1_000_000 / rate) }

  /// The time at which the next value is due, in microseconds.
  var deadline: Int64? {
    paces.values.compactMap { pace in
      pace.held == nil ? nil : pace.value.map { $0 + interval }
    }.min()
  }

  /// The messages to publish now, in order.
  mutating func admit(
    _ message: OutgoingMessage, of control: String, _ event: Event, now: Int64
  ) -> [OutgoingMessage] {
    var pace = paces[control] ?? Pace()
    defer { paces[control] = event == .other ? nil : pace }
    switch event {
    case .drag:
      if let last = pace.drag, now - last < interval { return [] }
      pace.drag = now
      return [message]
    case .value:
      if let last = pace.value, now - last < interval {
        pace.held = message
        return []
      }
      pace.value = now
      pace.held = nil
      return [message]
    case .other: return (pace.held.map { [$0] } ?? []) + [message]
    }
  }

  /// The values that are due.
  mutating func due(now: Int64) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    for control in paces.keys.sorted() {
      guard let last = paces[control]?.value, let held = paces[control]?.held,
        now - last >= interval
      else { continue }
      messages.append(held)
      paces[control] = Pace(drag: paces[control]?.drag, value: now)
    }
    return messages
  }
}
