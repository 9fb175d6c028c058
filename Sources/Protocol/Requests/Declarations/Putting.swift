// The request that makes a subtree so.

/// What a program wants, described as in the configuration, and where.
package struct WantedDescription: Hashable, Sendable {
  /// What is described.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case view, viewController, window, gestureRecognizer
  }

  /// How the place is named.
  package enum Relation: String, CaseIterable, Hashable, Sendable {
    case into = "in"
    case presentedBy, pushedOn
  }

  /// The place of the described thing.
  package struct Place: Hashable, Sendable {
    package let relation: Relation
    package let id: String
  }

  package let kind: Kind
  package let json: JSON
  /// The place; nil for a window.
  package let place: Place?
  /// The sibling in front of which it lies, or behind which.
  package let above: String?
  package let below: String?
  /// Whether it stays when its program has gone.
  package let isLasting: Bool
}

extension Request.Declaration {
  static let put = Self(edit: "put") { (fields) throws(ProtocolError) in
    let kinds = WantedDescription.Kind.allCases
    let relations = WantedDescription.Relation.allCases
    try fields.only(
      kinds.map(\.rawValue) + relations.map(\.rawValue) + ["above", "below", "lasting"])
    let kind: WantedDescription.Kind = try fields.one(of: kinds, "thing")
    let json = fields[kind.rawValue] ?? .null
    var place: WantedDescription.Place?
    if kind == .window {
      for relation in relations where fields[relation.rawValue] != nil {
        throw .init(
          .badRequest, at: fields.path(relation.rawValue), "expected a window without a place")
      }
    } else {
      let relation: WantedDescription.Relation = try fields.one(of: relations, "place")
      place = .init(relation: relation, id: try fields.text(relation.rawValue))
      if relation != .into, kind != .viewController {
        throw .init(
          .badRequest, at: fields.path(kind.rawValue),
          "expected a viewController with \(relation.rawValue)")
      }
    }
    if fields["above"] != nil, fields["below"] != nil {
      throw .init(
        .badRequest, "\(fields.path): expected one of above and below, found both",
        path: fields.path("below"))
    }
    return .put(
      .init(
        kind: kind, json: json, place: place, above: try fields.textIfAny("above"),
        below: try fields.textIfAny("below"), isLasting: try fields.flag("lasting", default: false))
    )
  }
}

extension Fields {
  fileprivate func one<Word: RawRepresentable<String>>(
    of words: [Word], _ what: String
  ) throws(ProtocolError) -> Word {
    let given = words.filter { self[$0.rawValue] != nil }
    guard given.count == 1 else {
      let names = words.map(\.rawValue).joined(separator: ", ")
      let found = given.isEmpty ? "none" : given.map(\.rawValue).joined(separator: " and ")
      throw .init(.badRequest, at: path, "expected one \(what), one of \(names), found \(found)")
    }
    return given[0]
  }
}
