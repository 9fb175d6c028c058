// The fingers whose began was told and whose end was not: what a snapshot must hold.

internal import ResponderKit

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

  /// Takes in what a record tells.
  mutating func take(_ report: TouchReport, _ phase: RecordPhase, by responder: Responder?) {
    let place = touches.firstIndex { $0.report.touch == report.touch }
    switch phase {
    case .began:
      guard let place else {
        touches.append(LiveTouch(report: report, responders: responder.map { [$0] } ?? []))
        return
      }
      if let responder { touches[place].responders.append(responder) }
    case .moved, .changed: if let place { touches[place].report = report }
    case .ended, .cancelled: if let place { touches.remove(at: place) }
    }
  }
}
