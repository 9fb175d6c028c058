// The touches whose began was reported and whose end was not: a snapshot lists them.

import ResponderKit

/// A touch as in its latest record.
struct ReportedTouch {
  var report: TouchReport
  /// The responders that handled its began; empty if it was unhandled.
  var handlers: ContiguousArray<Responder> = []

  init(_ report: TouchReport) { self.report = report }

  /// Moves the touch; false if the report is of another one.
  @inline(__always)
  mutating func move(_ latest: UnsafePointer<TouchReport>) -> Bool {
    guard unsafe report.touch == latest.pointee.touch else { return false }
    report.location = unsafe latest.pointee.location
    report.windowLocation = unsafe latest.pointee.windowLocation
    return true
  }
}

/// All touches that records have begun and not ended.
///
/// When a touch is reported as ended or cancelled to one responder, it is over for all: it has one
/// sequence of phases, along one chain. A responder that leaves the chain is the exception: the touch
/// continues for the others.
struct ReportedTouches {
  private(set) var touches: ContiguousArray<ReportedTouch> = []

  /// Applies the move of a touch that is at this position; false if it is not there.
  ///
  /// While touches only move, they have the same order in records and here.
  @inline(__always)
  mutating func move(_ report: UnsafePointer<TouchReport>, near guess: Int) -> Bool {
    guard guess < touches.count else { return false }
    return unsafe touches[guess].move(report)
  }

  /// Applies a touch of a record.
  mutating func apply(
    _ report: UnsafePointer<TouchReport>, _ phase: RecordPhase, by responder: Responder?
  ) {
    let number = unsafe report.pointee.touch
    guard let index = touches.firstIndex(where: { $0.report.touch == number }) else {
      guard phase == .began else { return }
      var touch = unsafe ReportedTouch(report.pointee)
      if let responder { touch.handlers.append(responder) }
      touches.append(touch)
      return
    }
    switch phase {
    case .began: if let responder { touches[index].handlers.append(responder) }
    case .moved, .changed: unsafe _ = touches[index].move(report)
    case .cancelled where unsafe report.pointee.goesOn:
      touches[index].handlers.removeAll { $0 === responder }
    case .ended, .cancelled, .failed: touches.remove(at: index)
    }
  }
}
