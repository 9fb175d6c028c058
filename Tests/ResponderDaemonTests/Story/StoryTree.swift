// Random trees, as configurations and as parts for requests; both are JSON, which is also YAML.

import Protocol

/// Makes configurations and parts of them, each name once.
final class StoryTree {
  /// The size of every screen.
  static let size = (width: 800, height: 480)

  private var dice: Dice
  private let prefix: String
  private var viewCount = 0
  private var recognizerCount = 0
  /// The names that may be used: those made before, and those of the caller.
  private(set) var recognizers: [String] = []

  /// Makes views and recognizers whose names begin with a prefix.
  init(dice: Dice, prefix: String = "", knowing: [String] = []) {
    self.dice = dice
    self.prefix = prefix
    recognizers = knowing
  }

  /// The limits of a seed: small ones, which a story reaches.
  static func limits(seed: UInt64) -> Limits {
    var dice = Dice(seed: seed)
    return limits(&dice)
  }

  private static func limits(_ dice: inout Dice) -> Limits {
    var limits = Limits.standard
    limits.history = [64, 256, 2_048][dice.below(3)]
    limits.views = 600
    limits.viewsOfProgram = 80
    return limits
  }

  /// The configuration of a seed.
  static func configuration(seed: UInt64) -> String {
    var dice = Dice(seed: seed)
    let idle = dice.below(2) == 0 ? #""activity":{"idleAfter":2},"# : ""
    // The same draws for every part, so that a seed always has the same tree.
    _ = limits(&dice)
    let tree = StoryTree(dice: dice)
    let windows = tree.windows()
    return """
      {"screens":{"panel":{"size":[\(size.width),\(size.height)]}},\(idle)
      "socket":{"rights":["subscribe"]},
      "access":[{"user":"1001","rights":["edit"],"under":["v1"]},{"user":"1003","rights":["edit","raw"]},
      {"user":"1005","rights":["inject"]}],
      "application":{"id":"app","performs":["save"],"receivesRemoteControlEvents":true,\(tree.maybe(3, #""handles":["touches","motion"],"#))
      "windows":[\(windows)]}}

      """
  }

  private func windows() -> String {
    // The first view is the only one in which clients with a limited right may edit.
    let stage = view(in: (0, 0, 400, 300), depth: 3, isStage: true)
    let back = (0..<(2 + dice.below(3))).map { _ in frame(in: Self.size) }
    let views = back.map { view(in: $0, depth: dice.below(4)) }.joined(separator: ",")
    var members = [#""id":"main""#, handling(), #""isMultipleTouchEnabled":true"#]
    members.append(#""performs":["save","load"]"#)
    members.append(#""gestureRecognizers":[\#(someRecognizers())]"#)
    if dice.below(2) == 0 {
      members.append(#""subviews":[\#(stage),\#(views)]"#)
    } else {
      let presents =
        dice.below(2) == 0
        ? #","presents":\#(controller(in: (100, 100, 300, 200), modal: dice.below(2) == 0))"# : ""
      let pages = maybe(2, #","navigationController":{"viewControllers":[\#(page()),\#(page())]}"#)
      members.append(
        #""rootViewController":{"id":"home",\#(handling()),"view":{"id":"home.view","subviews":[\#(stage),\#(views)]}\#(presents)\#(pages)}"#
      )
    }
    let main = "{\(members.joined(separator: ","))}"
    guard dice.below(2) == 0 else { return main }
    let top = view(in: (0, 0, 200, 100), depth: 1)
    return main
      + #",{"id":"top","level":1,"frame":[600,0,200,100],"handles":["touches"],"subviews":[\#(top)]}"#
  }

  /// The text once in so many calls, and otherwise nothing.
  func maybe(_ one: Int, _ text: @autoclosure () -> String) -> String {
    dice.below(one) == 0 ? text() : ""
  }

  private func frame(in size: (width: Int, height: Int)) -> (Int, Int, Int, Int) {
    let width = 40 + dice.below(max(1, size.width - 40))
    let height = 40 + dice.below(max(1, size.height - 40))
    return (
      dice.below(max(1, size.width - width / 2)), dice.below(max(1, size.height - height / 2)),
      width, height
    )
  }

  private func handling() -> String {
    let handles = [
      #"["touches"]"#, #"["touches","presses","motion","remoteControl"]"#, "[]", #"["presses"]"#,
      #"["touches"]"#, #"["touchesBegan","touchesEnded","pressesEnded"]"#,
    ]
    let forwards = [
      #""none""#, #""first""#, #""last""#, #"{"touches":"last","presses":"first"}"#,
    ]
    return
      #""handles":\#(dice.pick(handles))\#(maybe(3, #","forwards":\#(dice.pick(forwards))"#))"#
  }

  // MARK: Views

  /// A view with its subviews, somewhere in its parent.
  func view(
    in frame: (Int, Int, Int, Int), depth: Int, isStage: Bool = false
  ) -> String {
    viewCount += 1
    let name = "\(prefix)v\(viewCount)"
    var own = [#""frame":[\#(frame.0),\#(frame.1),\#(frame.2),\#(frame.3)]"#]
    if isStage || dice.below(8) == 0 { own.append(#""mountPoint":true"#) }
    if dice.below(2) == 0 { own.append(#""isMultipleTouchEnabled":true"#) }
    if dice.below(16) == 0 { own.append(#""isExclusiveTouch":true"#) }
    if dice.below(10) == 0 { own.append(#""canBecomeFirstResponder":true"#) }
    if dice.below(10) == 0 { own.append(#""transform":{"rotate":30,"scale":0.8}"#) }
    if dice.below(16) == 0 { own.append(#""actor":"map""#) }
    own.append(#""gestureRecognizers":[\#(dice.below(2) == 0 ? someRecognizers() : "")]"#)
    var kind = dice.below(10)
    if isStage { kind = 9 }
    let inner = (frame.2, frame.3)
    switch kind {
    case 0:
      let actions = #""actions":{"touchUpInside":"save","touchDown":["load","save"]}"#
      return #"{"id":"\#(name)","button":{\#((own + [actions]).joined(separator: ","))}}"#
    case 1:
      let kinds = [
        #""slider":{"maximumValue":10,"#, #""stepper":{"#, #""switch":{"#,
        #""segmentedControl":{"numberOfSegments":3,"#, #""pageControl":{"numberOfPages":4,"#,
        #""control":{"#,
      ]
      return #"{"id":"\#(name)",\#(dice.pick(kinds))\#(own.joined(separator: ","))}}"#
    case 2, 3:
      own.append(scrolling(name, inner, depth))
      own.append(handling())
      return #"{"id":"\#(name)","scrollView":{\#(own.joined(separator: ","))}}"#
    default:
      own.append(handling())
      own.append(#""subviews":[\#(subviews(in: inner, depth))]"#)
      return #"{"id":"\#(name)",\#(own.joined(separator: ","))}"#
    }
  }

  private func scrolling(_ name: String, _ size: (Int, Int), _ depth: Int) -> String {
    let content = (size.0 * (1 + dice.below(3)), size.1 * (1 + dice.below(4)))
    var own = [#""contentSize":[\#(content.0),\#(content.1)]"#]
    if dice.below(4) == 0 { own.append(#""isPagingEnabled":true"#) }
    if dice.below(4) == 0 { own.append(#""bounces":false"#) }
    if dice.below(4) == 0 { own.append(#""delaysContentTouches":false"#) }
    if dice.below(4) == 0 { own.append(#""isDirectionalLockEnabled":true"#) }
    if dice.below(4) == 0 { own.append(#""alwaysBounceVertical":true"#) }
    if dice.below(3) == 0 {
      own.append(#""maximumZoomScale":3,"minimumZoomScale":0.5,"zoomView":"\#(name).page""#)
      own.append(
        #""subviews":[{"id":"\#(name).page","frame":[0,0,\#(content.0),\#(content.1)],"subviews":[\#(subviews(in: content, depth))]}]"#
      )
    } else {
      own.append(#""subviews":[\#(subviews(in: content, depth))]"#)
    }
    return own.joined(separator: ",")
  }

  private func subviews(in size: (Int, Int), _ depth: Int) -> String {
    guard depth > 0 else { return "" }
    return (0..<dice.below(4)).map { _ in
      let place = frame(in: (size.0, size.1))
      guard dice.below(7) == 0 else { return view(in: place, depth: depth - 1) }
      return #"{"viewController":\#(controller(in: place))}"#
    }.joined(separator: ",")
  }

  /// A controller with a view, perhaps one that is presented.
  func controller(in frame: (Int, Int, Int, Int), modal: Bool? = nil) -> String {
    viewCount += 1
    let name = "\(prefix)c\(viewCount)"
    let modal = modal.map { #","modal":\#($0)"# } ?? ""
    guard dice.below(3) == 0 else {
      return #"{"id":"\#(name)",\#(handling())\#(modal),"view":\#(plain(in: frame))}"#
    }
    let pages = (0..<dice.below(4)).map { _ in page() }.joined(separator: ",")
    return
      #"{"id":"\#(name)",\#(handling())\#(modal),"view":\#(plain(in: frame)),"navigationController":{"viewControllers":[\#(pages)]}}"#
  }

  /// A page of a navigation controller.
  func page() -> String {
    viewCount += 1
    let name = "\(prefix)c\(viewCount)"
    return #"{"id":"\#(name)",\#(handling()),"view":\#(plain(in: (0, 0, 300, 200)))}"#
  }

  // The view of a controller has its kind in another form, so this view has no kind.
  private func plain(in frame: (Int, Int, Int, Int)) -> String {
    viewCount += 1
    let child = view(in: (10, 10, 80, 60), depth: 0)
    return
      #"{"id":"\#(prefix)v\#(viewCount).root","frame":[\#(frame.0),\#(frame.1),\#(frame.2),\#(frame.3)],\#(handling()),"gestureRecognizers":[\#(maybe(2, someRecognizers()))],"subviews":[\#(child)]}"#
  }

  // MARK: Recognizers

  private func someRecognizers() -> String {
    (0..<(1 + dice.below(3))).map { _ in recognizer() }.joined(separator: ",")
  }

  /// A recognizer of any kind.
  func recognizer() -> String {
    recognizerCount += 1
    let name = "\(prefix)r\(recognizerCount)"
    let kinds: [(String, [String])] = [
      ("tap", []), ("tap", [#""numberOfTapsRequired":2"#]),
      ("tap", [#""numberOfTouchesRequired":2"#]),
      ("longPress", []), ("longPress", [#""numberOfTapsRequired":1"#]),
      ("longPress", [#""drags":true"#]), ("pan", []),
      ("pan", [#""minimumNumberOfTouches":2"#]), ("screenEdgePan", [#""edges":["left","top"]"#]),
      ("swipe", [#""direction":["left","up"]"#]), ("pinch", []), ("rotation", []), ("hover", []),
      ("transform", []), ("path", [#""template":[[0,20],[10,30],[40,0]]"#]),
    ]
    let (kind, needed) = dice.pick(kinds)
    let own = needed + settings()
    recognizers.append(name)
    return #"{"id":"\#(name)","\#(kind)":{\#(own.joined(separator: ","))}}"#
  }

  private func settings() -> [String] {
    var own: [String] = []
    if dice.below(3) == 0 { own.append(#""cancelsTouchesInView":false"#) }
    if dice.below(5) == 0 { own.append(#""delaysTouchesBegan":true"#) }
    if dice.below(4) == 0 { own.append(#""delaysTouchesEnded":false"#) }
    if dice.below(5) == 0 { own.append(#""reportsFailure":true"#) }
    if dice.below(4) == 0 { own.append(#""requiresFailureOf":\#(requirement())"#) }
    if dice.below(10) == 0 { own.append(#""requiredToFailBy":[{"kind":"pan"}]"#) }
    if dice.below(4) == 0 { own.append(#""simultaneousWith":\#(company())"#) }
    if dice.below(10) == 0 { own.append(#""canPrevent":false"#) }
    if dice.below(10) == 0 { own.append(#""canBePrevented":false"#) }
    if dice.below(8) == 0 { own.append(#""asks":\#(questions()),"answerTimeout":0.1"#) }
    if dice.below(12) == 0 {
      own.append(#""shouldReceive":[{"deny":{"view":{"isControl":true}}}]"#)
    }
    return own
  }

  /// The recognizer that another one waits for: one before it, or any that fits, which may close a cycle.
  func requirement() -> String {
    let some = [#"[{"kind":"tap"}]"#, #"[{"kind":"pan"}]"#, #"[{"owner":"ancestor"}]"#]
    guard !recognizers.isEmpty, dice.below(2) == 0 else { return dice.pick(some) }
    return #"["\#(dice.pick(recognizers))"]"#
  }

  /// The recognizers with which a recognizer may recognize simultaneously.
  func company() -> String {
    let some = [#"["any"]"#, #"[{"kind":"pan"}]"#, #"[{"owner":"self"}]"#]
    guard !recognizers.isEmpty, dice.below(2) == 0 else { return dice.pick(some) }
    return #"["\#(dice.pick(recognizers))"]"#
  }

  /// The questions that a program is asked.
  func questions() -> String {
    dice.pick([
      #"["shouldBegin"]"#, #"["shouldReceiveTouch"]"#, #"["shouldBegin","shouldReceiveTouch"]"#,
    ])
  }
}
