// As much of JSON Schema as the protocol's schema uses.

import Protocol

/// Checks values against the protocol's schema; members that it does not describe are errors.
struct SchemaChecker {
  private let schema: JSON

  init() throws { schema = try ProtocolSchema.value }

  /// The errors of a line that the daemon writes; empty if there are none.
  func complaints(ofDaemonsLine line: String) throws -> [String] {
    check(try JSON(parsing: line, depth: 2000), definition("fromDaemon"), at: "$")
  }

  /// The errors of a line that a client writes; empty if there are none.
  func complaints(ofPeersLine line: String) throws -> [String] {
    check(try JSON(parsing: line), definition("fromPeer"), at: "$")
  }

  private func definition(_ name: String) -> JSON { schema["$defs"]![name]! }

  private func check(_ value: JSON, _ rule: JSON, at path: String) -> [String] {
    if let name = rule["$ref"]?.string {
      return check(value, definition(String(name.dropFirst("#/$defs/".count))), at: path)
    }
    var found: [String] = []
    if let constant = rule["const"], constant != value {
      found.append("\(path): expected \(constant.text), found \(value.text)")
    }
    if let allowed = rule["enum"]?.elements, !allowed.contains(value) {
      found.append("\(path): \(value.text) is none of \(allowed.map(\.text))")
    }
    if let type = rule["type"], !isType(value, type) {
      found.append("\(path): expected \(type.text), found \(value.kind)")
    }
    if let least = rule["minimum"]?.double, let number = value.double, number < least {
      found.append("\(path): \(number) < \(least)")
    }
    if let least = rule["exclusiveMinimum"]?.double, let number = value.double, number <= least {
      found.append("\(path): \(number) <= \(least)")
    }
    found += checkMembers(value, rule, at: path)
    found += checkElements(value, rule, at: path)
    if let choices = rule["anyOf"]?.elements, !choices.contains(where: { fits(value, $0, path) }) {
      found.append("\(path): fits none of \(choices.count) forms")
    }
    if let choices = rule["oneOf"]?.elements {
      let fitting = choices.filter { fits(value, $0, path) }
      if fitting.count != 1 {
        let close = choices.map { check(value, $0, at: path) }.min { $0.count < $1.count } ?? []
        found.append("\(path): fits \(fitting.count) forms; nearest: \(close)")
      }
    }
    return found
  }

  private func fits(_ value: JSON, _ rule: JSON, _ path: String) -> Bool {
    check(value, rule, at: path).isEmpty
  }

  private func checkMembers(_ value: JSON, _ rule: JSON, at path: String) -> [String] {
    guard let members = value.members else { return [] }
    var found: [String] = []
    for name in rule["required"]?.elements ?? [] where value[name.string!] == nil {
      found.append("\(path): lacks \(name.text)")
    }
    guard let properties = rule["properties"] else { return found }
    // A node, and a target of `set`, has whatever the configuration knows.
    let isOpen =
      rule["oneOf"] != nil && rule["required"] == nil
      || rule["additionalProperties"]?.bool == true
    for member in members {
      if let inner = properties[member.name] {
        found += check(member.value, inner, at: "\(path).\(member.name)")
      } else if !isOpen, properties.members?.isEmpty == false {
        found.append("\(path): does not know \(member.name)")
      }
    }
    return found
  }

  private func checkElements(_ value: JSON, _ rule: JSON, at path: String) -> [String] {
    guard let elements = value.elements else { return [] }
    var found: [String] = []
    if let least = rule["minItems"]?.int, elements.count < least {
      found.append("\(path): fewer than \(least) elements")
    }
    if let most = rule["maxItems"]?.int, elements.count > most {
      found.append("\(path): more than \(most) elements")
    }
    if let inner = rule["items"] {
      for (index, element) in elements.enumerated() {
        found += check(element, inner, at: "\(path)[\(index)]")
      }
    }
    return found
  }

  private func isType(_ value: JSON, _ type: JSON) -> Bool {
    if let several = type.elements { return several.contains { isType(value, $0) } }
    return switch (type.string, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
