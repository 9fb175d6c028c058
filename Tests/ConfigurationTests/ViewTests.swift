// Views, windows, controllers and controls as the configuration makes them.

import Configuration
import ResponderKit
import Testing

@Suite struct ViewTests {
  @Test func `every property of a view has a key`() throws {
    let tree = try tree(
      "{ id: a, frame: [10, 20, 30, 40], alpha: 0.5, isHidden: true, handles: [touches],"
        + " isUserInteractionEnabled: false, isMultipleTouchEnabled: true,"
        + " isExclusiveTouch: true, passesOn: true, isFocusGroup: true, zPosition: 3, bounds: [1, 2, 30, 40], forwards: first,"
        + " performs: [save, open], canBecomeFirstResponder: true,"
        + " canResignFirstResponder: false, next: b,"
        + " hit: { shape: ellipse, inset: [1, 2, 3, 4], passthrough: true, redirect: b } }",
      "{ id: b, frame: fill, center: [7, 8], hit: { inset: -5,"
        + " shape: { polygon: [[0, 0], [9, 0], [0, 9]] } } }")
    let a = try tree.the(View.self, "a")
    let b = try tree.the(View.self, "b")
    #expect(a.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(a.bounds.origin == Point(x: 1, y: 2))
    #expect(a.alpha == 0.5)
    #expect(a.isHidden)
    #expect(!a.isUserInteractionEnabled)
    #expect(a.isMultipleTouchEnabled)
    #expect(a.isExclusiveTouch)
    #expect(a.passesOn)
    #expect(a.isFocusGroup)
    #expect(a.zPosition == 3)
    #expect(a.handles == .touches)
    #expect(a.forwards == .first)
    #expect(a.performs == ["save", "open"])
    #expect(a.canBecomeFirstResponder)
    #expect(!a.canResignFirstResponder)
    #expect(a.next === b)
    #expect(a.hitShape == .ellipse)
    #expect(a.hitInsets == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(a.isPassthrough)
    #expect(a.hitRedirect === b)
    #expect(b.bounds.size == Size(width: 800, height: 480))
    #expect(b.center == Point(x: 7, y: 8))
    #expect(b.hitInsets == EdgeInsets(top: -5, left: -5, bottom: -5, right: -5))
    #expect(
      b.hitShape
        == .polygon([Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 0, y: 9)]))
  }

  @Test(arguments: [
    ("[1, 2, 3, 4]", Rect(x: 1, y: 2, width: 3, height: 4)),
    ("fill", Rect(x: 0, y: 0, width: 400, height: 200)),
    ("[\"50%\", 0, \"50%\", \"100%\"]", Rect(x: 200, y: 0, width: 200, height: 200)),
    ("[\"4mm\", 0, \"10mm\", \"2.5 mm\"]", Rect(x: 20, y: 0, width: 50, height: 12.5)),
    ("[-5, \"-10%\", 1, 0]", Rect(x: -5, y: -20, width: 1, height: 0)),
  ])
  func `a frame is points, millimetres or parts of the parent`(text: String, frame: Rect) throws {
    let tree = try tree(
      "{ id: p, frame: [0, 0, 400, 200], subviews: [{ id: c, frame: \(text) }] }")
    #expect(try tree.the(View.self, "c").frame == frame)
  }

  @Test func `a transform scales, turns and moves, whatever order it is written in`() throws {
    let tree = try tree(
      "{ id: a, frame: [0, 0, 10, 10], transform: { translate: [5, 0], rotate: 90, scale: 2 } }",
      "{ id: b, frame: [0, 0, 10, 10], transform: { scale: [2, 1], translate: [5, 0] } }",
      "{ id: c, frame: [0, 0, 10, 10], transform: [1, 2, 3, 4, 5, 6] }")
    #expect(
      try tree.the(View.self, "a").transform.apply(to: Point(x: 1, y: 0)) == Point(x: 5, y: 2))
    #expect(
      try tree.the(View.self, "b").transform.apply(to: Point(x: 1, y: 1)) == Point(x: 7, y: 1))
    #expect(
      try tree.the(View.self, "c").transform
        == AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
  }

  @Test func `subviews lie in the order of the list`() throws {
    let tree = try tree(
      "{ id: p, frame: fill, subviews: [{ id: a, frame: fill }, { id: b, frame: fill }] }")
    #expect(try tree.the(View.self, "p").subviews.map(\.id) == ["a", "b"])
    #expect(try tree.the(Window.self, "w").subviews.map(\.id) == ["p"])
  }

  @Test func `every kind of control has its keys, under the kind or beside it`() throws {
    let tree = try tree(
      "{ id: button, frame: fill, button: { isEnabled: false, isSelected: true,"
        + " protectsDefaultAction: false, tracking: { slop: \"1mm\" } } }",
      "{ id: switch, switch: { frame: fill, isOn: true } }",
      "{ id: slider, slider: { frame: fill, value: 5, minimumValue: 1, maximumValue: 9,"
        + " isContinuous: false } }",
      "{ id: stepper, stepper: { frame: fill, value: 5, minimumValue: 1, maximumValue: 9,"
        + " stepValue: 2, isContinuous: false, autorepeat: false, wraps: true } }",
      "{ id: seg, segmentedControl: { frame: fill, numberOfSegments: 4,"
        + " selectedSegmentIndex: 3, isMomentary: true } }",
      "{ id: page, pageControl: { frame: fill, numberOfPages: 4, currentPage: 3 } }",
      "{ id: own, frame: fill, control: }",
      "{ id: b, button: { frame: fill, actions: { touchUpInside: [save, close],"
        + " touchDown: ring } } }")
    let button = try tree.the(Button.self, "button")
    #expect(!button.isEnabled)
    #expect(button.isSelected)
    #expect(!button.protectsDefaultAction)
    #expect(button.slop == 5)
    #expect(try tree.the(Switch.self, "switch").isOn)
    let slider = try tree.the(Slider.self, "slider")
    #expect([slider.minimumValue, slider.value, slider.maximumValue] == [1, 5, 9])
    #expect(!slider.isContinuous)
    let stepper = try tree.the(Stepper.self, "stepper")
    #expect([stepper.minimumValue, stepper.value, stepper.maximumValue] == [1, 5, 9])
    #expect(stepper.stepValue == 2)
    #expect(!stepper.isContinuous)
    #expect(!stepper.autorepeat)
    #expect(stepper.wraps)
    let segments = try tree.the(SegmentedControl.self, "seg")
    #expect(segments.numberOfSegments == 4)
    #expect(segments.selectedSegmentIndex == 3)
    #expect(segments.isMomentary)
    let pages = try tree.the(PageControl.self, "page")
    #expect(pages.numberOfPages == 4)
    #expect(pages.currentPage == 3)
    #expect(type(of: try tree.the(Control.self, "own")) == Control.self)
    let actions = try tree.the(Button.self, "b").chainActions
    #expect(actions.map(\.action) == ["save", "close", "ring"])
    #expect(actions.map(\.events) == [.touchUpInside, .touchUpInside, .touchDown])
  }

  @Test func `every property of a scroll view has a key`() throws {
    let tree = try tree(
      "{ id: s, scrollView: { frame: [0, 0, 100, 100], contentSize: [\"200%\", 300],"
        + " contentInset: 5, contentOffset: [10, 20], isScrollEnabled: false,"
        + " delaysContentTouches: true, contentDelay: 0.3, canCancelContentTouches: false,"
        + " isDirectionalLockEnabled: true, isPagingEnabled: true, bounces: false,"
        + " alwaysBounceVertical: true, alwaysBounceHorizontal: true, decelerationRate: fast,"
        + " minimumZoomScale: 0.5, maximumZoomScale: 4, zoomView: page,"
        + " touchesShouldBegin: [{ id: page }], touchesShouldCancel: { isControl: false },"
        + " subviews: [{ id: page, frame: fill }, { id: ok, button: { frame: fill } }] } }")
    let view = try tree.the(ScrollView.self, "s")
    #expect(view.contentSize == Size(width: 200, height: 300))
    #expect(view.contentInset.left == 5)
    #expect(view.contentOffset == Point(x: 10, y: 20))
    #expect(!view.isScrollEnabled)
    #expect(view.delaysContentTouches)
    #expect(view.contentDelay == 0.3)
    #expect(!view.canCancelContentTouches)
    #expect(view.isDirectionalLockEnabled)
    #expect(view.isPagingEnabled)
    #expect(!view.bounces)
    #expect(view.alwaysBounceVertical)
    #expect(view.alwaysBounceHorizontal)
    #expect(view.decelerationRate == 0.99)
    #expect(view.minimumZoomScale == 0.5)
    #expect(view.maximumZoomScale == 4)
    let page = try tree.the(View.self, "page")
    let ok = try tree.the(View.self, "ok")
    #expect(view.zoomView === page)
    #expect(view.shouldBeginContent?(page) == true)
    #expect(view.shouldBeginContent?(ok) == false)
    #expect(view.shouldCancelContent?(page) == true)
    #expect(view.shouldCancelContent?(ok) == false)
  }

  @Test func `a scroll view's own recognizers have keys of their own`() throws {
    let tree = try tree(
      "{ id: s, scrollView: { pinchGestureRecognizer: { threshold: 3 }, maximumZoomScale: 2,"
        + " panGestureRecognizer: { minimumNumberOfTouches: 2, simultaneousWith: s.pinch },"
        + " frame: fill } }")
    let view = try tree.the(ScrollView.self, "s")
    #expect(view.panGestureRecognizer.minimumNumberOfTouches == 2)
    #expect(view.pinchGestureRecognizer?.threshold == 3)
    #expect(
      viewErrors("{ id: s, scrollView: { frame: fill, pinchGestureRecognizer: {} } }") == [
        "f.yaml:6:67: application.windows[0].subviews[0].scrollView.pinchGestureRecognizer: "
          + "expected a maximumZoomScale above the minimumZoomScale to have it"
      ])
    let named = viewErrors(
      "{ id: s, scrollView: { frame: fill, panGestureRecognizer: { id: x } } }")
    #expect(named.count == 1)
    #expect(
      named.first?.contains("panGestureRecognizer.id: unknown key; responderd.yaml(5) ") == true)
  }

  @Test func `a scroll view's own recognizers are known by name`() throws {
    let tree = try tree(
      "{ id: s, scrollView: { frame: fill, gestureRecognizers: ["
        + "{ id: t, tap: { requiresFailureOf: [s.pan] } }] } }")
    let tap = try tree.the(TapGestureRecognizer.self, "t")
    let view = try tree.the(ScrollView.self, "s")
    #expect(tap.failureRequirements.map(\.id) == ["s.pan"])
    #expect(tap.view === view)
  }
}
