// A thing whose subviews lie where it says: each knows its frame, which is not one of its values.

import ConfigurationText
import Protocol

extension WantedThing {
  /// The rule by which it arranges its subviews; nil if each has a frame of its own.
  var arrangement: Arrangement? { WantedThing.arrangement(values, WantedThing.reader) }

  /// What its arrangement looks at, for its subviews in their order.
  var items: [Arrangement.Item] {
    WantedThing.items(of: children(.subview), WantedThing.reader)
  }

  /// The same for subviews that are written.
  static func items(of nodes: Node.Elements) -> [Arrangement.Item] {
    items(of: nodes.map { subview($0) }, reader)
  }

  /// The things in a thing with these values, where it arranges them.
  static func arrange(_ children: [WantedThing], by values: [JSON.Member]) -> [WantedThing] {
    guard
      arranging(values) != nil
        || children.contains(where: { $0.relation == .subview && $0.isArranged })
    else { return children }
    let reader = reader
    let subviews = children.filter { $0.relation == .subview }
    var frames = arrangement(values, reader)?.frames(of: items(of: subviews, reader))[...]
    return children.map { $0.relation == .subview ? $0.arranged(in: frames?.popFirst()) : $0 }
  }

  // What is wanted was checked before; only screens know how long a millimetre is.
  private static var reader: Reader {
    let reader = Reader(ofRequest: ())
    reader.pointsPerMillimeter = 1
    return reader
  }

  private static func arrangement(_ values: [JSON.Member], _ reader: Reader) -> Arrangement? {
    arranging(values).flatMap {
      Arrangement.read($0.name, $0.value.node(in: Document(file: "request")), reader)
    }
  }

  private static func items(
    of subviews: [WantedThing], _ reader: Reader
  ) -> [Arrangement.Item] {
    let document = Document(file: "request")
    return subviews.map { thing in
      let view = thing.ownView
      func length(_ key: String) -> Length? {
        view?[key].flatMap { reader.openLength($0.node(in: document)) }
      }
      return Arrangement.Item(
        width: length("width"), height: length("height"),
        isHidden: view?["isHidden"] == .bool(true))
    }
  }

  /// Whether the view around it says where it lies.
  package var isArranged: Bool { ownView?.arranged != nil }

  /// Whether it says where its subviews lie.
  package var isArranging: Bool { WantedThing.arranging(values) != nil }

  private static func arranging(_ values: [JSON.Member]) -> JSON.Member? {
    values.first { Arrangement.words.contains($0.name) }
  }

  /// Why a key of it cannot have a value; nil if it can.
  package func obstacle(to key: String) -> String? {
    let isPlace = TreeUpdate.geometryKeys.contains(key)
    return switch key {
    case _ where isPlace && isArranged:
      "expected none, as the view around \"\(id)\" arranges it; set width or height"
    case "contentSize" where isArranging: "expected none, as the subviews of \"\(id)\" give it"
    case "stack" where self["grid"] != nil: "expected no grid beside it; set grid to null"
    case "grid" where self["stack"] != nil: "expected no stack beside it; set stack to null"
    default: nil
    }
  }

  private func arranged(in frame: Arrangement.Frame?) -> WantedThing {
    if ownView?.arranged == frame { return self }
    if viewKind != nil { return with(arranged: frame) }
    return with(children: children.map { $0.relation == .view ? $0.with(arranged: frame) : $0 })
  }
}
