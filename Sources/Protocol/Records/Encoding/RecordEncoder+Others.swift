// Records of presses, motion, remote control, controls, scroll views, the first responder,
// questions.

package import Protocol
package import ResponderKit

extension RecordEncoder {
  func press(
    _ phase: TouchPhase, _ responder: Responder, _ press: PressReport, type: RecordType,
    _ report: Report
  ) {
    guard let known = RecordPhase(press: phase) else { return }
    begin(type, at: report.time, frame: report.frame)
    lines.member("phase", word: known.word)
    lines.member("responder", responder.id)
    lines.key("presses")
    lines.beginArray()
    lines.beginObject()
    lines.member("id", press.press)
    lines.member("type", press.type.name)
    lines.member("force", coordinate: press.force)
    lines.endObject()
    lines.endArray()
    modifiers(report)
    end(type, of: report, phase: known, responder: responder)
  }

  func motion(_ phase: MotionPhase, _ responder: Responder, _ report: Report) {
    let known: RecordPhase =
      switch phase {
      case .began: .began
      case .ended: .ended
      case .cancelled: .cancelled
      }
    begin(.motion, at: report.time, frame: report.frame)
    lines.member("phase", word: known.word)
    lines.member("responder", responder.id)
    lines.member("motion", word: "shake")
    end(.motion, of: report, phase: known, responder: responder)
  }

  func remoteControl(_ subtype: RemoteControlSubtype, _ responder: Responder, _ report: Report) {
    begin(.remoteControl, at: report.time, frame: report.frame)
    lines.member("subtype", subtype.rawValue)
    lines.member("responder", responder.id)
    end(.remoteControl, of: report, responder: responder)
  }

  func control(
    _ control: Control, _ event: ControlEvent, _ range: Range<Int>, _ value: Double?,
    _ isHighlighted: Bool, _ report: Report, _ outbox: Outbox
  ) {
    begin(.control, at: report.time, frame: report.frame)
    lines.member("control", control.id)
    lines.member("event", event.name)
    let touches = list(range, of: outbox)
    if let value { lines.member("value", ratio: value) }
    if includesDetail { lines.member("isHighlighted", isHighlighted) }
    modifiers(report)
    end(
      .control, of: report, responder: control,
      device: range.first.map { outbox.touches[$0].device }, touches: touches)
  }

  func performed(_ action: String, _ responder: Responder?, _ sender: Control, _ report: Report) {
    begin(.action, at: report.time, frame: report.frame)
    lines.member("action", action)
    lines.member("control", sender.id)
    lines.member("responder", responder?.id)
    end(.action, of: report, responder: responder)
  }

  func scrolled(
    _ view: ScrollView, _ phase: ScrollPhase, _ offset: Point, _ zoom: Double, _ target: Point?,
    _ report: Report
  ) {
    let (known, exact): (RecordPhase, ExactPhase?) =
      switch phase {
      case .began: (.began, nil)
      case .changed: (.changed, nil)
      case .ended: (.ended, nil)
      case .decelerating: (.changed, .decelerating)
      case .zooming: (.changed, .zooming)
      case .settled: (.ended, .settled)
      }
    begin(.scroll, at: report.time, frame: report.frame)
    lines.member("phase", phase.rawValue)
    lines.member("view", view.id)
    lines.member("offset", offset)
    lines.member("zoom", ratio: zoom)
    if includesDetail, let target { lines.member("target", target) }
    end(.scroll, of: report, phase: known, exactPhase: exact, responder: view)
  }

  func firstResponder(
    _ candidate: Responder?, _ accepted: Bool, _ now: Responder?, _ zone: String?,
    _ report: Report
  ) {
    begin(.firstResponder, at: report.time, frame: report.frame)
    lines.member("candidate", candidate?.id)
    lines.member("accepted", accepted)
    lines.key("firstResponder")
    if let now { lines.string(now.id) } else { lines.raw("null") }
    lines.member("zone", zone)
    end(.firstResponder, of: report, responder: candidate)
  }

  func focused(
    _ responder: Responder?, _ isExplored: Bool, _ zone: String?, _ report: Report
  ) {
    begin(.focus, at: report.time, frame: report.frame)
    lines.key("focused")
    if let responder { lines.string(responder.id) } else { lines.raw("null") }
    lines.member("zone", zone)
    if isExplored { lines.member("explored", true) }
    end(.focus, of: report, responder: responder)
  }

  func feedback(_ feedback: Feedback, _ view: View, _ report: Report) {
    begin(.feedback, at: report.time, frame: report.frame)
    lines.member("view", view.id)
    lines.member("feedback", feedback.rawValue)
    end(.feedback, of: report, responder: view)
  }

  func asks(
    _ number: Int, _ question: RemoteQuestions, _ recognizer: GestureRecognizer, _ touch: Touch?,
    _ report: Report
  ) {
    begin(.question, at: report.time, frame: report.frame)
    lines.member("question", number)
    lines.member("asks", word: question == .shouldBegin ? "shouldBegin" : "shouldReceiveTouch")
    lines.member("recognizer", recognizer.id)
    lines.member("view", (touch?.view ?? recognizer.view)?.id)
    let touches = list(touch.map { [$0] } ?? recognizer.touches)
    lines.key("deadline")
    lines.seconds(microseconds: (report.time + recognizer.answerTimeout).microseconds)
    end(
      .question, of: report, recognizer: recognizer, device: touch?.device, touches: touches)
  }

  func asks(_ number: Int, _ landing: ReleasedDrag, _ report: Report) {
    let pan = landing.scrollView.panGestureRecognizer
    begin(.question, at: report.time, frame: report.frame)
    lines.member("question", number)
    lines.member("asks", word: "willEndDragging")
    lines.member("recognizer", pan.id)
    lines.member("view", landing.scrollView.id)
    lines.member("offset", landing.offset)
    lines.member("velocity", landing.velocity)
    lines.member("target", landing.target)
    lines.key("deadline")
    lines.seconds(microseconds: (report.time + pan.answerTimeout).microseconds)
    end(.question, of: report, recognizer: pan)
  }

  func answerMissing(
    _ number: Int, _ recognizer: GestureRecognizer, _ answer: Bool?, _ report: Report
  ) {
    begin(.question, at: report.time, frame: report.frame)
    lines.member("question", number)
    lines.member("recognizer", recognizer.id)
    lines.member("missed", true)
    if let answer { lines.member("answer", answer) }
    end(.question, of: report, recognizer: recognizer)
  }
}

extension LineWriter {
  /// Writes a member with a point or vector.
  package func member(_ name: StaticString, _ point: Point) {
    key(name)
    byte(0x5B)
    coordinate(point.x)
    byte(0x2C)
    coordinate(point.y)
    byte(0x5D)
  }

  /// Writes a member with a rectangle.
  package func member(_ name: StaticString, _ rect: Rect) {
    key(name)
    beginArray()
    element(coordinate: rect.minX)
    element(coordinate: rect.minY)
    element(coordinate: rect.size.width)
    element(coordinate: rect.size.height)
    endArray()
  }
}
