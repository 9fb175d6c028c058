// When a recognizer may begin: conditions over a closed set of facts.

import ConfigurationText
import ResponderKit

/// A condition on what a recognizer has measured at the moment it wants to begin.
indirect enum BeginCondition {
  case always(Bool)
  case all([BeginCondition])
  case any([BeginCondition])
  case not(BeginCondition)
  case number(Fact, Comparison)
  case axis(Fact, Fact, Axis)
  case location(Region)

  /// The numbers that can be asked for.
  enum Fact: String, CaseIterable {
    case translationX, translationY, translationLength
    case velocityX, velocityY, velocityLength
    case scale, rotation, numberOfTouches, elapsed
  }

  /// The direction of the longer part.
  enum Axis: String, CaseIterable { case horizontal, vertical }

  /// Whether a recognizer meets the condition now.
  func holds(for recognizer: GestureRecognizer) -> Bool {
    switch self {
    case .always(let answer): answer
    case .all(let parts): parts.allSatisfy { $0.holds(for: recognizer) }
    case .any(let parts): parts.contains { $0.holds(for: recognizer) }
    case .not(let part): !part.holds(for: recognizer)
    case .number(let fact, let comparison):
      fact.value(for: recognizer).map { comparison.holds(for: $0) } ?? false
    case .axis(let x, let y, let axis):
      if let x = x.value(for: recognizer), let y = y.value(for: recognizer) {
        axis == .horizontal ? abs(x) >= abs(y) : abs(y) > abs(x)
      } else {
        false
      }
    case .location(let region):
      recognizer.view.map { region.contains(recognizer.screenLocation, of: $0) } ?? false
    }
  }
}

extension Builder {
  /// The words of a condition.
  static let beginWords = [
    "all", "any", "not", "translation", "velocity", "translationAxis", "velocityAxis",
    "location", "numberOfTouches", "scale", "rotation", "elapsed",
  ]

  /// A condition: `true`, `false`, or a mapping of conditions that must all hold.
  func beginCondition(_ node: Node) -> BeginCondition? {
    if let answer = node.scalar?.bool { return .always(answer) }
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      reader.expected("true, false, or conditions on the gesture", at: node)
      return nil
    }
    let parts = mapping.entries.flatMap { beginParts($0) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private func beginParts(_ entry: Mapping.Entry) -> [BeginCondition] {
    let value = entry.value
    switch entry.key {
    case "all": return [.all(conditions(value))]
    case "any": return [.any(conditions(value))]
    case "not": return beginCondition(value).map { [.not($0)] } ?? []
    case "translation":
      return vector(value, .translationX, .translationY, .translationLength)
    case "velocity": return vector(value, .velocityX, .velocityY, .velocityLength)
    case "translationAxis": return axis(value, .translationX, .translationY)
    case "velocityAxis": return axis(value, .velocityX, .velocityY)
    case "location":
      guard let inside = value.mapping?["in"], value.mapping?.entries.count == 1 else {
        reader.expected("{in: a view or a region}", at: value)
        return []
      }
      if inside.scalar != nil { return viewName(inside).map { [.location(.view($0))] } ?? [] }
      return region(inside).map { [.location($0)] } ?? []
    case "numberOfTouches": return number(value, .numberOfTouches)
    case "scale": return number(value, .scale)
    case "rotation": return number(value, .rotation)
    case "elapsed": return number(value, .elapsed)
    default:
      reader.unknown(entry, known: Builder.beginWords)
      return []
    }
  }

  private func conditions(_ node: Node) -> [BeginCondition] {
    reader.list(node, "conditions") { beginCondition($0) } ?? []
  }

  private func number(_ node: Node, _ fact: BeginCondition.Fact) -> [BeginCondition] {
    Comparison.read(node, reader).map { [.number(fact, $0)] } ?? []
  }

  private func axis(
    _ node: Node, _ x: BeginCondition.Fact, _ y: BeginCondition.Fact
  ) -> [BeginCondition] {
    reader.choice(node, BeginCondition.Axis.self).map { [.axis(x, y, $0)] } ?? []
  }

  private func vector(
    _ node: Node, _ x: BeginCondition.Fact, _ y: BeginCondition.Fact,
    _ length: BeginCondition.Fact
  ) -> [BeginCondition] {
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      reader.expected("conditions on x, y or length", at: node)
      return []
    }
    return mapping.entries.flatMap { entry -> [BeginCondition] in
      switch entry.key {
      case "x": return number(entry.value, x)
      case "y": return number(entry.value, y)
      case "length": return number(entry.value, length)
      default:
        reader.unknown(entry, known: ["x", "y", "length"])
        return []
      }
    }
  }
}
