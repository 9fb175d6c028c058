// The touches whose began was reported and whose end was not: a snapshot lists them.

import ResponderKit

/// A touch as in its latest record.
struct ReportedTouch {
  var report: TouchReport
  /// The responders that handled its began, and for whom; empty if it was unhandled.
  var handlers: ContiguousArray<(responder: Responder, audience: Audience)> = []
  /// The audiences that have read a record of its began; none of them includes another.
  private(set) var readers: ContiguousArray<Audience> = []

  init(_ report: TouchReport) { self.report = report }

  /// Moves the touch; false if the report is of another one.
  @inline(__always)
  mutating func move(_ latest: UnsafePointer<TouchReport>) -> Bool {
    guard unsafe report.touch == latest.pointee.touch else { return false }
    report.location = unsafe latest.pointee.location
    report.windowLocation = unsafe latest.pointee.windowLocation
    return true
  }

  /// Whether clients that see an audience have read that it began.
  func isKnown(to audience: Audience) -> Bool { readers.contains { $0.isShown(to: audience) } }

  /// Adds the clients that read a record of its began.
  mutating func addReaders(_ audience: Audience, by responder: Responder?) {
    let audience = audience.placed
    if let responder { handlers.append((responder, audience)) }
    guard !readers.contains(where: { $0.isSubset(of: audience) }) else { return }
    readers.removeAll { audience.isSubset(of: $0) }
    readers.append(audience)
  }

  /// The audience of a record, as only clients that have read its began may read more of it.
  func narrowed(_ audience: Audience) -> Audience {
    guard let first = readers.first, !readers.contains(where: { $0.isSubset(of: audience) }) else {
      return audience
    }
    return audience.union(first)
  }
}

/// All touches that records have begun and not ended.
///
/// When a touch is reported as ended or cancelled to one responder, it is over for all: it has one
/// sequence of phases, along one chain. A responder that leaves the chain is the exception: the touch
/// continues for the others.
///
///     began, for some clients ──► moved, for those of them who may see it ──► ended, for some of them
///                                                                                │
///                                                       the others read an end of their own
struct ReportedTouches {
  /// The end of a touch, for clients that have read its began.
  struct End {
    var touch: ReportedTouch
    var time: Instant
    var frame: UInt64
    var phase: RecordPhase
    /// The audiences that have read it.
    var readers: ContiguousArray<Audience>

    /// Whether clients that see an audience have read it.
    func isRead(by audience: Audience) -> Bool { readers.contains { $0.isSubset(of: audience) } }
  }

  private(set) var touches: ContiguousArray<ReportedTouch> = []
  /// The ends of the current turn, of touches with which anything was hidden.
  private(set) var ends: ContiguousArray<End> = []

  /// Whether a record reported the began of a touch, and none its end.
  func contains(_ touch: Int) -> Bool { touches.contains { $0.report.touch == touch } }

  /// The audience of a record of touches.
  func narrowed(
    _ audience: Audience, _ reports: UnsafeBufferPointer<TouchReport>, _ range: Range<Int>
  ) -> Audience {
    var answer = audience.placed
    for index in range {
      let number = unsafe reports[index].touch
      if let touch = touches.first(where: { $0.report.touch == number })
        ?? ends.first(where: { $0.touch.report.touch == number })?.touch
      {
        answer = touch.narrowed(answer)
      }
    }
    return answer
  }

  /// Applies the move of a touch that is at this position; false if it is not there.
  ///
  /// While touches only move, they have the same order in records and here.
  @inline(__always)
  mutating func move(_ report: UnsafePointer<TouchReport>, near guess: Int) -> Bool {
    guard guess < touches.count else { return false }
    return unsafe touches[guess].move(report)
  }

  /// Applies a record for an audience, of a frame.
  mutating func apply(
    _ report: UnsafePointer<TouchReport>, _ phase: RecordPhase, by responder: Responder?,
    for audience: Audience, at time: Instant, frame: UInt64
  ) {
    let number = unsafe report.pointee.touch
    guard let index = touches.firstIndex(where: { $0.report.touch == number }) else {
      switch phase {
      case .began:
        var touch = unsafe ReportedTouch(report.pointee)
        touch.addReaders(audience, by: responder)
        touches.append(touch)
      case .ended, .cancelled, .failed:
        for index in ends.indices where ends[index].touch.report.touch == number {
          ends[index].readers.append(audience.placed)
        }
      case .moved, .changed: break
      }
      return
    }
    switch phase {
    case .began: touches[index].addReaders(audience, by: responder)
    case .moved, .changed:
      unsafe _ = touches[index].move(report)
    case .cancelled where unsafe report.pointee.goesOn:
      touches[index].handlers.removeAll { $0.responder === responder }
    case .ended, .cancelled, .failed:
      let end = End(
        touch: touches.remove(at: index), time: time, frame: frame, phase: phase,
        readers: [audience.placed])
      // Other responders may receive the same end.
      if end.touch.readers != [.outside] || !end.isRead(by: .outside) { ends.append(end) }
    }
  }

  /// Removes and returns the ends of the turn.
  mutating func removeEnds() -> ContiguousArray<End> {
    defer { ends = [] }
    return ends
  }
}
