// The loop's interest in one descriptor.

internal import CLinux

/// The events of a descriptor for a watcher.
package struct Interest: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  // Without it, literals in other modules call unspecialized code, which is slow.
  package init(arrayLiteral elements: Interest...) {
    rawValue = elements.reduce(0) { $0 | $1.rawValue }
  }

  /// There is something to read, or the other side has closed.
  package static let readable = Interest(rawValue: EPOLLIN.rawValue)
  /// There is room to write.
  package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
  /// Edge-triggered: each change of readiness is reported once.
  static let onlyNews = Interest(rawValue: EPOLLET.rawValue)
}

/// The readiness of a descriptor.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  // As in `Interest`.
  package init(arrayLiteral elements: Readiness...) {
    rawValue = elements.reduce(0) { $0 | $1.rawValue }
  }

  /// There is something to read, or the other side has closed.
  package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// There is room to write.
  package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Both directions are closed; always reported.
  package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
  /// The descriptor has an error; always reported.
  package static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

/// When in a turn of the loop a descriptor is served.
package enum Urgency: Sendable {
  /// Before the timers: devices and signals.
  case input
  /// After the timers, in the time that is left: clients.
  case patient
}

/// One descriptor watched by a loop, until it is cancelled.
package final class Watch {
  let descriptor: Int32
  let registration: UInt32
  let urgency: Urgency
  private(set) var handler: ((Readiness) -> Void)?
  private weak var loop: EventLoop?

  /// The watched events.
  package private(set) var interest: Interest

  init(
    loop: EventLoop, descriptor: Int32, registration: UInt32, urgency: Urgency, interest: Interest,
    handler: @escaping (Readiness) -> Void
  ) {
    self.loop = loop
    self.urgency = urgency
    self.descriptor = descriptor
    self.registration = registration
    self.interest = interest
    self.handler = handler
  }

  /// Wants something else from now on; costs nothing when it is the same.
  package func change(_ interest: Interest) throws(SystemError) {
    guard handler != nil, interest != self.interest else { return }
    try loop?.modify(self, to: interest)
    self.interest = interest
  }

  /// Ends the watch; call it before the descriptor is closed. The handler is not called again.
  package func cancel() {
    guard handler != nil else { return }
    handler = nil
    loop?.forget(self)
  }
}
