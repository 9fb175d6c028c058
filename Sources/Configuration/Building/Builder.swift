// Builds a tree from nodes, and resolves references when all objects exist.

import CommandLine
import ConfigurationText
import ResponderKit

/// A key of a responder.
typealias TreeKey = Key<Responder, Builder>
/// A key of a recognizer.
typealias RecognizerKey = Key<GestureRecognizer, Builder>

/// Builds responders and recognizers from nodes.
final class Builder {
  let reader: Reader
  let tree: Tree
  /// The tree as the client that edits it sees it.
  let visible: VisibleTree
  /// The nodes of everything that has a name.
  let nodes = NamedNodes()
  /// The size of the view or screen for the next frame.
  var area = Size.zero
  /// Whether the new objects are added to a running tree.
  var isGrowing = false
  /// Whether names of things that are not there are kept and no errors: they may come later.
  var keepsUnknownNames = false
  /// These names.
  private(set) var unknownNames: Set<String> = []
  /// Whether it builds what is in a private window, to check it.
  var isInside = false
  /// Where things lie that are arranged among others which are not built with them.
  var arrangedFrame: ((String) -> Arrangement.Frame?)?
  /// How views that are being built arrange their subviews.
  var arrangements: [ObjectIdentifier: Arrangement] = [:]
  /// What is in private windows, each built to check it.
  var insides: [(node: Node, builder: Builder)] = []
  /// The window that is being filled.
  var window: Window?
  /// Whether that is a private window.
  var isInPrivateWindow: Bool { tree.isInside || window?.isPrivate ?? false }
  /// The controller whose view is being built.
  var controller: ViewController?
  /// The controller that is being built to be presented.
  var presentedController: ViewController?
  var tables: TreeTables { tree.tables }
  // No name can begin like this.
  private static let placeholderPrefix: UInt8 = 0
  private var placeholders = 0
  // Work that needs all names.
  private var links: [() -> Void] = []
  // Responders with another one after them than the hierarchy says, and those that close a cycle.
  private var chained: [(responder: Responder, node: Node)] = []
  private var cyclic: Set<ObjectIdentifier> = []
  // The values of the objects that are being read, by the indices of their keys; those of inner
  // objects come last.
  private var open: ContiguousArray<(index: Int, value: Node)> = []
  // Changes of existing objects, made when there is no error; nil while all objects are new.
  private var edits: [() -> Void]?

  init(visible: VisibleTree, reader: Reader, isLive: Bool = false) {
    self.visible = visible
    tree = visible.tree
    self.reader = reader
    edits = isLive ? [] : nil
  }

  /// Whether keys are read for objects of a running tree.
  var isLive: Bool { edits != nil }

  /// Changes a thing: at once if it is new; if it is live, only when the edit has no error.
  func change(_ edit: @escaping () -> Void) {
    if edits == nil { edit() } else { edits?.append(edit) }
  }

  /// Changes a property of a thing in the same way; nothing is allocated for one that is new.
  func change<Part: AnyObject, Value>(
    _ part: Part, to value: Value, _ set: @escaping (Part, Value) -> Void
  ) {
    if edits == nil { set(part, value) } else { edits?.append { set(part, value) } }
  }

  /// Hands over the changes to things that live.
  func drainEdits() -> [() -> Void] {
    defer { edits = [] }
    return edits ?? []
  }

  /// Does something once everything exists.
  func later(_ link: @escaping () -> Void) { links.append(link) }

  /// Resolves references and makes the changes that waited for all objects.
  func link() {
    while !links.isEmpty {
      let waiting = links
      links = []
      for link in waiting { link() }
      refuseCycles()
    }
  }

  /// Makes a change in the chain of a responder, once all chains are known and this one ends.
  func chain(_ responder: Responder, at node: Node, _ change: @escaping () -> Void) {
    chained.append((responder, node))
    later { [self] in if !cyclic.contains(ObjectIdentifier(responder)) { change() } }
  }

  // The last of those in a cycle closes it.
  private func refuseCycles() {
    for (responder, node) in chained.reversed() {
      guard let obstacle = visible.obstacle(toChainThrough: responder) else { continue }
      reader.complain(node.complaint(obstacle))
      cyclic.insert(ObjectIdentifier(responder))
      tree.planned.forget(responder)
    }
    chained = []
  }

  // MARK: Names

  /// The id in a mapping; complains where there is none or it is taken.
  func id(of node: Node, _ what: String, default usual: String? = nil) -> String? {
    id(node["id"], of: node, what, default: usual)
  }

  /// The same for a mapping whose value of the key is known.
  func id(
    _ value: Node?, of node: Node, _ what: String, default usual: String? = nil
  ) -> String? {
    guard let mapping = node.mapping else {
      reader.expected(what, at: node)
      return nil
    }
    guard let value else {
      if let usual { return usual }
      if !mapping.isIncomplete {
        reader.complain(node.complaint("expected the key \"id\" in \(what), found none"))
      }
      return placeholderID()
    }
    return reader.name(value) ?? placeholderID()
  }

  // An object without a valid id is still read, so that its other errors are reported, too.
  private func placeholderID() -> String {
    placeholders += 1
    return "\(Unicode.Scalar(Builder.placeholderPrefix))\(placeholders)"
  }

  /// Makes a thing known by its name; the node is its mapping, or the value of its key `id`.
  func register(_ item: Registry.Item, id: String, node: Node) {
    if id.utf8.first == Builder.placeholderPrefix { return }
    let named = node["id"] ?? node
    guard tree.registry.add(item) else {
      // An edit has no line of the file.
      let line = isGrowing ? nil : nodes[id]?.mark.line
      let place = line.map { ", which is used on line \($0)" } ?? ""
      reader.complain(
        named.complaint("expected an id that is not used yet, found \"\(id)\"\(place)"))
      return
    }
    if !isGrowing { nodes.append(id, named) }
  }

  /// Reports an error, when all objects exist, if no responder has this name; else calls a closure.
  func requireResponder(
    _ id: String, at node: Node, then use: @escaping (Responder) -> Void = { _ in }
  ) {
    later { [self] in
      if let responder = visible.responder(id) {
        use(responder)
      } else {
        missing("a responder", id, at: node) { if case .responder = $0 { true } else { false } }
      }
    }
  }

  /// Reports an error, when all objects exist, if no view has this name; else calls a closure.
  func requireView(
    _ id: String, at node: Node, then use: @escaping (View) -> Void = { _ in }
  ) {
    later { [self] in
      if let view = visible.view(id) {
        use(view)
      } else {
        missing("a view", id, at: node) {
          if case .responder(let responder) = $0 { responder is View } else { false }
        }
      }
    }
  }

  /// Reports an error, when all objects exist, if no recognizer has this name; else calls a
  /// closure.
  func requireRecognizer(
    _ id: String, at node: Node, then use: @escaping (GestureRecognizer) -> Void = { _ in }
  ) {
    later { [self] in
      if let recognizer = visible.recognizer(id) {
        use(recognizer)
      } else {
        missing("a recognizer", id, at: node) {
          if case .recognizer = $0 { true } else { false }
        }
      }
    }
  }

  private func missing(
    _ what: String, _ id: String, at node: Node, among sort: (Registry.Item) -> Bool
  ) {
    if keepsUnknownNames, visible[id] == nil {
      unknownNames.insert(id)
      return
    }
    // Suggestions take time; they are searched only while further errors are kept.
    guard !reader.isFull, !reader.lostNames.contains(id) else { return }
    if let item = visible[id] {
      reader.complain(
        node.complaint("expected the id of \(what), found \"\(id)\", which is \(item.inWords)"))
      return
    }
    reader.hintsLeft -= 1
    let hint = reader.hintsLeft < 0 ? nil : didYouMean(visible.nearest(to: id, where: sort))
    reader.complain(
      node.complaint(
        "no \(what.split(separator: " ").last ?? "") has the id \"\(id)\""
          + (hint.map { "; \($0)" } ?? "")))
  }

  // MARK: Keys

  /// Reads the keys beside the kind and under it, in the order of the table.
  func apply<Owner>(
    _ keys: KeyIndex<Owner, Builder>, node: Node, under: KindEntry? = nil,
    to owner: inout Owner, what: String
  ) {
    guard let outer = node.mapping else {
      reader.expected(what, at: node)
      return
    }
    let first = open.count
    for entry in outer.entries {
      switch keys.meaning(of: entry) {
      case .key(let index): insert(entry.value, at: index, from: first)
      case .kind, .id: break
      case .keyOfKind, .unknown: reportOuterKey(entry, keys, under)
      }
    }
    for entry in under?.fields.map({ Array($0.entries) }) ?? [] {
      guard let index = keys.index(of: entry) else {
        reportInnerKey(entry, keys, under)
        continue
      }
      if let twice = open[first...].first(where: { $0.index == index }), let word = under?.word {
        reader.complain(
          twice.value.complaint("expected the key once, found it here and under \"\(word)\""))
      }
      insert(entry.value, at: index, from: first)
    }
    for number in first..<open.count {
      let (index, value) = open[number]
      keys.keys[index].apply(&owner, value, self)
    }
    while open.count > first { open.removeLast() }
  }

  // Keeps the open values in the order of their keys.
  private func insert(_ value: Node, at index: Int, from first: Int) {
    var place = open.count
    while place > first, open[place - 1].index > index { place -= 1 }
    if place == open.count {
      open.append((index, value))
    } else {
      open.insert((index, value), at: place)
    }
  }

  private func reportOuterKey<Owner>(
    _ entry: Mapping.Entry, _ keys: KeyIndex<Owner, Builder>, _ under: KindEntry?
  ) {
    if keys.index(of: entry) != nil, let word = under?.word {
      reader.refuse(entry, "misplaced key; it belongs under \"\(word)\"")
    } else {
      reportUnknownKey(entry, known: keys.outerWords)
    }
  }

  private func reportInnerKey<Owner>(
    _ entry: Mapping.Entry, _ keys: KeyIndex<Owner, Builder>, _ under: KindEntry?
  ) {
    if entry.key == "id", let word = under?.word {
      reader.refuse(entry, "misplaced key; it belongs beside \"\(word)\"")
    } else {
      reportUnknownKey(entry, known: keys.keys.map(\.name))
    }
  }

  // A key that is not known here may be known elsewhere.
  private func reportUnknownKey(_ entry: Mapping.Entry, known: [String]) {
    guard !reader.isFull else { return }
    let owners = KeyTables.owners(of: entry.key)
    guard !owners.isEmpty, nearest(to: entry.key, in: known) == nil else {
      reader.unknown(entry, known: known)
      return
    }
    let words = owners.map { "\"\($0)\"" }.joined(separator: ", ")
    reader.refuse(entry, "misplaced key; it belongs to \(words)")
  }
}

/// The kind that a mapping names, and the keys under it.
struct KindEntry {
  var word: String
  var fields: Mapping?
}
