// With an index or without, the same view is hit.

import Testing

@testable import ResponderKit

/// A small generator, so that a failing case can be found again by its seed.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

@Suite struct HitIndexTests {
  private func bruteForce(_ parent: View, _ point: Point) -> View? {
    for child in parent.subviews.reversed() {
      if let hit = child.hitTest(child.fromSuperview(point), with: nil) { return hit }
    }
    return nil
  }

  private func randomView(_ id: Int, _ dice: inout Dice) -> View {
    let size = [3.0, 20, 90, 700][dice.below(4)]
    let view = View(
      id: "v\(id)",
      frame: Rect(
        x: dice.number(-200...1000), y: dice.number(-200...1000),
        width: dice.number(0...size), height: dice.number(0...size)))
    switch dice.below(10) {
    case 0: view.transform = AffineTransform(rotation: dice.number(-3...3))
    case 1: view.isHidden = true
    case 2: view.alpha = 0.005
    case 3: view.hitInsets = EdgeInsets(top: -15, left: -15, bottom: -15, right: -15)
    case 4: view.isPassthrough = true
    default: break
    }
    return view
  }

  /// Changes who is hit inside of a view, or takes the change back.
  private func change(_ view: View, _ dice: inout Dice) {
    switch dice.below(6) {
    case 0:
      if let inner = view.subviews.first { return inner.removeFromSuperview() }
      view.addSubview(View(id: "\(view.id).inner", frame: Rect(x: 0, y: 0, width: 9, height: 9)))
    case 1: view.alpha = view.alpha < 1 ? 1 : dice.number(0...1) / 50
    case 2: view.isPassthrough.toggle()
    case 3: view.hitShape = view.hitShape == .ellipse ? .rectangle : .ellipse
    case 4: view.hitRedirect = view.hitRedirect == nil ? view.superview : nil
    default:
      view.transform = view.transform.isIdentity ? AffineTransform(rotation: 1) : .identity
    }
  }

  @Test func `among many views on one spot the one in front is hit, in whichever order they leave`()
  {
    var dice = Dice(seed: 4)
    let parent = View(id: "parent", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    for number in 0..<30 {
      let frame = Rect(x: dice.number(0...2), y: dice.number(0...2), width: 9, height: 9)
      parent.addSubview(View(id: "v\(number)", frame: frame))
    }
    while let front = parent.subviews.last {
      #expect(parent.hitTest(Point(x: 5, y: 5), with: nil) === front)
      let number = dice.below(parent.subviews.count)
      parent.subviews[number].removeFromSuperview()
      if number.isMultiple(of: 3), let back = parent.subviews.first {
        parent.bringSubviewToFront(back)
      }
    }
    #expect(parent.hitTest(Point(x: 5, y: 5), with: nil) === parent)
  }

  @Test func `views too large for any cell are hit in their order, and leave`() {
    var dice = Dice(seed: 5)
    let parent = View(id: "parent", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    for number in 0..<30 {
      let view = View(
        id: "v\(number)", frame: Rect(x: -1e6, y: -1e6, width: 2_000_000, height: 2_000_000))
      parent.insertSubview(view, at: dice.below(parent.subviews.count + 1))
    }
    while let front = parent.subviews.last {
      #expect(parent.hitTest(Point(x: 5, y: 5), with: nil) === front)
      parent.subviews[dice.below(parent.subviews.count)].removeFromSuperview()
    }
    #expect(parent.hitTest(Point(x: 5, y: 5), with: nil) === parent)
  }

  @Test func `a view that wanders far leaves no cells behind`() {
    let parent = View(id: "parent", frame: Rect(x: 0, y: 0, width: 1_000_000, height: 1000))
    for number in 0..<12 {
      parent.addSubview(
        View(id: "v\(number)", frame: Rect(x: Double(number) * 20, y: 0, width: 12, height: 12)))
    }
    let wanderer = parent.subviews[5]
    wanderer.center = Point(x: 6, y: 500)
    let cells = parent.index?.cellCount
    for step in 0..<50_000 {
      wanderer.center = Point(x: Double(step) * 16 + 6, y: 500)
      if step.isMultiple(of: 1000) {
        #expect(parent.hitTest(wanderer.center, with: nil) === wanderer)
      }
    }
    #expect(parent.index?.cellCount == cells)
  }

  @Test func `a point on the least edge is inside, whatever part of its content a view shows`() {
    var dice = Dice(seed: 9)
    let parent = View(id: "parent", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let view = View(id: "view", frame: Rect(x: 200, y: 200, width: 200, height: 200))
    parent.addSubview(view)
    for _ in 0..<2000 {
      let offset = Point(x: dice.number(-900...900), y: dice.number(-900...900))
      view.bounds = Rect(origin: offset, size: view.bounds.size)
      #expect(view.convert(Point(x: 200, y: 200), from: parent) == offset)
      #expect(parent.hitTest(Point(x: 200, y: 200), with: nil) === view)
      #expect(parent.hitTest(Point(x: 199.999, y: 200), with: nil) === parent)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `random edits never change who is hit`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let parent = View(id: "parent", frame: Rect(x: 0, y: 0, width: 900, height: 900))
    for step in 0..<600 {
      let children = parent.subviews
      switch children.isEmpty ? 0 : dice.below(9) {
      case 0, 1, 2:
        parent.insertSubview(randomView(step, &dice), at: dice.below(children.count + 1))
      case 3: children[dice.below(children.count)].removeFromSuperview()
      case 4: parent.bringSubviewToFront(children[dice.below(children.count)])
      case 5: parent.sendSubviewToBack(children[dice.below(children.count)])
      case 6: children[dice.below(children.count)].isHidden.toggle()
      case 7: change(children[dice.below(children.count)], &dice)
      default:
        children[dice.below(children.count)].center = Point(
          x: dice.number(-100...900), y: dice.number(-100...900))
      }
      for _ in 0..<5 {
        let point = Point(x: dice.number(-10...910), y: dice.number(-10...910))
        let found = parent.hitTest(point, with: nil)
        let inside = parent.bounds.contains(point)
        let expected = inside ? bruteForce(parent, point) ?? parent : nil
        #expect(found === expected, "seed \(seed), step \(step), point \(point)")
      }
    }
  }

  @Test func `a class that answers hit tests itself is asked among the others, in order`() {
    final class Anywhere: View {
      override func point(inside point: Point, with event: Event?) -> Bool { true }
    }
    let parent = View(id: "parent", frame: Rect(x: 0, y: 0, width: 900, height: 900))
    for number in 0..<20 {
      parent.addSubview(
        View(id: "v\(number)", frame: Rect(x: Double(number) * 40, y: 0, width: 40, height: 40)))
    }
    let anywhere = Anywhere(id: "anywhere", frame: Rect(x: 0, y: 0, width: 1, height: 1))
    parent.insertSubview(anywhere, at: 10)
    #expect(parent.hitTest(Point(x: 500, y: 500), with: nil) === anywhere)
    #expect(parent.hitTest(Point(x: 10, y: 10), with: nil) === anywhere)
    #expect(parent.hitTest(Point(x: 790, y: 10), with: nil)?.id == "v19")
  }
}
