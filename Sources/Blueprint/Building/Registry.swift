// Who is known by which name.

package import ResponderKit
import YAML

/// Every responder and recognizer of a tree by its id.
package final class Registry {
  /// What a name can stand for.
  package enum Item {
    case responder(Responder)
    case recognizer(GestureRecognizer)
  }

  private struct Entry {
    var item: Item
    var node: Node?
  }

  private var entries: [String: Entry] = [:]

  init() {}

  /// Every name, in no order.
  package var ids: [String] { Array(entries.keys) }

  /// What a name stands for.
  package subscript(_ id: String) -> Item? { entries[id]?.item }

  /// The responder of this name.
  package func responder(_ id: String) -> Responder? {
    if case .responder(let responder) = entries[id]?.item { responder } else { nil }
  }

  /// The view of this name.
  package func view(_ id: String) -> View? { responder(id) as? View }

  /// The recognizer of this name.
  package func recognizer(_ id: String) -> GestureRecognizer? {
    if case .recognizer(let recognizer) = entries[id]?.item { recognizer } else { nil }
  }

  /// Where the thing of this name was written.
  func node(_ id: String) -> Node? { entries[id]?.node }

  /// The names of everything of one sort, sorted.
  func names(where matches: (Item) -> Bool) -> [String] {
    entries.filter { matches($0.value.item) }.map(\.key).sorted()
  }

  func insert(_ item: Item, id: String, node: Node?) {
    entries[id] = Entry(item: item, node: node)
  }

  func remove(_ id: String) { entries[id] = nil }
}
