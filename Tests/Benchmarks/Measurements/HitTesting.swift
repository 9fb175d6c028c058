// Hit-testing a window full of siblings, on the same grid and points as the peers'.

import ResponderKit

/// Asks a window of many sibling views who is at a random point, and moves one between questions.
func measureHitTesting() {
  for count in [100, 4_096] {
    let grid = Grid(count: count)
    var draw = Draw()
    var hits = 0
    let rounds = 200_000
    let asked = measure(times: rounds) { times in
      for _ in 0..<times {
        let point = grid.point(&draw)
        if grid.window.hitTest(point, with: nil) !== grid.window { hits += 1 }
      }
    }
    precondition(hits > rounds / 4, "the points hit nothing")
    row("hit.\(count)", asked.nanoseconds)
    row("hit.\(count).mallocs", Double(asked.allocations))
    let moved = measure(times: 2_000) { times in
      for _ in 0..<times {
        grid.views[draw.next(below: count)].frame.origin = grid.point(&draw)
        _ = grid.window.hitTest(grid.point(&draw), with: nil)
      }
    }
    row("move.\(count)", moved.nanoseconds)
  }
}

// Sibling views 12 points wide, each in a cell of 16.
private struct Grid {
  let application = Application()
  let window: Window
  var views: ContiguousArray<View> = []
  private let side: Int

  init(count: Int) {
    let columns = Int(Double(count).squareRoot().rounded(.up))
    side = columns * 16
    let size = Size(width: Double(side), height: Double(side))
    window = Window(id: "window", frame: Rect(origin: Point(x: 0, y: 0), size: size))
    window.screen = Screen(id: "screen", size: size)
    for index in 0..<count {
      let origin = Point(x: Double(index % columns * 16), y: Double(index / columns * 16))
      let view = View(
        id: "view\(index)", frame: Rect(origin: origin, size: Size(width: 12, height: 12)))
      window.addSubview(view)
      views.append(view)
    }
    application.show(window)
  }

  func point(_ draw: inout Draw) -> Point {
    let x = draw.next(below: side)
    return Point(x: Double(x), y: Double(draw.next(below: side)))
  }
}
