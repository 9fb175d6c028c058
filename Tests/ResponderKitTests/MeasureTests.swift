// What continuous recognizers measure, against motions in closed form.

import Testing

@testable import ResponderKit

@Suite struct MeasureTests {
  private func nearly(_ one: Double, _ other: Double, _ tolerance: Double = 1e-6) -> Bool {
    abs(one - other) <= tolerance
  }

  @Test(arguments: [60.0, 120, 240])
  func `a pan follows a straight motion exactly, and its speed`(rate: Double) throws {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    table.at(0, .down(1, 100, 100))
    var begin = Point.zero
    for step in 1...Int(rate / 2) {
      let time = Double(step) / rate
      let place = Point(x: 100 + 300 * time, y: 100 + 120 * time)
      table.at(time, .move(1, place.x, place.y))
      for measure in table.measures(of: pan) {
        guard case .vectors(let translation, let velocity) = measure else { continue }
        if begin == .zero { begin = place }
        #expect(nearly(translation.x, place.x - begin.x))
        #expect(nearly(translation.y, place.y - begin.y))
        if time > 0.15 {
          #expect(abs(velocity.x - 300) <= 15)
          #expect(abs(velocity.y - 120) <= 6)
        }
      }
    }
    #expect(begin != .zero)
  }

  @Test func `fingers that join and leave a pan make nothing jump`() throws {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    table.at(0, .down(1, 100, 100))
    table.at(0.1, .move(1, 120, 100))
    _ = table.measures(of: pan)
    table.at(0.2, .down(2, 300, 350))
    table.at(0.3, .move(1, 130, 100), .move(2, 310, 350))
    table.at(0.4, .up(1))
    table.at(0.5, .move(2, 310, 380))
    let translations = table.measures(of: pan).map { measure -> Point in
      guard case .vectors(let translation, _) = measure else { return .zero }
      return translation
    }
    #expect(translations == [Point(x: 10, y: 0), Point(x: 10, y: 30)])
  }

  @Test func `a pan in a turned and scaled view is measured in that view's directions`() {
    let table = Table()
    let view = table.view("view", Rect(x: 100, y: 100, width: 200, height: 200))
    view.transform = AffineTransform(rotation: .pi / 2)
      .concatenating(AffineTransform(scaleX: 2, y: 2))
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    table.at(0, .down(1, 200, 200))
    table.at(0.1, .move(1, 200, 220))
    table.at(0.2, .move(1, 200, 260))
    #expect(
      table.measures(of: pan).last.map {
        guard case .vectors(let translation, _) = $0 else { return false }
        return nearly(translation.x, 20) && nearly(translation.y, 0)
      } == true)
  }

  @Test func `a translation that is set is the one from which later movement counts`() {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    table.at(0, .down(1, 100, 100))
    table.at(0.1, .move(1, 120, 100))
    table.at(0.2, .move(1, 150, 100))
    let velocity = pan.velocity(in: view)
    pan.setTranslation(Point(x: -5, y: 7), in: view)
    #expect(pan.translation(in: view) == Point(x: -5, y: 7))
    #expect(pan.velocity(in: view) == velocity)
    table.at(0.3, .move(1, 160, 90))
    #expect(pan.translation(in: view) == Point(x: 5, y: -3))
  }

  @Test func `pinch and rotation together measure what two fingers do`() {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    let pinch = PinchGestureRecognizer(id: "pinch")
    let rotation = RotationGestureRecognizer(id: "rotation")
    pinch.prevents = { _ in false }
    rotation.prevents = { _ in false }
    view.addGestureRecognizer(pinch)
    view.addGestureRecognizer(rotation)
    var startDistance: Double?
    var startAngle: Double?
    table.at(0, .down(1, 160, 200), .down(2, 240, 200))
    for step in 1...240 {
      let time = Double(step) / 120
      // More than a full turn, so that ±180° is crossed.
      let angle = 4 * time
      let distance = 80 * (1 + time)
      let half = Point(x: cosine(angle), y: sine(angle)) * (distance / 2)
      table.at(
        time, .move(1, 200 - half.x, 200 - half.y), .move(2, 200 + half.x, 200 + half.y))
      for report in table.application.outbox.reports {
        guard case .action(let sender, let state, let index) = report.kind else { continue }
        guard
          case .numbers(let measured, let velocity) =
            table.application.outbox.gestures[index].measure
        else {
          Issue.record("\(sender.id) measured something else")
          continue
        }
        if sender is PinchGestureRecognizer {
          if state == .began { startDistance = distance }
          #expect(nearly(measured, distance / (startDistance ?? 1)))
          if time > 0.5, let startDistance {
            #expect(abs(velocity - 80 / startDistance) <= 0.05 * 80 / startDistance)
          }
        } else {
          if state == .began { startAngle = angle }
          #expect(nearly(measured, angle - (startAngle ?? 0)))
          if time > 0.5 { #expect(abs(velocity - 4) <= 0.2) }
        }
      }
      table.application.outbox.removeAll()
    }
    #expect(startDistance != nil && startAngle != nil)
  }

  @Test func `one transform carries any number of fingers`() {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    let transform = TransformGestureRecognizer(id: "transform")
    view.addGestureRecognizer(transform)
    let starts = [Point(x: 100, y: 100), Point(x: 200, y: 120), Point(x: 150, y: 220)]
    table.at(0, .down(1, 100, 100), .down(2, 200, 120), .down(3, 150, 220))
    // The first step begins it and counts for nothing.
    table.at(0.1, .move(1, 110, 100), .move(2, 210, 120), .move(3, 160, 220))
    let map = AffineTransform(rotation: 0.4)
      .concatenating(AffineTransform(scaleX: 1.3, y: 1.3))
      .concatenating(AffineTransform(translation: Point(x: 40, y: -60)))
    let places = starts.map { map.apply(to: $0 + Point(x: 10, y: 0)) }
    table.at(
      0.2, .move(1, places[0].x, places[0].y), .move(2, places[1].x, places[1].y),
      .move(3, places[2].x, places[2].y))
    guard case .transform(let measured, _) = table.measures(of: transform).last else {
      Issue.record("no transform was reported")
      return
    }
    for (one, other) in zip(
      [measured.a, measured.b, measured.c, measured.d, measured.tx, measured.ty],
      [map.a, map.b, map.c, map.d, map.tx, map.ty])
    {
      #expect(nearly(one, other))
    }
    // A finger that leaves changes nothing.
    table.at(0.3, .up(2))
    table.at(0.4, .move(1, places[0].x + 5, places[0].y), .move(3, places[2].x + 5, places[2].y))
    guard case .transform(let after, _) = table.measures(of: transform).last else { return }
    #expect(nearly(after.a, map.a) && nearly(after.b, map.b) && nearly(after.tx, map.tx + 5))
  }

  @Test func `a transform ends with the velocity of its fingers, in the view's directions`() {
    func lift(after pause: Double, turned angle: Double) -> Point? {
      let table = Table()
      let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
      view.transform = AffineTransform(rotation: angle)
      let transform = TransformGestureRecognizer(id: "transform")
      view.addGestureRecognizer(transform)
      table.at(0, .down(1, 100, 200), .down(2, 200, 200))
      for step in 1...20 {
        let way = Double(step) * 5
        table.at(Double(step) / 100, .move(1, 100 + way, 200), .move(2, 200 + way, 200))
      }
      // The finger that stays keeps the velocity of both.
      table.at(0.205, .up(2))
      table.at(0.205 + pause, .up(1))
      #expect(table.actions(of: transform).last == .ended)
      guard case .transform(_, let velocity) = table.measures(of: transform).last else {
        return nil
      }
      return velocity
    }
    #expect(lift(after: 0.005, turned: 0).map { nearly($0.x, 500) && nearly($0.y, 0) } == true)
    #expect(
      lift(after: 0.005, turned: .pi / 2).map { nearly($0.x, 0) && nearly($0.y, -500) } == true)
    #expect(lift(after: 0.08, turned: 0) == .zero)
  }

  @Test func `a drawn path matches its template the right way up only`() {
    let check = [Point(x: 0, y: 50), Point(x: 40, y: 100), Point(x: 120, y: 0)]
    func draw(_ points: [Point]) -> (Table, PathGestureRecognizer) {
      let table = Table()
      let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
      let path = PathGestureRecognizer(id: "path")
      path.template = check
      view.addGestureRecognizer(path)
      table.at(0, .down(1, points[0].x, points[0].y))
      for (step, point) in points.dropFirst().enumerated() {
        table.at(0.1 * Double(step + 1), .move(1, point.x, point.y))
      }
      table.at(0.9, .up(1))
      return (table, path)
    }
    let larger = check.map { $0 * 1.5 + Point(x: 100, y: 100) }
    let (table, path) = draw(larger)
    #expect(table.actions(of: path) == [.ended])
    let upsideDown = check.map { Point(x: $0.x + 100, y: 300 - $0.y) }
    let (otherTable, otherPath) = draw(upsideDown)
    #expect(otherTable.actions(of: otherPath) == [])
    #expect(otherTable.application.checkInvariants() == [])
  }
}
