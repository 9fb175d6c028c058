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

  private struct Entry {
    var item: Item
    var line: Int32
  }

  private var entries: [String: Entry] = [:]
  /// The number of views among them.
  private(set) var viewCount = 0

  init() {}

  /// The number of names.
  package var count: Int { entries.count }

  /// Every name, in no order.
  package var ids: [String] { Array(entries.keys) }

  /// Calls with every name and what it stands for, in no order.
  func eachName(_ body: (String, Item) -> Void) {
    for (id, entry) in entries { body(id, entry.item) }
  }

  /// The thing with a name.
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

  /// The line of the thing with an id in the file; nil for parts that are not in the file.
  func line(_ id: String) -> Int? {
    entries[id].flatMap { $0.line > 0 ? Int($0.line) : nil }
  }

  func insert(_ item: Item, id: String, line: Int = 0) {
    let old = entries.updateValue(Entry(item: item, line: Int32(clamping: line)), forKey: id)
    if old?.item.isView ?? false { viewCount -= 1 }
    if item.isView { viewCount += 1 }
  }

  func remove(_ id: String) {
    if entries.removeValue(forKey: id)?.item.isView ?? false { viewCount -= 1 }
  }
}
