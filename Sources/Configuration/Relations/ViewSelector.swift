// Which views are meant: by id, kind, or position in the tree.

import ConfigurationText
import ResponderKit

/// A description that fits some views.
indirect enum ViewSelector {
  case any
  case id(String)
  case kind(ViewKind)
  case isControl(Bool)
  /// A view is a descendant of itself.
  case descendantOf(String)
  /// The view itself does not count as its own ancestor.
  case ancestorOf(String)
  case not(ViewSelector)
  case all([ViewSelector])

  /// Whether the description fits a view.
  func fits(_ view: View) -> Bool {
    switch self {
    case .any: return true
    case .id(let id): return view.id == id
    case .kind(let kind): return ViewKind(of: view) == kind
    case .isControl(let answer): return (view is Control) == answer
    case .descendantOf(let id):
      var current: View? = view
      while let here = current {
        if here.id == id { return true }
        current = here.superview
      }
      return false
    case .ancestorOf(let id): return contains(id, below: view)
    case .not(let selector): return !selector.fits(view)
    case .all(let selectors): return selectors.allSatisfy { $0.fits(view) }
    }
  }

  private func contains(_ id: String, below view: View) -> Bool {
    view.subviews.contains { $0.id == id || contains(id, below: $0) }
  }
}

extension Builder {
  /// The words of a view selector.
  static let viewSelectorWords = [
    "id", "kind", "isControl", "descendantOf", "ancestorOf", "not",
  ]

  /// A view selector: an id, `any`, or a mapping of conditions that must all hold.
  func viewSelector(_ node: Node) -> ViewSelector? {
    if node.scalar != nil {
      guard let id = reader.name(node) else { return nil }
      if id == "any" { return .any }
      requireView(id, at: node)
      return .id(id)
    }
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      reader.expected("the id of a view, any, or conditions on a view", at: node)
      return nil
    }
    var parts: [ViewSelector] = []
    for entry in mapping.entries {
      if let part = viewCondition(entry) {
        parts.append(part)
      } else if !Builder.viewSelectorWords.contains(entry.key) {
        reader.unknown(entry, known: Builder.viewSelectorWords)
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// One condition on a view, or nil where the word is none or its value cannot be read.
  func viewCondition(_ entry: Mapping.Entry) -> ViewSelector? {
    let value = entry.value
    switch entry.key {
    case "id": return viewName(value).map { .id($0) }
    case "kind": return reader.choice(value, ViewKind.self).map { .kind($0) }
    case "isControl": return reader.bool(value).map { .isControl($0) }
    case "descendantOf": return viewName(value).map { .descendantOf($0) }
    case "ancestorOf": return viewName(value).map { .ancestorOf($0) }
    case "not": return viewSelector(value).map { .not($0) }
    default: return nil
    }
  }

  /// The id of a view that must exist when everything is built.
  func viewName(_ node: Node) -> String? {
    guard let id = reader.name(node) else { return nil }
    requireView(id, at: node)
    return id
  }
}
