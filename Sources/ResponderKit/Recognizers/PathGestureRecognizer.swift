// A shape drawn in one stroke.

/// A discrete recognizer of one finger that draws the shape of a template, in the same orientation.
///
///     possible ──lift, similar enough──► ended
///        └── too different · too short · too long · second finger ──► failed
open class PathGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "path" }
  package override class var answersForOthers: Bool { self != PathGestureRecognizer.self }
  open override class var measureNames: MeasureNames { MeasureNames("score") }

  /// The shape, as the points of one stroke; its size and position do not matter.
  public final var template: [Point] = [] {
    didSet { normalizedTemplate = Self.normalized(template) }
  }
  /// The required similarity of the stroke, from 0 to 1.
  public final var minimumScore = 0.85
  /// The smallest length of the stroke, in points.
  public final var minimumLength = 40.0
  /// The longest duration of the stroke, in seconds.
  public final var maximumDuration: TimeInterval = 3

  /// The similarity of the current stroke; 0 until it is complete.
  public private(set) final var score = 0.0
  private final var stroke: [Point] = []
  private final var normalizedTemplate: [Point]?
  private final lazy var limit = makeTimer(.maximum) { [unowned self] _ in
    let limit = scaled(maximumDuration)
    fail(.tooLong(limit, limit: limit, rule: "TM1"))
  }

  open override var measure: GestureMeasure { .number(score) }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard self.touches.count == 1, let touch = touches.first else {
      return fail(.tooManyTouches(self.touches.count, limit: 1, rule: "TAP3"))
    }
    stroke.removeAll(keepingCapacity: true)
    stroke.append(touch.position)
    start(limit, at: touch.startTime + scaled(maximumDuration))
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches { stroke.append(touch.position) }
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    let length = Self.length(of: stroke)
    guard length >= minimumLength else {
      return fail(.other("drew \(Int(length)) pt, less than \(Int(minimumLength)) pt"))
    }
    guard let drawn = Self.normalized(stroke), let wanted = normalizedTemplate else {
      return fail(.noMatch(score: 0, needed: minimumScore))
    }
    score = zip(drawn, wanted).reduce(0) { $0 + $1.0.x * $1.1.x + $1.0.y * $1.1.y }
    if score >= minimumScore {
      propose(.ended, because: .reached(score, limit: minimumScore, unit: .score, rule: nil))
    } else {
      fail(.noMatch(score: score, needed: minimumScore))
    }
  }

  open override func reset() {
    stroke.removeAll(keepingCapacity: true)
    score = 0
  }

  // MARK: Comparing

  private static let samples = 32

  private static func length(of points: [Point]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Evenly spaced points about their mean, as one vector of length 1; nil for a dot.
  static func normalized(_ points: [Point]) -> [Point]? {
    let total = length(of: points)
    guard points.count > 1, total > 0, total.isFinite else { return nil }
    var even = [points[0]]
    let step = total / Double(samples - 1)
    var missing = step
    var previous = points[0]
    for next in points.dropFirst() {
      var left = previous.distance(to: next)
      while left >= missing, even.count < samples {
        previous = previous + (next - previous) * (missing / left)
        even.append(previous)
        left -= missing
        missing = step
      }
      missing -= left
      previous = next
    }
    while even.count < samples { even.append(points[points.count - 1]) }
    let middle = even.reduce(Point.zero, +) / Double(samples)
    let centered = even.map { $0 - middle }
    let norm = centered.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }.squareRoot()
    return norm > 0 ? centered.map { $0 / norm } : nil
  }
}
