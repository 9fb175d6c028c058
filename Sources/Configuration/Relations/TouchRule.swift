// Which touches: rules in order, the first that fits decides.

import ConfigurationText
import ResponderKit

/// One rule about touches; all of its conditions must hold.
struct TouchRule {
  var allows: Bool
  var view: ViewSelector?
  var region: Region?
  var types: Set<TouchType>?
  var device: String?

  /// Whether the conditions of the rule fit a touch, seen from a view.
  func fits(_ touch: Touch, seenFrom view: View?) -> Bool {
    if let selector = self.view {
      guard let touched = touch.view, selector.fits(touched) else { return false }
    }
    if let region {
      guard let view, region.contains(touch.position, of: view) else { return false }
    }
    if let types, !types.contains(touch.type) { return false }
    if let device, !Glob.matches(device, touch.device.name) { return false }
    return true
  }
}

extension [TouchRule] {
  /// The answer of the first rule that fits; true if no rule fits.
  func allow(_ touch: Touch, seenFrom view: View?) -> Bool {
    first { $0.fits(touch, seenFrom: view) }?.allows ?? true
  }

  /// Whether every touch of a view is turned away, wherever and whatever it is.
  func deniesAll(of view: View) -> Bool {
    for rule in self {
      guard rule.view?.fits(view) ?? true else { continue }
      if rule.allows { return false }
      if rule.region == nil, rule.types == nil, rule.device == nil { return true }
    }
    return false
  }
}

extension Builder {
  /// The words of a rule's conditions.
  static let touchRuleWords = ["view", "region", "touchType", "device"]

  /// Rules in order: `true`, `false`, or a list of `allow:` and `deny:`.
  func touchRules(_ node: Node) -> [TouchRule]? {
    if let answer = node.scalar?.bool { return [TouchRule(allows: answer)] }
    guard let nodes = node.sequence else {
      reader.expected("true, false, or a list of rules that allow or deny", at: node)
      return nil
    }
    return nodes.compactMap { touchRule($0) }
  }

  private func touchRule(_ node: Node) -> TouchRule? {
    guard let entry = node.mapping?.entries.first, node.mapping?.entries.count == 1,
      entry.key == "allow" || entry.key == "deny"
    else {
      reader.expected("one of allow and deny with its conditions", at: node)
      return nil
    }
    var rule = TouchRule(allows: entry.key == "allow")
    if entry.value.string == "any" { return rule }
    guard let mapping = entry.value.mapping, !mapping.entries.isEmpty else {
      reader.expected("any, or conditions on a touch", at: entry.value)
      return nil
    }
    for condition in mapping.entries {
      let value = condition.value
      switch condition.key {
      case "view": rule.view = viewSelector(value)
      case "region": rule.region = region(value)
      case "touchType": rule.types = touchTypes(value)
      case "device": rule.device = reader.text(value)
      default: reader.unknown(condition, known: Builder.touchRuleWords)
      }
    }
    return rule
  }

  /// One or more types of touch.
  func touchTypes(_ node: Node) -> Set<TouchType> {
    let words = TouchType.allCases.map { ($0.word, $0) }
    return Set(reader.oneOrMore(node) { reader.choice($0, words) })
  }
}
