// Which records of a far panel a subscription wants, as far as the records themselves tell.

import Wire

/// A filter for records that come through a broker.
struct FarFilter {
  private let filter: Filter

  /// Takes what can be done here; throws for what only the daemon itself can.
  init(_ filter: Filter) throws(ProtocolError) {
    for (name, isAsked) in [("rate", filter.rate != nil), ("detail", filter.detail)] where isAsked {
      throw ProtocolError(
        .refused,
        "subscribe.\(name): through a broker, records are as the panel's bridge publishes them",
        path: "subscribe.\(name)")
    }
    self.filter = filter
  }

  /// Whether a record is wanted; the parents of views are those of the tree.
  func wants(_ record: JSON, parents: [String: String]) -> Bool {
    guard let word = record["type"]?.string, let type = RecordType(word: word),
      filter.types.contains(RecordTypes(type))
    else { return false }
    if !filter.observed, record["observed"]?.bool == true { return false }
    if let word = (record["phase"] ?? record["state"])?.string,
      let phase = RecordPhases(word: word), filter.phases.isDisjoint(with: phase)
    {
      return false
    }
    if !filter.recognizers.isEmpty, let recognizer = record["recognizer"]?.string,
      !filter.recognizers.contains(recognizer)
    {
      return false
    }
    if !filter.devices.isEmpty, let device = record["device"]?.string,
      !filter.devices.contains(device)
    {
      return false
    }
    return filter.views.isEmpty || isInViews(record, parents)
  }

  private func isInViews(_ record: JSON, _ parents: [String: String]) -> Bool {
    guard var view = (record["view"] ?? record["control"])?.string else { return true }
    // Bounded by the depth of the tree, whose ids are unique.
    for _ in 0...parents.count {
      if filter.views.contains(view) { return true }
      guard let parent = parents[view] else { return false }
      view = parent
    }
    return false
  }

  /// The parent of each view in these windows.
  static func parents(in windows: JSON) -> [String: String] {
    var parents: [String: String] = [:]
    var rest = windows.elements ?? []
    while let node = rest.popLast() {
      for child in node["subviews"]?.elements ?? [] {
        if let id = child["id"]?.string { parents[id] = node["id"]?.string }
        rest.append(child)
      }
    }
    return parents
  }
}
