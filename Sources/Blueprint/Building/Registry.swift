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

  private var items: [String: Item] = [:]
  /// The number of views among them.
  private(set) var viewCount = 0

  init() {}

  /// The number of names.
  package var count: Int { items.count }

  /// Every name, in no order.
  package var ids: [String] { Array(items.keys) }

  /// Calls with every name and what it stands for, in no order.
  func eachName(_ body: (String, Item) -> Void) {
    for (id, item) in items { body(id, item) }
  }

  /// The thing with a name.
  package subscript(_ id: String) -> Item? { items[id] }

  /// The responder of this name.
  package func responder(_ id: String) -> Responder? {
    if case .responder(let responder) = items[id] { responder } else { nil }
  }

  /// The view of this name.
  package func view(_ id: String) -> View? { responder(id) as? View }

  /// The recognizer of this name.
  package func recognizer(_ id: String) -> GestureRecognizer? {
    if case .recognizer(let recognizer) = items[id] { recognizer } else { nil }
  }

  /// Makes room for so many more names.
  func reserve(_ count: Int) { items.reserveCapacity(items.count + count) }

  /// Adds a thing, instead of another one that has its name.
  func insert(_ item: Item, id: String) {
    if items.updateValue(item, forKey: id)?.isView ?? false { viewCount -= 1 }
    if item.isView { viewCount += 1 }
  }

  /// Adds a thing, unless another one has its name; returns whether it did.
  func add(_ item: Item, id: String) -> Bool {
    if let old = items.updateValue(item, forKey: id) {
      items[id] = old
      return false
    }
    if item.isView { viewCount += 1 }
    return true
  }

  func remove(_ id: String) {
    if items.removeValue(forKey: id)?.isView ?? false { viewCount -= 1 }
  }
}
