// Controls under a finger send an event for every movement; here they keep to a rate.

/// Decides which events of controls are published, and when.
///
/// Of drags, those that come too soon are left out. Of values, the latest one is kept until its
/// time, or until something else happens to the control.
package struct ControlPacer {
  /// What happened to a control.
  package enum Event: Hashable, Sendable {
    /// A finger moved in or around it.
    case drag
    /// Its value changed.
    case value
    /// Anything else.
    case other

    /// The kind of the event of this name.
    package init(named name: String) {
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

  /// At most so many events of one control in a second.
  package init(rate: Double) { interval = Int64(1_000_000 / rate) }

  /// When the next value is due, in microseconds.
  package var deadline: Int64? {
    paces.values.compactMap { pace in
      pace.held == nil ? nil : pace.value.map { $0 + interval }
    }.min()
  }

  /// The messages to publish now, in their order.
  package mutating func admit(
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

  /// The values whose time has come.
  package mutating func due(now: Int64) -> [OutgoingMessage] {
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
