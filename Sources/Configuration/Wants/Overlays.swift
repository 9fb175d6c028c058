// What programs have set over things of others: it lies over their wants, and goes with the things.

import Protocol

/// The values over the wants of others.
struct Overlays {
  private struct Value {
    let value: JSON
    /// The connection with which it goes; nil for one that stays.
    let connection: Int?
  }

  private var values: [String: [String: Value]] = [:]
  /// The places beside siblings, in the order in which they were set.
  private(set) var places: [(id: String, sibling: Sibling)] = []

  /// The things under values.
  var ids: [String] { values.keys.sorted() }

  /// The values over a thing.
  func values(over id: String) -> [(key: String, value: JSON)] {
    guard let values = values[id] else { return [] }
    return values.map { ($0.key, $0.value.value) }.sorted { $0.key < $1.key }
  }

  /// Whether something lies over a thing.
  func cover(_ id: String) -> Bool { values[id] != nil || places.contains { $0.id == id } }

  /// The keys over a thing.
  func keys(over id: String) -> [String] {
    (values[id] ?? [:]).keys.sorted() + (places.contains { $0.id == id } ? ["place"] : [])
  }

  /// Lays values over a thing; null takes one away.
  mutating func set(_ changes: [JSON.Member], over id: String, connection: Int?) {
    for change in changes {
      values[id, default: [:]][change.name] =
        change.value == .null ? nil : Value(value: change.value, connection: connection)
    }
    if values[id]?.isEmpty ?? false { values[id] = nil }
  }

  /// Lays a place over that of a thing; nil takes it away.
  mutating func place(_ id: String, _ sibling: Sibling?) {
    places.removeAll { $0.id == id }
    if let sibling { places.append((id, sibling)) }
  }

  /// A connection has gone; returns whether it had set anything for itself.
  mutating func end(_ connection: Int) -> Bool {
    keep { $2.connection != connection }
  }

  /// Those that stay when their connections go.
  var lasting: Overlays {
    var lasting = self
    _ = lasting.keep { $2.connection == nil }
    return lasting
  }

  // Returns whether there were others.
  private mutating func keep(_ isMeant: (String, String, Value) -> Bool) -> Bool {
    var hasChanged = false
    for (id, entry) in values {
      let kept = entry.filter { isMeant(id, $0.key, $0.value) }
      guard kept.count < entry.count else { continue }
      values[id] = kept.isEmpty ? nil : kept
      hasChanged = true
    }
    return hasChanged
  }

  /// Takes away some keys over things; returns whether there were any.
  mutating func forget(_ keys: Set<String>, over ids: [String]) -> Bool {
    keep { id, key, _ in !keys.contains(key) || !ids.contains(id) }
  }

  /// Things have gone, or are made again.
  mutating func forget(where isMeant: (String) -> Bool) {
    for id in values.keys where isMeant(id) { values[id] = nil }
    places.removeAll { isMeant($0.id) }
  }
}
