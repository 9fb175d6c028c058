// The touches whose began was reported and whose end was not: a snapshot lists them.

import Protocol
import ResponderKit

/// A touch as in its latest record.
struct ReportedTouch {
  var report: TouchReport
  /// The responders that handled its began; empty if it was unhandled.
  var handlers: ContiguousArray<Responder> = []

  init(_ report: TouchReport) { self.report = report }

  /// Moves the touch.
  mutating func move(_ latest: TouchReport) {
    report.location = latest.location
    report.windowLocation = latest.windowLocation
  }
}

/// All touches that records have begun and not ended.
///
/// When a touch is reported as ended or cancelled to one responder, it is over for all: it has one
/// sequence of phases, along one chain. A responder that leaves the chain is the exception: the touch
/// continues for the others.
struct ReportedTouches {
  private(set) var touches: ContiguousArray<ReportedTouch> = []

  /// Applies a touch of a record.
  mutating func apply(_ report: TouchReport, _ phase: RecordPhase, by responder: Responder?) {
    let number = report.touch
    guard let index = touches.firstIndex(where: { $0.report.touch == number }) else {
      guard phase == .began else { return }
      var touch = ReportedTouch(report)
      if let responder { touch.handlers.append(responder) }
      touches.append(touch)
      return
    }
    switch phase {
    case .began: if let responder { touches[index].handlers.append(responder) }
    case .moved, .changed: touches[index].move(report)
    case .cancelled where report.goesOn:
      touches[index].handlers.removeAll { $0 === responder }
    case .ended, .cancelled, .failed: touches.remove(at: index)
    }
  }
}
