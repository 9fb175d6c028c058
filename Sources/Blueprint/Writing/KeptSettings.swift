// Values that the engine has as code, kept as they were written.

import ResponderKit
import Wire
import YAML

/// The values of keys that cannot be read back from the engine, by the id of their
/// owner.
struct KeptSettings {
  private var all: [String: [String: JSON]] = [:]

  /// The values of the keys of one owner.
  subscript(_ id: String) -> [String: JSON] { all[id] ?? [:] }

  /// Keeps the value of a key; null removes the key.
  mutating func keep(_ value: JSON, for key: String, of id: String, isPart: Bool) {
    if value == .null {
      all[id]?[key] = nil
    } else if isPart, let old = all[id]?[key] {
      all[id]?[key] = old.merging(value)
    } else {
      all[id, default: [:]][key] = value
    }
  }

  /// Keeps a value as a whole, or none.
  mutating func put(_ value: JSON?, for key: String, of id: String) {
    if let value { all[id, default: [:]][key] = value } else { all[id]?[key] = nil }
  }

  /// The value that is set where none is written, for keys that do not take null.
  static let absent: [String: JSON] = [
    "veto": .array([]), "mountPoint": .bool(false), "actions": .object([]),
    "tracking": JSON([("slop", .null), ("begin", .array([]))]),
    "touchesShouldBegin": .bool(true),
    "touchesShouldCancel": JSON([("isControl", .bool(false))]),
    "shouldReceive": .array([]), "shouldBegin": .bool(true), "simultaneousWith": .array([]),
    "canPrevent": .bool(true), "canBePrevented": .bool(true),
  ]

  /// Removes everything of one owner.
  mutating func remove(_ id: String) {
    if !all.isEmpty { all[id] = nil }
  }
}

extension Builder {
  /// The value that a setting stands for: null restores the stored one.
  func meant<Owner>(by node: Node, for key: Key<Owner, Builder>) -> Node {
    guard node.isNull, let absent = KeptSettings.absent[key.name] else { return node }
    return absent.node(in: Document(file: "request"))
  }

  /// Keeps the written value of a key whose value the engine has only as code.
  func keep<Owner>(_ key: Key<Owner, Builder>, _ node: Node, of owner: Owner) {
    let isPart: Bool
    switch key.writing {
    case .read, .structure: return
    case .kept: isPart = false
    case .keptPart: isPart = true
    }
    guard let id = (owner as? Responder)?.id ?? (owner as? GestureRecognizer)?.id else { return }
    let value = JSON(node)
    change { [tree] in tree.kept.keep(value, for: key.name, of: id, isPart: isPart) }
  }
}
