// Every key that a configuration may have can be set while the tree lives, to the same effect.

import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct LiveKeyTests {
  /// What has no value to set: names, structure, which edits of their own change, what is ignored, words
  /// inside of values, and what changes other views only.
  private static let others: [String: Set<String>] = [
    "responder": ["id"],
    "application": ["delegate", "windows"],
    "window": ["screen", "private", "rootViewController"],
    "viewController": ["view", "children", "presents"],
    "view": [
      "gestureRecognizers", "subviews", "at", "repeat", "width", "height", "stack", "grid",
    ],
    "scrollView": ["panGestureRecognizer", "pinchGestureRecognizer"],
  ]

  /// What each kind of thing has before, where a key needs something else to be there.
  private static let before: [String: [String: String]] = [
    "scrollView": [
      "contentSize": "[300, 300]", "minimumZoomScale": "0.1", "maximumZoomScale": "3",
      "subviews": "[{ id: page, frame: [0, 0, 50, 50] }]",
    ],
    "pageControl": ["numberOfPages": "5"], "segmentedControl": ["numberOfSegments": "4"],
  ]

  /// What is for programs alone: the engine has no such values.
  private static let ofPrograms: Set = [
    "accessibilityValue", "accessibilityHint",
  ]

  static let values: [String: [String: String]] = [
    "responder": [
      "handles": "[touches, pressesBegan]", "forwards": "last", "performs": "[save, load]",
      "canBecomeFirstResponder": "true", "canResignFirstResponder": "false", "next": "other",
    ],
    "application": [
      "constants": "{ controlSlop: 12, hitTestsTwice: true, stepperAutorepeat: false }",
      "timeScale": "2", "focused": "other",
      "touchAccommodations": "{ holdDuration: 0.2, tapAssistance: final }",
      "receivesRemoteControlEvents": "true", "firstResponder": "other", "focusScanInterval": "1.5",
    ],
    "window": ["level": "7", "timeScale": "1.5", "zone": "north", "isKeyWindow": "true"],
    "view": [
      "frame": "[\"50%\", 5, 20, 30]", "bounds": "[3, 4, 100, 100]", "center": "[50, 60]",
      "transform": "{ rotate: 30, scale: 2 }", "alpha": "0.25", "isHidden": "true",
      "isUserInteractionEnabled": "false", "isMultipleTouchEnabled": "true",
      "isExclusiveTouch": "true", "isInhibited": "true", "passesOn": "true", "zPosition": "4",
      "canBecomeFocused": "true", "isFocusGroup": "true", "accessibilityLabel": "Two tickets",
      "accessibilityValue": "of five", "accessibilityHint": "Touch twice",
      "touchAccommodations":
        "{ ignoreRepeat: 0.5, tapAssistance: initial, tapAssistanceTime: 2, dwellTime: 0.6 }",
      "actor": "somebody",
      "hit": "{ shape: ellipse, inset: -3, passthrough: true, redirect: other }",
      "veto": "[{ kind: tap }]", "mountPoint": "true",
    ],
    "control": [
      "isEnabled": "false", "isSelected": "true", "protectsDefaultAction": "false",
      "tracking": "{ slop: 5, begin: [{ deny: { touchType: pencil } }] }",
      "actions": "{ touchUpInside: [save, load], touchDown: save }",
    ],
    "button": ["autorepeat": "true"], "switch": ["isOn": "true"],
    "slider": [
      "minimumValue": "-1", "maximumValue": "8", "value": "0.5", "stepValue": "0.25",
      "isContinuous": "false",
    ],
    "stepper": [
      "minimumValue": "-1", "maximumValue": "8", "stepValue": "2", "value": "3",
      "isContinuous": "false", "autorepeat": "false", "wraps": "true",
    ],
    "segmentedControl": [
      "numberOfSegments": "6", "selectedSegmentIndex": "2", "isMomentary": "true",
    ],
    "pageControl": ["numberOfPages": "9", "currentPage": "3"],
    "scrollView": [
      "contentSize": "[\"200%\", 900]", "contentInset": "[1, 2, 3, 4]", "contentOffset": "[0, 20]",
      "isScrollEnabled": "false", "delaysContentTouches": "false", "contentDelay": "0.3",
      "canCancelContentTouches": "false", "touchesShouldBegin": "false",
      "touchesShouldCancel": "[{ kind: slider }]", "isDirectionalLockEnabled": "true",
      "dragStartBehavior": "landing",
      "nested": "chain",
      "isPagingEnabled": "true", "horizontalSnapOffsets": "[0, 150.5]",
      "verticalSnapOffsets": "[-10, 0, 90]", "bounces": "false", "alwaysBounceVertical": "true",
      "alwaysBounceHorizontal": "true", "decelerationRate": "fast", "decelerationStep": "0.02",
      "minimumZoomScale": "0.5", "maximumZoomScale": "5", "zoomScale": "0.1",
      "bouncesZoom": "false", "zoomOnDoubleTap": "true", "zoomView": "page",
    ],
    "gestureRecognizer": [
      "name": "words", "isEnabled": "false", "cancelsTouchesInView": "false",
      "delaysTouchesBegan": "true", "delaysTouchesEnded": "false",
      "allowedTouchTypes": "[pencil]", "allowedPressTypes": "[menu]",
      "modifierFlagsRequired": "[shift]",
      "requiresExclusiveTouchType": "false", "maximumSpread": "90", "reportsFailure": "true",
      "shouldReceive": "[{ deny: { view: { isControl: true } } }]",
      "shouldBegin": "{ numberOfTouches: 1 }", "asks": "[shouldBegin, shouldReceiveTouch]",
      "answerTimeout": "0.1", "defaultAnswer": "false", "simultaneousWith": "[{ kind: pan }]",
      "requiresFailureOf": "[g2, { kind: swipe }]", "requiredToFailBy": "[g2, { kind: pan }]",
      "canPrevent": "[g2]", "canBePrevented": "false",
      "replacedBy": "[other]",
    ],
    "tap": [
      "numberOfTapsRequired": "2", "numberOfTouchesRequired": "2", "allowableMovement": "7",
      "maximumTapDuration": "0.3", "maximumTapInterval": "0.2", "buttonMaskRequired": "secondary",
    ],
    "longPress": [
      "minimumPressDuration": "1", "numberOfTapsRequired": "1", "numberOfTouchesRequired": "2",
      "allowableMovement": "7", "allowableTapMovement": "8", "maximumTapDuration": "0.3",
      "maximumTapInterval": "0.2", "drags": "true",
    ],
    "pan": [
      "minimumNumberOfTouches": "2", "maximumNumberOfTouches": "3", "threshold": "4",
      "velocityWindow": "0.3",
    ],
    "screenEdgePan": [
      "edges": "[left, top]", "edgeRegion": "30", "threshold": "4", "velocityWindow": "0.3",
      "section": "[0, \"50%\"]", "requiresCorner": "true", "pops": "true",
    ],
    "swipe": [
      "direction": "[up, left]", "numberOfTouchesRequired": "2", "maximumDuration": "0.7",
      "minimumTravel": "60", "travelDecay": "10", "maximumDrift": "20", "driftDecay": "11",
    ],
    "pinch": ["threshold": "4", "velocityWindow": "0.3"],
    "rotation": ["threshold": "4", "velocityWindow": "0.3"],
    "transform": [
      "minimumNumberOfTouches": "2", "threshold": "4", "allowsShear": "true",
      "velocityWindow": "0.3",
    ],
    "path": [
      "template": "[[0, 0], [9, 9], [20, 0]]", "minimumScore": "0.5", "minimumLength": "60",
      "maximumDuration": "2",
    ],
  ]

  /// What a thing of a kind cannot be without.
  private static let needed = [
    "screenEdgePan": ["edges": "right"], "path": ["template": "[[0, 0], [0, 9]]"],
  ]

  /// A configuration in which one thing of a kind has these keys, and the thing's id.
  static func file(_ kind: String, _ keys: [String: String]) -> (text: String, id: String) {
    var all = before[kind] ?? needed[kind] ?? [:]
    for (key, value) in keys { all[key] = value }
    let written = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: ", ")
    var parts = (app: "", window: "", controller: "", view: "", recognizer: "tap: {}")
    var id = "x"
    switch kind {
    case "responder", "view": parts.view = written
    case "application": (parts.app, id) = (written, "app")
    case "window": (parts.window, id) = (written, "w2")
    case "viewController": (parts.controller, id) = (written, "c")
    case _ where ViewKind(written: kind) != nil:
      parts.view = "\(kind): { \(written) }"
    case "gestureRecognizer": (parts.recognizer, id) = ("tap: { \(written) }", "g")
    default: (parts.recognizer, id) = ("\(kind): { \(written) }", "g")
    }
    func more(_ text: String) -> String { text.isEmpty ? "" : "\(text), " }
    let frame = keys["frame"] != nil ? "" : "frame: [10, 10, 100, 100], "
    return (
      """
      application:
        \(parts.app.isEmpty ? "" : parts.app + "\n  ")windows:
          - id: w
            rootViewController:
              { id: c, \(more(parts.controller))view: { id: r, subviews: [
                { id: x, \(more(parts.view))\(frame)gestureRecognizers: [
                  { id: g, \(parts.recognizer) }, { id: g2, pan: {} }] },
                { id: other, frame: [0, 0, 9, 9], canBecomeFirstResponder: true }] } }
          - { id: w2, \(parts.window) }
      """, id
    )
  }

  static let cases: [(kind: String, key: String)] = KeyTables.all.flatMap { table in
    values[table.kind] == nil
      ? []
      : table.keys.filter { !(others[table.kind]?.contains($0) ?? false) }.map { (table.kind, $0) }
  }

  @Test func `every kind of thing is here`() {
    let kinds = Set(KeyTables.all.map(\.kind))
    #expect(Set(Self.values.keys).isSubset(of: kinds))
    let trees = ["viewController", "navigationController", "hover", "constants"]
    #expect(
      kinds.subtracting(Self.values.keys).subtracting(trees) == [
        "configuration", "screens", "devices", "noise", "touchAccommodations", "grabEscape",
        "match", "socket",
        "access", "edgeGate", "presses", "remoteControl", "motion", "activity",
        "selectors of views", "selectors of recognizers", "rules", "conditions",
        "forwards", "controlSocket", "shake", "hit", "transform of a view", "tracking", "stack",
        "grid",
      ])
  }

  @Test(arguments: cases)
  func `set live, it is as if it had been written`(kind: String, key: String) throws {
    let value = try #require(Self.values[kind]?[key], "no value for \(kind).\(key)")
    let written = Self.file(kind, [key: value])
    let loaded = try Blueprint.load(written.text, file: "f.yaml").build()
    let plain = Self.file(kind, [:])
    let tree = try Blueprint.load(plain.text, file: "f.yaml").build()
    let untouched = dump(plain.id, of: tree)
    let node = try #require(try YAML.parse(value, file: "set").first)
    switch tree.registry[plain.id] {
    case .responder(let responder): try tree.edit(key, to: node, of: responder)()
    case .recognizer(let recognizer): try tree.edit(key, to: node, of: recognizer)()
    case nil: Issue.record("nothing is called \(plain.id)")
    }
    tree.endPlan()
    #expect(dump(plain.id, of: tree) == dump(written.id, of: loaded))
    let isUntouched = dump(plain.id, of: tree) == untouched
    #expect(isUntouched == Self.ofPrograms.contains(key), "the value is the usual one")
    #expect(tree.application.checkInvariants() == [])
  }

  @Test(arguments: cases)
  func `set live and written as a configuration, it is the same when that is loaded`(
    kind: String, key: String
  ) throws {
    let value = try #require(Self.values[kind]?[key], "no value for \(kind).\(key)")
    let plain = Self.file(kind, [:])
    let file = try Blueprint.load(plain.text, file: "f.yaml")
    let tree = file.build()
    let wants = Wants(file: file.wanted) { _, _ in true }
    func text(_ tree: Tree, _ wanted: WantedTree) -> String {
      YAMLText.text(of: TreeWriter(tree, wanted).configuration)
    }
    let usual = text(tree, wants.tree)
    let node = try #require(try YAML.parse(value, file: "set").first)
    if Wants.living.contains(key) {
      TreeEditor(VisibleTree(tree)).write(key, JSON(node), of: plain.id)
      tree.endPlan()
    } else {
      wants.overlay([JSON.Member(key, JSON(node))], over: plain.id, connection: nil)
      let difference = wants.difference(in: tree)
      wants.follow(difference)
      TreeUpdate(difference).run()
    }
    let written = text(tree, wants.tree)
    #expect(written != usual)
    let again = try Blueprint.load(written, file: "written.yaml")
    let loaded = again.build()
    #expect(dump(plain.id, of: loaded) == dump(plain.id, of: tree), "\(written)")
    #expect(text(loaded, again.wanted) == written)
  }

  // MARK: What a thing is, as lines

  private func dump(_ id: String, of tree: Tree) -> [String] {
    var lines: [String] = ["mount \(tree.mountPoints[id].map { "\($0)" } ?? "none")"]
    lines += ["g2 waits for \(tree.registry.recognizer("g2")?.failureRequirements.map(\.id) ?? [])"]
    lines += ["the key window is \(tree.application.keyWindow?.id ?? "none")"]
    lines += ["focus is at \(tree.application.focused?.id ?? "none")"]
    lines += ["first responder is \(tree.application.firstResponder?.id ?? "none")"]
    switch tree.registry[id] {
    case .responder(let responder):
      lines += fields(of: responder)
      for recognizer in (responder as? View)?.gestureRecognizers ?? [] {
        lines += fields(of: recognizer).map { "\(recognizer.id).\($0)" }
      }
    case .recognizer(let recognizer): lines += fields(of: recognizer)
    case nil: break
    }
    return lines
  }

  private func fields(of thing: Any) -> [String] {
    var lines: [String] = []
    var mirror: Swift.Mirror? = Swift.Mirror(reflecting: thing)
    while let each = mirror {
      // Only what has been reported has a path.
      for child in each.children where child.label != "latestPath" {
        lines += described(child.value).map { "\(child.label ?? "")\($0)" }
      }
      mirror = each.superclassMirror
    }
    return lines
  }

  private func described(_ value: Any) -> [String] {
    let mirror = Swift.Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { described($0.value) } ?? [" nil"]
    case .class:
      switch value {
      case let responder as Responder: return [" \(responder.id)"]
      case let recognizer as GestureRecognizer: return [" \(recognizer.id)"]
      default:
        // What belongs to it alone is a part of it; the engine's own things are not.
        let kind = "\(type(of: value))"
        let parts = ["ConfiguredDelegate", "ViewExceptions", "TurnedView"]
        guard parts.contains(kind) else { return [] }
        return fields(of: value).map { ".\($0)" }
      }
    case .set: return [" \(mirror.children.map { "\($0.value)" }.sorted())"]
    case .collection: return [" \(mirror.children.map { described($0.value) })"]
    default:
      // Functions have nothing to show but that they are there.
      return "\(type(of: value))".contains("->") ? [" a function"] : [" \(value)"]
    }
  }
}
