// Each invalid value in a recognizer is one error, with its line, column and path.

import Configuration
import Testing

@Suite struct RecognizerErrorTests {
  @Test(arguments: [
    ("{ tap: {} }", "7:15: expected the key \"id\" in a recognizer, found none"),
    (
      "{ id: g }",
      "7:15: expected one of tap, longPress, pan, screenEdgePan, swipe, pinch, rotation, hover, "
        + "transform, path in a recognizer, found none"
    ),
    (
      "{ id: g, screenEdgePan: {} }",
      "7:39: .screenEdgePan: expected the key \"edges\" in a screenEdgePan, found none; "
        + "write for example edges: [left]"
    ),
    (
      "{ id: g, screenEdgePan: { edges: [] } }",
      "7:48: .screenEdgePan.edges: expected at least one of top, left, bottom, right, all, "
        + "found a list"
    ),
    (
      "{ id: g, swipe: { direction: [] } }",
      "7:44: .swipe.direction: expected at least one of right, left, up, down, found a list"
    ),
    (
      "{ id: g, path: {} }",
      "7:30: .path: expected the key \"template\" in a path, found none; "
        + "write for example template: [[0, 0], [100, 0]]"
    ),
    ("{ id: g, doubleTap: {} }", "7:24: .doubleTap: unknown key; did you mean \"tap\"?"),
    (
      "{ id: g, wiggle: {} }",
      "7:24: .wiggle: unknown key; known here: tap, longPress, pan, screenEdgePan, swipe, pinch, "
        + "rotation, hover, transform, path"
    ),
    ("{ id: g, tpa: {} }", "7:24: .tpa: unknown key; did you mean \"tap\"?"),
    (
      "{ id: g, tap: {}, pan: {} }",
      "7:33: .pan: expected one kind of recognizer, found \"tap\" and \"pan\""
    ),
    (
      "{ id: v, tap: {} }",
      "7:21: .id: expected an id that is not used yet, found \"v\", which is used on line 6"
    ),
    (
      "{ id: g, tap: { numberOfTapsRequired: 0 } }",
      "7:53: .tap.numberOfTapsRequired: expected a whole number from 1 to 100, found 0"
    ),
    (
      "{ id: g, tap: { taps: 2 } }",
      "7:31: .tap.taps: unknown key; did you mean \"numberOfTapsRequired\"?"
    ),
    (
      "{ id: g, pan: { direction: left } }",
      "7:31: .pan.direction: misplaced key; it belongs to \"swipe\""
    ),
    (
      "{ id: g, pan: { minimumNumberOfTouches: 3, maximumNumberOfTouches: 2 } }",
      "7:82: .pan.maximumNumberOfTouches: expected a whole number of at least 3, found 2"
    ),
    (
      "{ id: g, swipe: { direction: [left, north] } }",
      "7:51: .swipe.direction[1]: expected one of right, left, up, down, found \"north\""
    ),
    (
      "{ id: g, tap: { requiresFailureOf: [g] } }",
      "7:51: .tap.requiresFailureOf[0]: expected another recognizer, found \"g\" itself"
    ),
    (
      "{ id: g, tap: { requiresFailureOf: [v] } }",
      "7:51: .tap.requiresFailureOf[0]: expected the id of a recognizer, found \"v\", "
        + "which is a view"
    ),
    (
      "{ id: g, tap: { after: [x] } }",
      "7:31: .tap.after: unknown key; did you mean \"requiresFailureOf\"?"
    ),
    (
      "{ id: g, tap: { simultaneousWith: [{ kind: pich }] } }",
      "7:58: .tap.simultaneousWith[0].kind: expected one of tap, longPress, pan, screenEdgePan, "
        + "swipe, pinch, rotation, hover, transform, path, found \"pich\"; did you mean \"pinch\"?"
    ),
    (
      "{ id: g, tap: { simultaneousWith: [{ knid: pinch }] } }",
      "7:52: .tap.simultaneousWith[0].knid: unknown key; did you mean \"kind\"?"
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ refuse: any }] } }",
      "7:47: .tap.shouldReceive[0]: expected one of allow and deny with its conditions, "
        + "found a mapping"
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ deny: { vew: any } }] } }",
      "7:57: .tap.shouldReceive[0].deny.vew: unknown key; did you mean \"view\"?"
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ deny: { region: { edge: left } } }] } }",
      "7:65: .tap.shouldReceive[0].deny.region: expected the keys \"edge\" and \"within\""
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ deny: { touchType: pen } }] } }",
      "7:68: .tap.shouldReceive[0].deny.touchType: expected one of direct, indirect, pencil, "
        + "indirectPointer, found \"pen\"; did you mean \"pencil\"?"
    ),
    (
      "{ id: g, pan: { shouldBegin: { velocity: { x: fast } } } }",
      "7:61: .pan.shouldBegin.velocity.x: expected a number, a comparison such as \"> 0\", or "
        + "[low, high], found \"fast\""
    ),
    (
      "{ id: g, pan: { shouldBegin: { speed: 3 } } }",
      "7:46: .pan.shouldBegin.speed: unknown key; known here: all, any, not, translation, "
        + "velocity, translationAxis, velocityAxis, location, numberOfTouches, scale, rotation, "
        + "elapsed"
    ),
  ])
  func `one invalid value in a recognizer is one error`(recognizer: String, error: String) {
    let text =
      views + "    - { id: v, frame: fill, gestureRecognizers: [\n"
      + String(repeating: " ", count: 14) + recognizer + "] }"
    let whole = errors(text)
    let short = whole.map {
      $0.replacing("application.windows[0].subviews[0].gestureRecognizers[0]", with: "")
        .replacing(": : ", with: ": ")
    }
    #expect(short == ["f.yaml:" + error])
  }
}
