// A thing as a text wants it: what it is, where it belongs, and what is written of it.

import ConfigurationText
package import Protocol
import ResponderKit

/// One view, controller or recognizer of a text, or the application or its delegate.
package final class WantedThing {
  /// What a thing is; a thing of another kind is another thing.
  package enum Kind: Hashable {
    case application
    case delegate
    case viewController(isNavigation: Bool)
    case view(ViewKind)
    case recognizer(RecognizerKind)
    /// The pan or pinch that a scroll view brings along.
    case part(RecognizerKind)
  }

  /// What a thing is to the one that it is written in.
  package enum Relation: Hashable, Sendable {
    case application, delegate, window, root, view, subview, child, page, recognizer, part
    case presented(isModal: Bool)
  }

  package let id: String
  package let kind: Kind
  package let relation: Relation
  /// The keys with their values, without the things that are written in it.
  let values: [JSON.Member]
  /// The things that are written in it, in their order.
  let children: [WantedThing]
  /// The program that wants it; nil for the file.
  package let owner: PutOwner?
  /// What is in a private window: it belongs to another tree, and here the window is a box.
  package let inside: WantedThing?
  /// Where the view around it arranges it; nil if its own frame says that.
  let arranged: Arrangement.Frame?
  let extent: Extent
  /// The programs that may put views of their own into it.
  package private(set) lazy var mountPoint = self["mountPoint"].flatMap {
    MountPoint.read($0.node(in: Document(file: "request")), Reader(ofRequest: ())) ?? nil
  }

  init(
    _ id: String, _ kind: Kind, _ relation: Relation, _ values: [JSON.Member],
    _ children: [WantedThing], owner: PutOwner? = nil, inside: WantedThing? = nil,
    arranged: Arrangement.Frame? = nil
  ) {
    let children = WantedThing.arrange(children, by: values)
    self.id = id
    self.kind = kind
    self.relation = relation
    self.values = values
    self.children = children
    self.owner = owner
    self.inside = inside
    self.arranged = arranged
    extent = Extent(
      kind, children, links: values.contains { WantedThing.linking.contains($0.name) })
  }

  /// Its frame in points, if it is a plain view and nothing else is wanted of it.
  var onlyFrame: Rect? {
    guard kind == .view(.view), values.count == 1, values[0].name == "frame",
      case .array(let frame) = values[0].value,
      frame.count == 4, let x = frame[0].double, let y = frame[1].double,
      let width = frame[2].double, let height = frame[3].double
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The value of a key.
  subscript(_ key: String) -> JSON? { values.first { $0.name == key }?.value }

  func children(_ relation: Relation) -> [WantedThing] {
    children.filter { $0.relation == relation }
  }

  /// The view of a controller.
  var view: WantedThing? { children.first { $0.relation == .view } }

  /// The controller that a controller presents.
  var presented: WantedThing? {
    children.first { if case .presented = $0.relation { true } else { false } }
  }

  var isModal: Bool { relation == .presented(isModal: true) }

  /// The kind, if it is a view.
  var viewKind: ViewKind? { if case .view(let kind) = kind { kind } else { nil } }

  /// The view that it is among the views: itself, or that of a controller.
  var ownView: WantedThing? { viewKind == nil ? view : self }
}

// MARK: Copies with a difference

extension WantedThing {
  private func with(
    values: [JSON.Member]? = nil, children: [WantedThing]? = nil, relation: Relation? = nil
  ) -> WantedThing {
    WantedThing(
      id, kind, relation ?? self.relation, values ?? self.values, children ?? self.children,
      owner: owner, inside: inside, arranged: arranged)
  }

  func with(arranged frame: Arrangement.Frame?) -> WantedThing {
    WantedThing(
      id, kind, relation, values, children, owner: owner, inside: inside, arranged: frame)
  }

  func with(children: [WantedThing]) -> WantedThing {
    children.elementsEqual(self.children) { $0 === $1 }
      ? self : with(values: nil, children: children)
  }

  func with(values: [JSON.Member]) -> WantedThing { with(values: values, children: nil) }

  func with(relation: Relation) -> WantedThing {
    relation == self.relation ? self : with(values: nil, relation: relation)
  }

  /// The thing with other values of some keys; null stands for the usual value.
  package func setting(_ changes: [JSON.Member]) -> WantedThing {
    var values = values
    for change in changes {
      let index = values.firstIndex { $0.name == change.name }
      switch (index, change.value) {
      case (let index?, .null): values.remove(at: index)
      case (let index?, _): values[index] = change
      case (nil, .null): break
      case (nil, _): values.append(change)
      }
    }
    return values == self.values ? self : with(values: values)
  }

  /// The same for things in it, by their ids.
  package func setting(_ changes: [String: [JSON.Member]]) -> WantedThing {
    let inner = with(children: children.map { $0.setting(changes) })
    return changes[id].map { inner.setting($0) } ?? inner
  }

  /// The thing, in which another one is what the change makes of it; nil takes it away.
  package func replacing(_ id: String, by change: (WantedThing) -> WantedThing?) -> WantedThing? {
    if id == self.id { return change(self) }
    for (index, child) in children.enumerated() {
      let replaced = child.replacing(id, by: change)
      if replaced === child { continue }
      var children = children
      if let replaced { children[index] = replaced } else { children.remove(at: index) }
      return with(children: children)
    }
    return self
  }

  /// The same thing as one that is there already, where the two do not differ: who compares them again
  /// need not look into them.
  func reusing(_ known: (String) -> WantedThing?) -> WantedThing {
    with(children: children.map { $0.reusing(known) }).reusingItself(known)
  }

  /// The same, if the things in it are shared already.
  func reusingItself(_ known: (String) -> WantedThing?) -> WantedThing {
    guard let other = known(id), other !== self else { return self }
    return isSame(as: other, with: children) ? other : self
  }

  /// A thing that is there already and is this one with other things in it.
  func known(
    with children: [WantedThing], _ known: (String) -> WantedThing?
  ) -> WantedThing? {
    guard let other = known(id), isSame(as: other, with: children) else { return nil }
    return other
  }

  private func isSame(as other: WantedThing, with children: [WantedThing]) -> Bool {
    other.kind == kind && other.relation == relation && other.owner == owner
      && (other === self || other.values == values) && other.arranged == arranged
      && other.children.elementsEqual(children, by: { $0 === $1 })
      && (inside === other.inside || inside?.isEqual(to: other.inside) ?? false)
  }

  private func isEqual(to other: WantedThing?) -> Bool {
    guard let other else { return false }
    return id == other.id && kind == other.kind && relation == other.relation
      && owner == other.owner && values == other.values && arranged == other.arranged
      && children.elementsEqual(other.children) { $0.isEqual(to: $1) }
  }

  /// Calls with this thing and all in it, from the outside to the inside.
  func visit(_ body: (WantedThing) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// The ids of this thing and of all in it.
  package var ids: [String] {
    var ids: [String] = []
    visit { ids.append($0.id) }
    return ids
  }

  /// This thing or one in it.
  package func thing(_ id: String) -> WantedThing? {
    if id == self.id { return self }
    for child in children {
      if let found = child.thing(id) { return found }
    }
    return nil
  }
}
