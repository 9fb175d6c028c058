// Where everything that has a name is written.

import ConfigurationText

/// The nodes of names; they are sorted by name only when an error or a warning needs one.
final class NamedNodes {
  private var list: ContiguousArray<(name: String, node: Node)> = []
  private var nodes: [String: Node] = [:]
  private var sorted = 0

  /// Makes room for so many more names.
  func reserve(_ count: Int) {
    // Many small reservations must not copy the list each time.
    guard list.capacity < list.count + count else { return }
    list.reserveCapacity(max(list.count + count, 2 * list.capacity))
  }

  /// Appends the node of a name.
  func append(_ name: String, _ node: Node) { list.append((name, node)) }

  /// The first node of a name.
  subscript(_ name: String) -> Node? {
    for (name, node) in list[sorted...] where nodes[name] == nil { nodes[name] = node }
    sorted = list.count
    return nodes[name]
  }
}
