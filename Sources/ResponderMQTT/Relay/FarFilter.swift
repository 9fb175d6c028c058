// The records of a remote panel that a subscription wants, as far as the records contain it.

import Wire

/// A filter for records that come through a broker.
struct FarFilter {
  private let filter: Filter

  /// Accepts members that can be filtered here; throws for those that only the daemon can filter.
  init(_ filter: Filter) throws(ProtocolError) {
    for (name, isAsked) in [("rate", filter.rate != nil), ("detail", filter.detail)] where isAsked {
      throw ProtocolError(
        .refused,
        "subscribe.\(name): through a broker, records are as the panel's bridge publishes them",
        path: "subscribe.\(name)")
    }
    self.filter = filter
  }

  /// Whether a subscription wants a record; `parents` are those of the tree.
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
    // Limited by the depth of the tree, whose ids are unique.
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
