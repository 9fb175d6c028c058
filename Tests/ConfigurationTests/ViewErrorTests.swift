// Each invalid value in a view is one error, with its line, column and path.

import Configuration
import Testing

@Suite struct ViewErrorTests {
  @Test(arguments: [
    ("{ frame: fill }", "6:7: expected the key \"id\" in a view, found none"),
    ("{ id: a }", "6:7: expected the key \"frame\" in a view, found none"),
    ("{ id: a b, frame: fill }", "6:13: .id: expected a name without spaces, found \"a b\""),
    ("3", "6:7: expected a view, found 3"),
    (
      "{ id: a, frame: full }",
      "6:23: .frame: expected [x, y, width, height] or fill, found \"full\""
    ),
    (
      "{ id: a, frame: [0, 0, -1, 5] }",
      "6:30: .frame[2]: expected a length of at least 0, found -1"
    ),
    ("{ id: a, frame: [0, 0, 1m, 5] }", "6:30: .frame[2]: expected a number, found \"1m\""),
    (
      "{ id: a, frame: [0, 0, \"x%\", 5] }",
      "6:30: .frame[2]: expected a number, \"N%\" or \"Nmm\", found \"x%\""
    ),
    (
      "{ id: a, frame: [0, .nan, 1, 5] }",
      "6:27: .frame[1]: expected a finite number, found .nan"
    ),
    (
      "{ id: a, frame: fill, alpha: 1.5 }",
      "6:36: .alpha: expected a number from 0 to 1, found 1.5"
    ),
    (
      "{ id: a, frame: fill, isHidden: no }",
      "6:39: .isHidden: expected true or false, found \"no\"; write false"
    ),
    (
      "{ id: a, frame: fill, button: {}, slider: {} }",
      "6:41: .slider: expected one kind of view, found \"button\" and \"slider\""
    ),
    (
      "{ id: a, frame: fill, audience: [{ user: a }] }",
      "6:29: .audience: unknown key; what only some programs may read lies in a window with "
        + "private: [PROGRAMS]"
    ),
    ("{ id: a, frame: fill, buton: {} }", "6:29: .buton: unknown key; did you mean \"button\"?"),
    ("{ id: a, toggle: { frame: fill } }", "6:16: .toggle: unknown key; did you mean \"switch\"?"),
    (
      "{ id: a, label: { frame: fill } }",
      "6:16: .label: unknown key; responderd.yaml(5) lists the keys"
    ),
    (
      "{ id: a, slider: { frame: fill, minimumValue: 10, maximumValue: 0, value: 20 } }",
      "6:71: .slider.maximumValue: expected a number of at least 10, found 0"
    ),
    ("{ id: a, frame: fill, button: 3 }", "6:37: .button: expected the keys of a button, found 3"),
    (
      "{ id: a, frame: fill, isEnabled: true, button: {} }",
      "6:29: .isEnabled: misplaced key; it belongs under \"button\""
    ),
    (
      "{ id: a, frame: fill, isEnabled: true }",
      "6:29: .isEnabled: misplaced key; it belongs to \"control\", \"gestureRecognizer\""
    ),
    (
      "{ id: a, frame: fill, isOn: true }",
      "6:29: .isOn: misplaced key; it belongs to \"switch\""
    ),
    (
      "{ id: a, button: { id: b, frame: fill } }",
      "6:26: .button.id: misplaced key; it belongs beside \"button\""
    ),
    (
      "{ id: a, frame: fill, button: { frame: fill } }",
      "6:23: .frame: expected the key once, found it here and under \"button\""
    ),
    (
      "{ id: a, frame: fill, hit: { shape: circle } }",
      "6:43: .hit.shape: expected one of rectangle, ellipse, found \"circle\""
    ),
    (
      "{ id: a, frame: fill, hit: { shape: { polygon: [[0, 0], [1, 1]] } } }",
      "6:54: .hit.shape.polygon: expected at least three corners [x, y], found a list"
    ),
    (
      "{ id: a, frame: fill, hit: { redirect: b } }",
      "6:46: .hit.redirect: no view has the id \"b\""
    ),
    (
      "{ id: a, frame: fill, transform: { scale: 0 } }",
      "6:40: .transform: expected a transform that can be undone, found one that maps to a line"
    ),
    (
      "{ id: a, frame: fill, transform: { turn: 0 } }",
      "6:42: .transform.turn: unknown key; known here: rotate, scale, translate"
    ),
    (
      "{ id: a, frame: fill, handles: touches }",
      "6:38: .handles: expected a list of callbacks such as touches or touchesBegan, "
        + "found \"touches\""
    ),
    (
      "{ id: a, frame: fill, handles: [touch] }",
      "6:39: .handles[0]: expected one of touches, touchesBegan, touchesMoved, touchesEnded, "
        + "touchesCancelled, presses, pressesBegan, pressesChanged, pressesEnded, "
        + "pressesCancelled, motion, motionBegan, motionEnded, motionCancelled, remoteControl, "
        + "found \"touch\"; did you mean \"touches\"?"
    ),
    (
      "{ id: a, frame: fill, handles: [touchBegan] }",
      "6:39: .handles[0]: expected one of touches, touchesBegan, touchesMoved, touchesEnded, "
        + "touchesCancelled, presses, pressesBegan, pressesChanged, pressesEnded, "
        + "pressesCancelled, motion, motionBegan, motionEnded, motionCancelled, remoteControl, "
        + "found \"touchBegan\"; did you mean \"touchesBegan\"?"
    ),
    (
      "{ id: a, frame: fill, next: a }",
      "6:35: .next: expected a responder whose chain ends, found a cycle: a → a"
    ),
    (
      "{ id: a, frame: fill, subviews: { id: b } }",
      "6:39: .subviews: expected a list of views, found a mapping"
    ),
    (
      "{ id: a, slider: { frame: fill, value: 3, maximumValue: 2 } }",
      "6:46: .slider.value: expected a number from 0 to 2, found 3"
    ),
    (
      "{ id: a, button: { frame: fill, actions: { touchUpinside: save } } }",
      "6:50: .button.actions.touchUpinside: expected one of touchDown, touchDownRepeat, "
        + "touchDragInside, touchDragOutside, touchDragEnter, touchDragExit, touchUpInside, "
        + "touchUpOutside, touchCancel, valueChanged, primaryActionTriggered; "
        + "did you mean \"touchUpInside\"?"
    ),
    (
      "{ id: a, scrollView: { frame: fill, zoomView: w } }",
      "6:53: .scrollView.zoomView: expected a subview of \"a\", found \"w\""
    ),
    (
      "{ id: a, scrollView: { frame: fill, zoomScale: 2 } }",
      "6:54: .scrollView.zoomScale: expected a maximumZoomScale above the minimumZoomScale to zoom"
    ),
    (
      "{ id: a, scrollView: { frame: fill, zoomScale: 5, maximumZoomScale: 4 } }",
      "6:54: .scrollView.zoomScale: expected a number from 1 to 4, found 5"
    ),
  ])
  func `one invalid value in a view is one error`(view: String, error: String) {
    #expect(errors(inView: view) == [error])
  }
}
