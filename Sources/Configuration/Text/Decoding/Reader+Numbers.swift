// Reads numbers and lengths, and points, sizes, rectangles and insets made of them.

extension Reader {
  /// The numbers that a text may have without a range of their own: those that geometry stores.
  package static let range = -1e9...1e9

  /// A finite number, within a range if one is given.
  package func number(_ node: Node, in range: ClosedRange<Double>? = nil) -> Double? {
    guard let value = node.double else {
      expected(
        range.map { "a number \(inWords($0))" } ?? "a number", at: node, hint: quoteHint(node))
      return nil
    }
    let limits = range ?? Reader.range
    guard value.isFinite, limits.contains(value) else {
      expected(value.isFinite ? "a number \(inWords(limits))" : "a finite number", at: node)
      return nil
    }
    return value
  }

  /// A whole number, within a range if one is given.
  package func whole(_ node: Node, in range: ClosedRange<Int>? = nil) -> Int? {
    guard let value = node.scalar?.int, range?.contains(value) ?? true else {
      expected(
        range.map { "a whole number \(inWords($0))" } ?? "a whole number", at: node,
        hint: quoteHint(node))
      return nil
    }
    return value
  }

  /// A length in points, or in millimetres as `"4mm"`.
  package func length(_ node: Node, in range: ClosedRange<Double>? = nil) -> Double? {
    guard let text = node.string, text.hasSuffix("mm"),
      let millimeters = plainNumber(text.dropLast(2))
    else { return number(node, in: range) }
    guard let pointsPerMillimeter else {
      expected(
        "points, because the size of the screen in millimetres is not known", at: node,
        hint: "give the screen its physicalSize")
      return nil
    }
    let points = millimeters * pointsPerMillimeter
    let limits = range ?? Reader.range
    guard limits.contains(points) else {
      expected("a length \(inWords(limits)) points", at: node)
      return nil
    }
    return points
  }

  /// A length, or a part of a whole as `"50%"`.
  package func length(_ node: Node, of whole: Double) -> Double? {
    if let points = node.double, Reader.range.contains(points) { return points }
    guard let text = node.string, text.hasSuffix("%") else { return length(node) }
    guard let percent = plainNumber(text.dropLast(1)) else {
      expected("a number, \"N%\" or \"Nmm\"", at: node)
      return nil
    }
    guard abs(percent) <= 1_000_000 else {
      expected("a part such as \"50%\"", at: node)
      return nil
    }
    let part = whole * percent / 100
    // Parts of parts grow from view to view.
    guard Reader.range.contains(part) else {
      expected("a part that is at most \(plain(Reader.range.upperBound)) points", at: node)
      return nil
    }
    return part
  }

  /// A fixed number of numbers.
  package func numbers(_ node: Node, count: Int, _ what: String) -> [Double]? {
    guard let nodes = node.sequence, nodes.count == count else {
      expectedList(what, count: count, at: node)
      return nil
    }
    let values = nodes.map { number($0) }
    return values.contains(nil) ? nil : values.compactMap { $0 }
  }

  /// Whether a number can be a width or a height.
  package func isLength(_ value: Double?, at node: Node) -> Bool {
    guard let value, value < 0 else { return true }
    expected("a length of at least 0", at: node)
    return false
  }

  /// One value for all sides, or those of top, left, bottom and right.
  package func sides<Side>(_ node: Node, _ read: (Node) -> Side?) -> [Side]? {
    guard let nodes = node.sequence else {
      return read(node).map { [Side](repeating: $0, count: 4) }
    }
    guard nodes.count == 4 else {
      expectedList("[top, left, bottom, right]", count: 4, at: node)
      return nil
    }
    // Each error is reported.
    let sides = nodes.compactMap(read)
    return sides.count == 4 ? sides : nil
  }

  /// Complains about a list of the wrong length, or about no list at all.
  package func expectedList(_ what: String, count: Int, at node: Node) {
    let found = node.sequence.map { "a list of \($0.count)" } ?? node.inWords
    complain(node.complaint("expected \(what), found \(found)"))
  }

  package func plainNumber(_ text: Substring) -> Double? {
    let value = Scalar(text: text.trimmed, style: .plain).double
    return value?.isFinite == true ? value : nil
  }

  // "8" in quotes is a word: say so instead of finding "8" where a number was expected.
  private func quoteHint(_ node: Node) -> String? {
    guard let scalar = node.scalar, scalar.style != .plain,
      Scalar(text: scalar.text, style: .plain).double != nil
    else { return nil }
    return "leave out the quotes"
  }

  private func inWords(_ range: ClosedRange<Double>) -> String {
    if range.upperBound >= 1e9, range.lowerBound > -1e9 {
      return "of at least \(plain(range.lowerBound))"
    }
    return "from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
  }

  private func inWords(_ range: ClosedRange<Int>) -> String {
    if range.upperBound == .max { return "of at least \(range.lowerBound)" }
    return "from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// A number as people write it: whole ones without a point.
package func plain(_ value: Double) -> String {
  guard value == value.rounded(), abs(value) < 1e15 else { return "\(value)" }
  return "\(Int(value))"
}

extension Substring {
  /// The text without spaces at its ends.
  package var trimmed: String {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
