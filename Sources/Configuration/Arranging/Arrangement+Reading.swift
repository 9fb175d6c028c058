// The keys `stack` and `grid` of a view, and the sizes of what is in it.

import ConfigurationText
import Protocol
import ResponderKit

extension Arrangement {
  static var stackKeys: [Key<Arrangement, Reader>] {
    [
      Key("axis", \.axis, .choice(Axis.self)),
      Key("alignment", \.alignment, .choice(Alignment.self)),
    ] + commonKeys
  }

  static var gridKeys: [Key<Arrangement, Reader>] {
    [
      Key("columns", \.columns, required: true, .whole(1...1000)),
      Key("rowHeight", \.rowHeight, .openLength),
    ] + commonKeys
  }

  private static var commonKeys: [Key<Arrangement, Reader>] {
    [Key("spacing", \.spacing, .openLength), Key("insets", \.insets, .openInsets)]
  }

  /// The words of the keys of views that have an arrangement as value.
  static let words = ["stack", "grid"]

  /// Reads the value of one of these keys; an axis alone is a stack along it.
  static func read(_ word: String, _ node: Node, _ reader: Reader) -> Arrangement? {
    var arrangement = Arrangement()
    if word == "stack", node.scalar != nil {
      guard let axis = reader.choice(node, Axis.self) else { return nil }
      arrangement.axis = axis
      return arrangement
    }
    let isGrid = word == "grid"
    reader.fields(
      of: node, into: &arrangement, keys: isGrid ? gridKeys : stackKeys, context: reader,
      what: isGrid ? "the keys of a grid" : "horizontal, vertical or the keys of a stack")
    return isGrid && arrangement.columns == nil ? nil : arrangement
  }
}

extension Reader {
  /// A length that may be a part of a whole that is not known yet.
  func openLength(_ node: Node) -> Length? {
    guard length(node, of: 0) != nil else { return nil }
    if let points = node.double { return Length(points: points) }
    let text = node.string ?? ""
    if text.hasSuffix("%") { return plainNumber(text.dropLast()).map { Length(part: $0 / 100) } }
    return plainNumber(text.dropLast(2)).map { Length(millimeters: $0) }
  }
}

extension Form where Value == Length {
  /// A length, or a part of the view.
  static var openLength: Form {
    Form(
      "length, or a part of the view", write: { $0 == Length() ? .integer(0) : nil },
      read: { $0.openLength($1) })
  }
}

extension Form where Value == [Length] {
  fileprivate static var openInsets: Form {
    Form(
      "length, or [top, left, bottom, right]",
      write: { $0.allSatisfy { $0 == Length() } ? .integer(0) : nil },
      read: { reader, node in reader.sides(node) { reader.openLength($0) } })
  }
}
