// The names of the things in the tree.

package import ResponderKit

/// Every responder and recognizer of a tree by its id.
package final class Registry {
  /// The kinds of things with a name.
  package enum Item {
    case responder(Responder)
    case recognizer(GestureRecognizer)

    /// The kind in words, such as "a view".
    package var inWords: String {
      switch self {
      case .recognizer: "a recognizer"
      case .responder(is View): "a view"
      case .responder(is ViewController): "a view controller"
      case .responder(is Application): "the application"
      case .responder: "a responder"
      }
    }

    fileprivate var isView: Bool {
      if case .responder(is View) = self { true } else { false }
    }

    /// Whether the thing is a "responder", a "view" or a "recognizer", as a request needs it.
    package func isA(_ what: String) -> Bool {
      switch self {
      case .recognizer: what == "recognizer"
      case .responder(let responder): what == "responder" || what == "view" && responder is View
      }
    }
  }

  // Things are found by their own names; a table that had the names beside them would take three
  // times the memory.
  private var things: Set<Named> = []
  /// The number of views among them.
  private(set) var viewCount = 0

  init() {}

  /// The number of names.
  package var count: Int { things.count }

  /// Every name, in no order.
  package var ids: [String] { things.map(\.name) }

  /// Calls with every name and what it stands for, in no order.
  func eachName(_ body: (String, Item) -> Void) {
    for thing in things { if let item = thing.item { body(thing.name, item) } }
  }

  /// The thing with a name.
  package subscript(_ id: String) -> Item? {
    things.firstIndex(of: Named(id)).flatMap { things[$0].item }
  }

  /// The responder of this name.
  package func responder(_ id: String) -> Responder? {
    if case .responder(let responder) = self[id] { responder } else { nil }
  }

  /// The view of this name.
  package func view(_ id: String) -> View? { responder(id) as? View }

  /// The recognizer of this name.
  package func recognizer(_ id: String) -> GestureRecognizer? {
    if case .recognizer(let recognizer) = self[id] { recognizer } else { nil }
  }

  /// Makes room for so many more names.
  func reserve(_ count: Int) { things.reserveCapacity(things.count + count) }

  /// Adds a thing, instead of another one that has its name.
  func insert(_ item: Item) {
    if things.update(with: Named(item))?.item?.isView ?? false { viewCount -= 1 }
    if item.isView { viewCount += 1 }
  }

  /// Adds a thing, unless another one has its name; returns whether it did.
  func add(_ item: Item) -> Bool {
    let isNew = things.insert(Named(item)).inserted
    if isNew, item.isView { viewCount += 1 }
    return isNew
  }

  func remove(_ id: String) {
    if things.remove(Named(id))?.item?.isView ?? false { viewCount -= 1 }
  }
}

/// A thing in the table of names, or a name that is looked for there.
private enum Named: Hashable {
  case responder(Responder)
  case recognizer(GestureRecognizer)
  case name(Name)

  // An object, so that each place of the table is no larger than a reference.
  final class Name {
    let text: String
    init(_ text: String) { self.text = text }
  }

  init(_ item: Registry.Item) {
    switch item {
    case .responder(let responder): self = .responder(responder)
    case .recognizer(let recognizer): self = .recognizer(recognizer)
    }
  }

  init(_ name: String) { self = .name(Name(name)) }

  /// The thing; nil for a name.
  var item: Registry.Item? {
    switch self {
    case .responder(let responder): .responder(responder)
    case .recognizer(let recognizer): .recognizer(recognizer)
    case .name: nil
    }
  }

  var name: String {
    switch self {
    case .responder(let responder): responder.id
    case .recognizer(let recognizer): recognizer.id
    case .name(let name): name.text
    }
  }

  static func == (one: Named, other: Named) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
