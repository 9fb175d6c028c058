// The elements of a sequence.

/// The elements of a sequence, in their order.
package struct Elements: RandomAccessCollection, ExpressibleByArrayLiteral {
  private let document: Document?
  private let first: Int32
  private let last: Int32

  init(of number: Int32, in document: Document) {
    let record = document[number]
    self.document = document
    first = record.start
    last = record.start + record.count
  }

  /// Nodes of one document that are no sequence in it.
  package init(arrayLiteral nodes: Node...) {
    document = nodes.first?.document
    let range = document?.appendList(nodes.map(\.number)) ?? 0..<0
    (first, last) = (range.lowerBound, range.upperBound)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package var count: Int { Int(last - first) }

  package subscript(_ index: Int) -> Node {
    precondition(index >= 0 && index < count)
    return node(first + Int32(index))
  }

  private func node(_ index: Int32) -> Node {
    guard let document else { preconditionFailure("there are no elements without a document") }
    return Node(document: document, number: document.child(index))
  }

  /// Goes through the elements.
  package struct Iterator: IteratorProtocol {
    fileprivate let elements: Elements
    fileprivate var index: Int32

    package mutating func next() -> Node? {
      guard index < elements.last else { return nil }
      index += 1
      return elements.node(index - 1)
    }
  }

  package func makeIterator() -> Iterator { Iterator(elements: self, index: first) }
}
