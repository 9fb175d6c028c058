// Results of `hitTest` and `why`.

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
    if trace { self.trace(outbox.reports, in: application) }
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

  /// A view that was asked for its hit view, but not whether the point is inside, has refused
  /// touches.
  private func trace(_ reports: ContiguousArray<Report>, in application: Application) {
    key("trace")
    beginArray()
    for index in reports.indices {
      if case .hitTest(let view) = reports[index].kind {
        if index + 1 < reports.count, case .pointInside(let next, _) = reports[index + 1].kind,
          next === view
        {
          continue
        }
        beginObject()
        member("view", view.id)
        member("refuses", refusal(of: view, in: application))
        endObject()
      } else if case .pointInside(let view, let isInside) = reports[index].kind {
        beginObject()
        member("view", view.id)
        member("pointInside", isInside)
        endObject()
      }
    }
    endArray()
  }

  private func refusal(of view: View, in application: Application) -> String {
    if view.isHidden { return "isHidden is true" }
    if view.isBehindPage { return "it is behind another page" }
    if !view.isUserInteractionEnabled { return "isUserInteractionEnabled is false" }
    if let control = view as? Control, !control.isEnabled { return "isEnabled is false" }
    let limit = application.constants.hitTestAlphaLimit
    if view.alpha <= limit { return "alpha \(view.alpha) is not above \(limit)" }
    return "its transform cannot be undone"
  }
}
