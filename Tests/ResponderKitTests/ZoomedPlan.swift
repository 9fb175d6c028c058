// A plan that zooms, for tests of what its content does under fingers and by programs.

@testable import ResponderKit

/// A scroll view of 400 by 400 points with content of 1000 by 1000, from half its size to four times.
final class ZoomedPlan {
  let table = Table(wants: .standard)
  let scrollView: ScrollView
  let content: View

  init() {
    scrollView = ScrollView(id: "plan", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    scrollView.contentSize = Size(width: 1000, height: 1000)
    scrollView.delaysContentTouches = false
    scrollView.minimumZoomScale = 0.5
    scrollView.maximumZoomScale = 4
    table.window.addSubview(scrollView)
    content = table.view("page", Rect(x: 0, y: 0, width: 1000, height: 1000), in: scrollView)
    scrollView.zoomView = content
    scrollView.contentOffset = Point(x: 300, y: 300)
    table.application.outbox.removeAll()
  }
}

/// Tests on such a plan.
protocol OnZoomedPlan {
  var plan: ZoomedPlan { get }
}

extension OnZoomedPlan {
  var table: Table { plan.table }
  var scrollView: ScrollView { plan.scrollView }
  var content: View { plan.content }

  /// The point of the content that lies at a point of the screen.
  func content(at x: Double, _ y: Double) -> Point {
    content.convert(Point(x: x, y: y), from: nil)
  }

  func isNear(_ one: Point, _ other: Point) -> Bool { one.distance(to: other) < 1e-6 }
}
