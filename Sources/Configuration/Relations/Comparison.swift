// Comparisons as they are written: `1`, `"> 0"`, `[0, 90]`.

import ConfigurationText

/// A condition on one number.
enum Comparison: Hashable {
  case less(Double)
  case atMost(Double)
  case equal(Double)
  case unequal(Double)
  case atLeast(Double)
  case more(Double)
  case within(Double, Double)

  /// Whether a number meets it.
  func holds(for value: Double) -> Bool {
    switch self {
    case .less(let limit): value < limit
    case .atMost(let limit): value <= limit
    case .equal(let other): value == other
    case .unequal(let other): value != other
    case .atLeast(let limit): value >= limit
    case .more(let limit): value > limit
    case .within(let low, let high): value >= low && value <= high
    }
  }

  // Longer signs first.
  private static let signs = [">=", "<=", "==", "!=", ">", "<"]

  private init?(sign: String, _ value: Double) {
    switch sign {
    case ">=": self = .atLeast(value)
    case "<=": self = .atMost(value)
    case "==": self = .equal(value)
    case "!=": self = .unequal(value)
    case ">": self = .more(value)
    case "<": self = .less(value)
    default: return nil
    }
  }

  /// The comparison that a node describes; nil after an error.
  static func read(_ node: Node, _ reader: Reader) -> Comparison? {
    if let nodes = node.sequence, nodes.count == 2 {
      guard let low = reader.number(nodes[0]), let high = reader.number(nodes[1]) else {
        return nil
      }
      guard low <= high else {
        reader.expected("a range from the smaller to the larger number", at: node)
        return nil
      }
      return .within(low, high)
    }
    if let value = node.scalar?.double, value.isFinite { return .equal(value) }
    let text = node.string ?? ""
    if let sign = signs.first(where: { text.hasPrefix($0) }) {
      let number = Scalar(text: text.dropFirst(sign.count).trimmed, style: .plain).double
      if let number, number.isFinite { return Comparison(sign: sign, number) }
    }
    reader.expected("a number, a comparison such as \"> 0\", or [low, high]", at: node)
    return nil
  }
}
