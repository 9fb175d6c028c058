// Results of `hitTest` and `why`.

package import Protocol
package import ResponderKit

extension LineWriter {
  /// Writes the members of a `hitTest` result; the outbox must be empty, and is empty afterwards.
  package func hitTest(
    in application: Application, at point: Point, on screen: Screen?, trace: Bool
  ) {
    let outbox = application.outbox
    let wants = outbox.wants
    outbox.wants = trace ? [.hitTest] : []
    let view = application.hitTest(point, on: screen, with: nil)
    member("view", view?.id)
    member("window", view?.window?.id)
    if let view { member("point", view.convert(point, from: nil)) }
    if trace { self.trace(outbox.reports[...]) }
    outbox.removeAll()
    outbox.wants = wants
  }

  /// Writes the members of a `why` result: whether a touch at a point reaches a recognizer, or the
  /// obstacles.
  package func why(
    _ recognizer: GestureRecognizer, in application: Application, at point: Point,
    on screen: Screen?
  ) {
    let outbox = application.outbox
    let wants = outbox.wants
    outbox.wants = []
    let obstacles = application.obstacles(to: recognizer, at: point, on: screen)
    outbox.wants = wants
    member("recognizer", recognizer.id)
    member("reaches", obstacles.isEmpty)
    key("obstacles")
    beginArray()
    for obstacle in obstacles {
      beginObject()
      member("view", obstacle.view?.id)
      member("reason", obstacle.description)
      member("rule", obstacle.rule)
      endObject()
    }
    endArray()
  }

  /// Writes the answers of a hit test as the member `trace`.
  func trace(_ reports: ContiguousArray<Report>.SubSequence) {
    key("trace")
    beginArray()
    for index in reports.indices {
      switch reports[index].kind {
      case .hitTest(let view):
        // A view that is not asked whether the point is inside has refused touches.
        if index + 1 < reports.endIndex, case .pointInside(let next, _) = reports[index + 1].kind,
          next === view
        {
          continue
        }
        step(of: view) { member("refuses", refusal(of: view)) }
      case .passedOver(let window):
        step(of: window) { member("refuses", refusal(of: window)) }
      case .pointInside(let view, let isInside):
        step(of: view) { member("pointInside", isInside) }
      case .answered(let view, let other?):
        step(of: view) { member("redirects", other.id) }
      case .answered(let view, nil):
        step(of: view) { member("passesThrough", true) }
      default: continue
      }
    }
    endArray()
  }

  private func step(of view: View, _ answer: () -> Void) {
    beginObject()
    member("view", view.id)
    answer()
    endObject()
  }

  private func refusal(of view: View) -> String {
    if view.isHidden { return "isHidden is true" }
    if view.isBehindPage { return "it is behind another page" }
    if !view.isUserInteractionEnabled { return "isUserInteractionEnabled is false" }
    if let control = view as? Control, !control.isEnabled { return "isEnabled is false" }
    if let limit = view.application?.constants.hitTestAlphaLimit, view.alpha <= limit {
      return "alpha \(view.alpha) is not above \(limit)"
    }
    return "its transform cannot be undone"
  }
}
