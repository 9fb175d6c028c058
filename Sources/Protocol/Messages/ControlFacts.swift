// What programs must know of the kinds of control, from schema/controls.json.

import CSchema

/// The facts about a kind of control.
package struct ControlFacts: Hashable, Sendable {
  /// The facts about each kind, by its key in a node.
  package static let all: [String: ControlFacts] = {
    let text = unsafe String(cString: cschema_controls())
    let kinds = (try? JSON(parsing: text, depth: 8))?.members ?? []
    return Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, ControlFacts($0.value)) })
  }()

  /// The key of the value that fingers change; nil for a control without one.
  package let value: String?
  /// The key of the number of things of which one is chosen: the value is its number, from 0.
  package let choices: String?
  /// The parts that are touched one by one: their number, or its key.
  package let parts: JSON
  /// The usual values, which a node does not say.
  package let usual: JSON

  private init(_ facts: JSON) {
    value = facts["value"]?.string
    choices = facts["choices"]?.string
    parts = facts["parts"] ?? .integer(1)
    usual = facts["usual"] ?? .object([])
  }

  /// The value of a key of a control, which is given as its node says it.
  package func member(_ key: String, of control: JSON) -> JSON? { control[key] ?? usual[key] }
}
