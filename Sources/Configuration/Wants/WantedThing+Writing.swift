// How a thing is written, as a text wants it.

import Protocol
import ResponderKit

extension WantedThing {
  /// The values of a thing: those beside the word of its kind, and those under it.
  typealias Values = (outer: [JSON.Member], ofKind: [JSON.Member])

  /// The key of a part of a scroll view.
  var partKey: String? { WantedThing.scrollParts.first { kind == .part($0.kind) }?.key }

  /// What is written of a subview, as an element of their list.
  func asSubview(_ written: JSON) -> JSON {
    viewKind == nil ? JSON([("viewController", written)]) : written
  }

  /// The thing as it is written, with those of the things in it that are included. Their values are
  /// those that are wanted, or others.
  func written(
    _ values: (WantedThing) -> Values = { ([], $0.values) },
    inside: (WantedThing) -> JSON? = { _ in nil },
    with isIncluded: (WantedThing) -> Bool
  ) -> JSON {
    let own = values(self)
    let all = own.ofKind.isEmpty ? own.outer : own.outer + own.ofKind
    var entries = [JSON.Member("id", .string(id))]
    func add(_ key: String, _ value: JSON) {
      entries.append(JSON.Member(key, value))
    }
    func add(_ key: String, list: [JSON]) { if !list.isEmpty { add(key, .array(list)) } }
    func written(_ relation: Relation) -> [JSON] {
      children(relation).filter(isIncluded).map {
        $0.written(values, inside: inside, with: isIncluded)
      }
    }
    switch kind {
    case .delegate: entries += all
    case .application:
      entries += all
      if let delegate = written(.delegate).first { add("delegate", delegate) }
      add("windows", list: written(.window))
    case .part: return .object(all)
    case .recognizer(let kind): add(kind.word, .object(all))
    case .viewController(let isNavigation):
      entries += all
      if relation == .presented(isModal: false) { add("modal", .bool(false)) }
      if let view = written(.view).first { add("view", view) }
      add("children", list: written(.child))
      if let presented, isIncluded(presented) {
        add("presents", presented.written(values, with: isIncluded))
      }
      if isNavigation {
        let pages = written(.page)
        let row = pages.isEmpty ? [] : [JSON.Member("viewControllers", .array(pages))]
        add("navigationController", .object(row))
      }
    case .view(let kind):
      if kind == .view || kind == .window {
        entries += all
      } else {
        let parts = children(.part).compactMap { part in
          let written = part.written(values, with: isIncluded)
          return written == .object([]) ? nil : part.partKey.map { JSON.Member($0, written) }
        }
        entries += own.outer
        add(kind.rawValue, .object(own.ofKind + parts))
      }
      if let root = written(.root).first { add("rootViewController", root) }
      add("gestureRecognizers", list: written(.recognizer))
      add(
        "subviews",
        list: children(.subview).filter(isIncluded).map { child in
          child.asSubview(child.written(values, with: isIncluded))
        })
      if isPrivate, let inside = inside(self) {
        entries += (inside.members ?? []).filter { entry in
          !entries.contains { $0.name == entry.name }
        }
      }
    }
    return .object(entries)
  }
}
