// Selection of recognizers: by id, kind, numbers, or the position of their view.

import ConfigurationText
import ResponderKit

/// The position of another view, relative to a recognizer's own.
enum Owner: String, CaseIterable { case `self`, ancestor, descendant, other }

/// A description that fits some recognizers.
indirect enum RecognizerSelector {
  case any
  case id(String)
  case kind(RecognizerKind)
  case taps(Int)
  case touches(Int)
  case owner(Owner)
  case on(ViewSelector)
  case not(RecognizerSelector)
  case all([RecognizerSelector])

  /// Whether the description, made at a view, fits a recognizer.
  func fits(_ recognizer: GestureRecognizer, seenFrom view: View?) -> Bool {
    switch self {
    case .any: true
    case .id(let id): recognizer.id == id
    case .kind(let kind): type(of: recognizer).kindWord.description == kind.word
    case .taps(let count): recognizer.requiredTaps == count
    case .touches(let count): recognizer.requiredTouches == count
    case .owner(let owner): Owner(of: recognizer.view, seenFrom: view) == owner
    case .on(let selector): recognizer.view.map { selector.fits($0) } ?? false
    case .not(let selector): !selector.fits(recognizer, seenFrom: view)
    case .all(let parts): parts.allSatisfy { $0.fits(recognizer, seenFrom: view) }
    }
  }
}

extension Owner {
  fileprivate init(of other: View?, seenFrom view: View?) {
    guard let other, let view else {
      self = .other
      return
    }
    if other === view {
      self = .self
    } else if view.isDescendant(of: other) {
      self = .ancestor
    } else if other.isDescendant(of: view) {
      self = .descendant
    } else {
      self = .other
    }
  }
}

extension Builder {
  /// The words of a recognizer selector.
  static let recognizerSelectorWords = [
    "id", "kind", "taps", "touches", "owner", "on", "not", "isControl", "descendantOf",
    "ancestorOf",
  ]

  /// Recognizer selectors: `any`, one, or a list of them.
  func recognizerSelectors(_ node: Node) -> [RecognizerSelector] {
    reader.oneOrMore(node) { recognizerSelector($0) }
  }

  /// A recognizer selector: an id, `any`, or a mapping of conditions that must all hold.
  func recognizerSelector(_ node: Node) -> RecognizerSelector? {
    if node.scalar != nil {
      guard let id = reader.name(node) else { return nil }
      if id == "any" { return .any }
      requireRecognizer(id, at: node)
      return .id(id)
    }
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      reader.expected("the id of a recognizer, any, or conditions on a recognizer", at: node)
      return nil
    }
    var parts: [RecognizerSelector] = []
    for entry in mapping.entries {
      if let part = recognizerCondition(entry) { parts.append(part) }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private func recognizerCondition(_ entry: Mapping.Entry) -> RecognizerSelector? {
    let value = entry.value
    switch entry.key {
    case "id":
      guard let id = reader.name(value) else { return nil }
      requireRecognizer(id, at: value)
      return .id(id)
    case "kind":
      return reader.choice(value, RecognizerKind.all.map { ($0.word, $0) }).map { .kind($0) }
    case "taps": return reader.whole(value, in: 0...100).map { .taps($0) }
    case "touches": return reader.whole(value, in: 1...100).map { .touches($0) }
    case "owner": return reader.choice(value, Owner.self).map { .owner($0) }
    case "on": return viewSelector(value).map { .on($0) }
    case "not": return recognizerSelector(value).map { .not($0) }
    case "isControl", "descendantOf", "ancestorOf": return viewCondition(entry).map { .on($0) }
    default:
      reader.unknown(entry, known: Builder.recognizerSelectorWords)
      return nil
    }
  }
}
