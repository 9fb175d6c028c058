// What kinds of recognizer measure, and the names of these values.

/// The values that a recognizer measured; `measureNames` of its class says what they are.
public enum GestureMeasure: Sendable {
  /// No measure.
  case none
  /// One number.
  case number(Double)
  /// Two numbers.
  case numbers(Double, Double)
  /// Two vectors, in the view's coordinates.
  case vectors(Point, Point)
  /// Two vectors, in the view's coordinates, and a number.
  case vectorsAndNumber(Point, Point, Double)
  /// An affine transform and a vector, in the view's coordinates.
  case transform(AffineTransform, Point)
  /// A view; the index of its id among the outbox's views.
  case view(Int)
  /// One of several words.
  case word(StaticString)
}

/// The names of the values that a kind of recognizer measures; in records they are members.
public struct MeasureNames: Sendable {
  /// The name of the first value; nil for no measure.
  public let first: StaticString?
  /// The name of the second value; nil for a measure of at most one value.
  public let second: StaticString?
  /// The name of the third value; nil for a measure of at most two values.
  public let third: StaticString?

  /// The names of at most three values, in the order of the measure.
  public init(
    _ first: StaticString? = nil, _ second: StaticString? = nil, _ third: StaticString? = nil
  ) {
    self.first = first
    self.second = second
    self.third = third
  }
}
