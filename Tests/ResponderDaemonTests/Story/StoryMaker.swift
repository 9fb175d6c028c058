// Chooses the next step at random, from the views, programs and fingers that exist.

@testable import ResponderDaemon
@testable import ResponderKit

/// Makes up a story: one random step after the other.
final class StoryMaker {
  var dice: Dice
  private let pieces: StoryTree
  private var unplugged: Set<Int> = []
  private var lastFinger = 0
  private var lastWindow = 0
  // Things that programs have put before, to be put again: elsewhere, otherwise, or by others.
  private var things: [String] = []

  init(seed: UInt64) {
    dice = Dice(seed: seed &+ 7_000)
    pieces = StoryTree(dice: Dice(seed: seed &+ 9_000), prefix: "n")
  }

  /// The next step.
  func step(in world: StoryWorld) -> StoryStep {
    // Views of the file that programs have removed are not added again.
    if world.names.views.count < 10, dice.below(4) == 0 { return repair() }
    switch dice.below(100) {
    case 0..<42: return fingers(in: world)
    case 42..<54: return .play(microseconds: wait())
    case 54..<58: return .jump(microseconds: wait(), turns: dice.below(4))
    case 58..<86: return ask(in: world)
    case 86..<89: return .read(client: 8, bytes: dice.pick([16, 512, 8_192]))
    case 89..<93:
      let client = dice.pick([3, 4, 5, 7, 9, 11, 12, 13])
      return world.clients[client].peer == nil || dice.below(2) == 0
        ? .comeBack(client: client) : .lose(client: client)
    case 93: return .comeBack(client: dice.pick([3, 4, 5, 7, 8, 9, 10, 12]))
    case 94:
      let panel = dice.below(2)
      if unplugged.remove(panel) != nil { return .plug(device: panel) }
      unplugged.insert(panel)
      return .unplug(device: panel)
    case 95:
      guard dice.below(3) == 0 else { return .compare }
      let tree = dice.below(5) == 0 ? 0 : UInt64(1 + dice.below(100_000))
      return .reload(tree: tree, force: dice.below(2) == 0)
    case 96: return dice.below(4) == 0 ? .sleep : .compare
    case 97: return .compare
    case 98: return repair()
    default: return dice.below(2) == 0 ? .rest : .compare
    }
  }

  /// Replaces the content of the first window by new views: a tree without views that handle touches
  /// would stay so for the rest of the story.
  private func repair() -> StoryStep {
    let puts = (0..<3).map {
      #",{"put":{"in":"main","view":\#(pieces.view(in: ($0 * 250, 100, 240, 300), depth: 2))}}"#
    }
    return .ask(
      client: 10,
      request: #""batch":[{"set":{"view":"main","isInhibited":false}},{"set":{"view":"main","#
        + #""alpha":1,"isHidden":false,"isUserInteractionEnabled":true,"frame":[0,0,800,480]}}"#
        + puts.joined() + "]")
  }

  // Around what recognizers, scroll views and controls wait for.
  private func wait() -> Int64 {
    let times: [Int64] = [16_667, 16_667, 100_000, 150_000, 350_000, 500_000, 750_000, 2_000_000]
    let around: [Int64] = [0, 0, 1, -1, 20, -500, 5_000]
    return max(1, dice.pick(times) + dice.pick(around))
  }

  // MARK: Fingers

  private func fingers(in world: StoryWorld) -> StoryStep {
    let panel = dice.below(5) == 0 ? 1 : 0
    let down = world.panels.fingers(on: panel)
    var actions: [String] = []
    for (id, place) in down.sorted(by: { $0.key < $1.key }) {
      switch dice.below(8) {
      case 0, 1: actions.append("up \(id)")
      case 2 where dice.below(4) == 0: actions.append("cancel \(id)")
      case 3: break
      default:
        let reach = dice.pick([3, 12, 30, 120])
        let x = min(
          StoryTree.size.width - 1, max(0, Int(place.x) + dice.below(2 * reach + 1) - reach))
        let y = min(
          StoryTree.size.height - 1, max(0, Int(place.y) + dice.below(2 * reach + 1) - reach))
        actions.append("move \(id) \(x),\(y)")
      }
    }
    if down.count < 5, dice.below(2) == 0 || actions.isEmpty {
      lastFinger += 1
      actions.append("down \(lastFinger) \(spot(in: world))")
    }
    let ago = dice.below(8) == 0 ? Int64(dice.below(30_000)) : 0
    return .fingers(device: panel, ago: ago, actions: actions.joined(separator: "; "))
  }

  // Most fingers land on a view.
  private func spot(in world: StoryWorld) -> String {
    let views = world.names.views
    guard dice.below(4) > 0, !views.isEmpty else { return "\(dice.below(800)),\(dice.below(480))" }
    let view = dice.pick(views)
    var point = Point(
      x: view.bounds.minX + view.bounds.size.width * Double(1 + dice.below(9)) / 10,
      y: view.bounds.minY + view.bounds.size.height * Double(1 + dice.below(9)) / 10)
    var each: View? = view
    while let inner = each {
      point = inner.toSuperview(point)
      each = inner.superview
    }
    guard point.x.isFinite, point.y.isFinite else { return "5,5" }
    return "\(Int(min(max(point.x, 0), 799))),\(Int(min(max(point.y, 0), 479)))"
  }

  private static let keys = [
    "select", "select", "menu", "leftArrow", "rightArrow", "upArrow", "downArrow", "next",
    "previous",
  ]

  /// A script that a program plays.
  private func script() -> String {
    var lines: [String] = []
    var now = 0
    var down: Set<Int> = []
    for id in 1...(2 + dice.below(6)) {
      now += dice.pick([10, 40, 120, 400])
      let place = "\(dice.below(800)),\(dice.below(480))"
      let words: String
      switch dice.below(9) {
      case 0: words = "press began \(dice.pick(Self.keys))"
      case 1: words = "press ended \(dice.pick(Self.keys))"
      case 2: words = "motion \(dice.pick(["began", "ended", "cancelled"]))"
      case 3: words = "pointer \(dice.pick([place, "gone"]))"
      case 4: words = "remote \(dice.pick(["play", "stop"]))"
      case 5, 6:
        if let finger = down.min() {
          down.remove(finger)
          words = "up \(finger)"
        } else {
          words = "wait"
        }
      default:
        down.insert(id)
        words = "down \(id) \(place)"
      }
      lines.append("\(now / 1000).\(String(1000 + now % 1000).dropFirst()) \(words)")
    }
    return lines.joined(separator: #"\n"#)
  }

  // MARK: Requests

  private func ask(in world: StoryWorld) -> StoryStep {
    let client = dice.pick([10, 10, 10, 11, 12, 12, 13, 13, 1, 2])
    let questions = world.clients[13].questions + world.clients[0].questions
    let view = anyView(world)
    switch dice.below(12) {
    case 0:
      return .ask(client: dice.pick([1, 10, 10]), request: #""inject":{"script":"\#(script())"}"#)
    case 1, 2:
      guard !questions.isEmpty else { break }
      let question = dice.pick(questions)
      return .ask(
        client: dice.pick([10, 13, 13]),
        request: #""answer":{"question":\#(question),"yes":\#(dice.below(3) > 0)}"#)
    case 3:
      let asked = [
        #""hitTest":{"point":[\#(dice.below(800)),\#(dice.below(480))],"trace":true}"#,
        #""tree":{}"#, #""tree":{"view":"\#(view)"}"#, #""chain":{"responder":"\#(view)"}"#,
        #""devices":{}"#, #""status":{}"#, #""nothing":{}"#,
        #""why":{"recognizer":"\#(anyRecognizer(world))","point":[40,40]}"#,
      ]
      return .ask(client: client, request: dice.pick(asked))
    case 4 where dice.below(3) == 0:
      let keys = [#""rotate":180"#, #""rotate":null"#, #""region":[0,0,400,480]"#]
      return .ask(
        client: 10,
        request: #""set":{"device":"\#(dice.pick(["Panel", "Table"]))",\#(dice.pick(keys))}"#)
    default: break
    }
    switch dice.below(8) {
    case 0, 1: break
    case 2: return .ask(client: client, request: act(in: world))
    default: return .ask(client: client, request: edit(in: world))
    }
    let edits = (0..<(1 + dice.below(4))).map { _ in "{\(edit(in: world))}" }
    return .ask(client: client, request: #""batch":[\#(edits.joined(separator: ","))]"#)
  }

  private func anyView(_ world: StoryWorld) -> String {
    world.names.views.isEmpty ? "main" : dice.pick(world.names.views).id
  }

  private func anyRecognizer(_ world: StoryWorld) -> String {
    world.names.recognizers.isEmpty ? "r1" : dice.pick(world.names.recognizers).id
  }

  private func anyController(_ world: StoryWorld) -> String {
    world.names.controllers.isEmpty ? "home" : dice.pick(world.names.controllers).id
  }

  private func anyFrame() -> String {
    "[\(dice.below(400) - 20),\(dice.below(300) - 20),\(dice.below(400)),\(dice.below(300))]"
  }

  private func place(_ world: StoryWorld) -> String {
    let sibling =
      switch dice.below(4) {
      case 0: #","above":"\#(anyView(world))""#
      case 1: #","below":"\#(anyView(world))""#
      default: ""
      }
    return dice.below(12) == 0 ? sibling + #","lasting":true"# : sibling
  }

  /// A thing that may be put again later.
  private func put(_ place: String, _ thing: String, _ world: StoryWorld) -> String {
    things = things.suffix(30) + [thing]
    return #""put":{\#(place),\#(thing)\#(self.place(world))}"#
  }

  private func putAgain(_ world: StoryWorld) -> String {
    let thing = things.isEmpty ? #""view":{"id":"nobody","frame":[0,0,9,9]}"# : dice.pick(things)
    let places = [
      #""in":"\#(anyView(world))""#, #""in":"v1""#, #""in":"main""#,
      thing.hasPrefix(#""viewController""#)
        ? #""presentedBy":"\#(anyController(world))""# : #""in":"v2""#,
    ]
    if thing.hasPrefix(#""window""#) { return #""put":{\#(thing)}"# }
    return #""put":{\#(dice.pick(places)),\#(thing)\#(place(world))}"#
  }

  private func edit(in world: StoryWorld) -> String {
    let view = anyView(world)
    let recognizer = anyRecognizer(world)
    switch dice.below(36) {
    case 0..<6:
      let parent = dice.below(2) == 0 ? "v1" : view
      let new = pieces.view(in: (dice.below(300), dice.below(200), 200, 120), depth: dice.below(3))
      switch dice.below(12) {
      case 0:
        lastWindow += 1
        let level = dice.below(3) - 1
        let window =
          #""window":{"id":"nw\#(lastWindow)","level":\#(level),"frame":[500,300,200,150],"subviews":[\#(new)]}"#
        things.append(window)
        return #""put":{\#(window)}"#
      case 1, 2:
        let controller = pieces.controller(in: (dice.below(300), dice.below(200), 90, 80))
        return put(#""in":"\#(parent)""#, #""viewController":\#(controller)"#, world)
      default: return put(#""in":"\#(parent)""#, #""view":\#(new)"#, world)
      }
    case 6, 7:
      return put(#""in":"\#(view)""#, #""gestureRecognizer":\#(pieces.recognizer())"#, world)
    case 8..<12: return #""remove":{"view":"\#(view == "main" ? "v1" : view)"}"#
    case 12: return #""remove":{"recognizer":"\#(recognizer)"}"#
    case 13..<18: return putAgain(world)
    case 18..<25: return #""set":{"view":"\#(view)",\#(property(world))\#(own())}"#
    case 25, 26: return #""set":{"recognizer":"\#(recognizer)",\#(setting(world))\#(own())}"#
    case 27: return scroll(world)
    case 28: return control(world)
    case 29: return #""set":{"view":"\#(view)","isInhibited":\#(dice.below(3) == 0)\#(own())}"#
    case 30:
      return #""set":{"view":"\#(view)","\#(dice.pick(["above", "below"]))":"\#(anyView(world))"}"#
    case 31:
      let keys = ["frame", "alpha", "isHidden", "handles", "next", "hit", "above", "isInhibited"]
      return #""set":{"view":"\#(view)","\#(dice.pick(keys))":null}"#
    case 32: return push(world)
    case 33:
      let new = pieces.controller(in: (200, 100, 300, 200), modal: dice.below(2) == 0)
      return put(
        #""presentedBy":"\#(anyController(world))""#, #""viewController":\#(new)"#, world)
    case 34: return #""remove":{"viewController":"\#(anyController(world))"}"#
    default: return #""set":{"viewController":"\#(anyController(world))",\#(handling())\#(own())}"#
    }
  }

  private func own() -> String { dice.below(4) == 0 ? #","own":true"# : "" }

  private func act(in world: StoryWorld) -> String {
    let view = anyView(world)
    let touch = world.application.liveTouches.first?.id ?? 1
    return dice.pick([
      #""cancel":{"view":"\#(view)"}"#, #""cancel":{}"#,
      #""cancel":{"recognizer":"\#(anyRecognizer(world))"}"#, #""cancel":{"touches":[\#(touch)]}"#,
      #""becomeFirstResponder":{"responder":"\#(view)"}"#,
      #""resignFirstResponder":{"responder":"\#(view)"}"#, #""endEditing":{"view":"\#(view)"}"#,
    ])
  }

  private func anyNavigation(_ world: StoryWorld) -> String {
    let all = world.names.controllers.filter { $0 is NavigationController }
    return all.isEmpty || dice.below(10) == 0 ? anyController(world) : dice.pick(all).id
  }

  private func push(_ world: StoryWorld) -> String {
    put(
      #""pushedOn":"\#(anyNavigation(world))""#, #""viewController":\#(pieces.page())"#, world)
  }

  private func handling() -> String {
    dice.pick([
      #""handles":["touches"]"#, #""handles":[]"#, #""forwards":"last""#, #""forwards":"none""#,
      #""handles":["touches","presses"]"#, #""handles":["touchesBegan"]"#,
      #""handles":["touchesMoved","touchesEnded","pressesBegan"]"#,
      #""handles":["touchesBegan","touchesCancelled","presses"]"#,
    ])
  }

  private func property(_ world: StoryWorld) -> String {
    switch dice.below(15) {
    case 0, 1: #""frame":\#(anyFrame())"#
    case 2: #""alpha":\#(dice.pick(["0", "1", "0.5"]))"#
    case 3: #""isHidden":\#(dice.below(3) == 0)"#
    case 4: #""isUserInteractionEnabled":\#(dice.below(3) > 0)"#
    case 5: #""isMultipleTouchEnabled":\#(dice.below(2) == 0)"#
    case 6: #""isExclusiveTouch":\#(dice.below(3) == 0)"#
    case 7: #""transform":\#(dice.pick([#"{"scale":0.5}"#, #"{"rotate":90}"#, "[1,0,0,1,0,0]"]))"#
    case 8: #""bounds":\#(anyFrame())"#
    case 9: handling()
    case 10:
      #""next":\#(dice.pick(["null", "\"\(anyView(world))\"", "\"\(anyController(world))\""]))"#
    case 11:
      #""hit":\#(dice.pick([#"{"passthrough":true}"#, #"{"inset":-20}"#, #"{"redirect":"\#(anyView(world))"}"#]))"#
    case 12: #""actor":\#(dice.pick(["null", "\"map\""]))"#
    case 13: #""isKeyWindow":true"#
    default: #""canBecomeFirstResponder":\#(dice.below(2) == 0)"#
    }
  }

  private func setting(_ world: StoryWorld) -> String {
    switch dice.below(8) {
    case 0: #""isEnabled":\#(dice.below(2) == 0)"#
    case 1: #""cancelsTouchesInView":\#(dice.below(2) == 0)"#
    case 2: #""delaysTouchesBegan":\#(dice.below(2) == 0)"#
    case 3: #""delaysTouchesEnded":\#(dice.below(2) == 0)"#
    case 4:
      #""requiresFailureOf":\#(dice.pick(["[]", #"["\#(anyRecognizer(world))"]"#, pieces.requirement()]))"#
    case 5: #""simultaneousWith":\#(dice.pick(["[]", pieces.company()]))"#
    case 6: #""asks":\#(dice.pick(["[]", pieces.questions()]))"#
    default: #""reportsFailure":\#(dice.below(2) == 0)"#
    }
  }

  private func scroll(_ world: StoryWorld) -> String {
    let lists = world.names.views.filter { $0 is ScrollView }
    guard !lists.isEmpty else { return putAgain(world) }
    let keys = [
      #""contentOffset":[\#(dice.below(300)),\#(dice.below(900))]"#,
      #""contentSize":[\#(dice.below(900)),\#(dice.below(1_500))]"#,
      #""isScrollEnabled":\#(dice.below(3) > 0)"#, #""isPagingEnabled":\#(dice.below(2) == 0)"#,
      #""bounces":\#(dice.below(2) == 0)"#, #""maximumZoomScale":\#(1 + dice.below(3))"#,
      #""contentInset":\#(dice.below(60))"#, #""delaysContentTouches":\#(dice.below(2) == 0)"#,
      #""zoomScale":\#(1 + dice.below(3))"#, #""bouncesZoom":\#(dice.below(2) == 0)"#,
      #""zoomOnDoubleTap":\#(dice.below(2) == 0)"#, #""minimumZoomScale":\#(1 + dice.below(2))"#,
    ]
    let view = dice.pick(lists).id
    guard dice.below(3) == 0 else { return #""set":{"view":"\#(view)",\#(dice.pick(keys))}"# }
    let target = dice.pick([
      #""offset":[\#(dice.below(300)),\#(dice.below(900))]"#, #""zoomScale":\#(1 + dice.below(3))"#,
      #""zoomScale":\#(1 + dice.below(3)),"point":[\#(dice.below(300)),\#(dice.below(300))]"#,
      #""rect":[\#(dice.below(300)),\#(dice.below(300)),\#(20 + dice.below(300)),50]"#,
    ])
    return #""scrollTo":{"view":"\#(view)",\#(target),"animated":\#(dice.below(2) == 0)}"#
  }

  private func control(_ world: StoryWorld) -> String {
    let controls = world.names.views.filter { $0 is Control }
    guard !controls.isEmpty else { return putAgain(world) }
    let view = dice.pick(controls).id
    return dice.pick([
      #""set":{"view":"\#(view)","isEnabled":\#(dice.below(2) == 0)}"#,
      #""set":{"view":"\#(view)","value":\#(dice.below(12))}"#,
      #""set":{"view":"\#(view)","actions":{"touchUpInside":"load"}}"#,
      #""set":{"view":"\#(view)","isOn":true}"#,
    ])
  }
}
