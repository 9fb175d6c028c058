// The touches whose began was reported and whose end was not: a snapshot lists them.

import ResponderKit

/// A touch as in its latest record.
struct LiveTouch {
  var report: TouchReport
  /// The responders that handled its began; empty if it was unhandled.
  var responders: ContiguousArray<Responder>
  /// The responders that handled its began and have left the chain since.
  var leavers: ContiguousArray<Responder> = []

  /// Whether clients that see an audience have read that it began.
  func isKnown(to audience: Audience) -> Bool {
    responders.isEmpty && leavers.isEmpty || responders.contains { audience.sees($0) }
      || leavers.contains { audience.sees($0) }
  }
}

/// All touches that records have begun and not ended.
///
/// When a touch is reported as ended or cancelled to one responder, it is over for all: it has one
/// sequence of phases, along one chain. A responder that leaves the chain is the exception: the touch
/// goes on for the others.
struct LiveTouches {
  private(set) var touches: ContiguousArray<LiveTouch> = []

  /// Whether a record reported the began of a touch, and none its end.
  func contains(_ touch: Int) -> Bool { touches.contains { $0.report.touch == touch } }

  /// Applies a record.
  mutating func take(
    _ report: UnsafePointer<TouchReport>, _ phase: RecordPhase, by responder: Responder?
  ) {
    let number = unsafe report.pointee.touch
    var place: Int?
    for index in touches.indices where touches[index].report.touch == number { place = index }
    switch phase {
    case .began:
      guard let place else {
        unsafe touches.append(
          LiveTouch(
            report: report.pointee, responders: responder.map { [$0] } ?? []))
        return
      }
      if let responder { touches[place].responders.append(responder) }
    case .moved, .changed:
      guard let place else { return }
      unsafe touches[place].report.location = report.pointee.location
      unsafe touches[place].report.windowLocation = report.pointee.windowLocation
    case .cancelled where unsafe report.pointee.goesOn:
      guard let place, let responder else { return }
      touches[place].responders.removeAll { $0 === responder }
      touches[place].leavers.append(responder)
    case .ended, .cancelled, .failed: if let place { touches.remove(at: place) }
    }
  }
}
