// The fingers whose began was told and whose end was not: what a snapshot must hold.

import ResponderKit

/// A touch as the latest record told it.
struct LiveTouch {
  var report: TouchReport
  /// Who took its began; nobody if it was unhandled.
  var responders: ContiguousArray<Responder>
}

/// All touches that records have begun and not ended.
///
/// Whoever is told that a touch ended or was cancelled, it is over for everybody: it has one
/// stream of phases, along one chain.
struct LiveTouches {
  private(set) var touches: ContiguousArray<LiveTouch> = []

  /// Whether a record told that a touch began, and none that it is over.
  func contains(_ touch: Int) -> Bool { touches.contains { $0.report.touch == touch } }

  /// Takes in what a record tells.
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
    case .ended, .cancelled, .failed: if let place { touches.remove(at: place) }
    }
  }
}
