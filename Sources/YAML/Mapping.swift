// Keys and values in the order in which they were written.

/// The keys and values of a mapping.
package struct Mapping {
  /// One key and its value.
  package struct Entry {
    private let document: Document
    private let keyNumber: Int32
    private let valueNumber: Int32

    fileprivate init(at index: Int32, in document: Document) {
      self.document = document
      keyNumber = document.child(index)
      valueNumber = document.child(index + 1)
    }

    /// The different keys of the document.
    package var words: KeyWords { document.words }

    /// The number of the key among these; equal keys have the same.
    package var word: Int { Int(document[keyNumber].place) }

    /// The number of the key, if these are the keys of its document.
    package func word(in words: KeyWords?) -> Int? { document.words === words ? word : nil }

    /// Whether the value is a mapping.
    package var isMapping: Bool { document[valueNumber].shape == .mapping }

    /// The key's text.
    package var key: String { document.text(of: keyNumber) }

    /// The position of the key.
    package var keyMark: Mark { document.mark(of: keyNumber) }

    /// The value.
    package var value: Node { Node(document: document, number: valueNumber) }

    /// A complaint about the key.
    package func complaint(
      _ message: String, severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
      Diagnostic(at: keyMark, path: value.path, message, severity: severity)
    }
  }

  /// The entries of a mapping, in their order.
  package struct Entries: RandomAccessCollection, ExpressibleByArrayLiteral {
    private let document: Document?
    private let first: Int32
    private let last: Int32

    fileprivate init(of number: Int32, in document: Document) {
      let record = document[number]
      self.document = document
      first = record.start
      last = record.start + record.count
    }

    /// No entries: others are those of a mapping.
    package init(arrayLiteral entries: Never...) {
      document = nil
      (first, last) = (0, 0)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package var count: Int { Int(last - first) / 2 }

    package subscript(_ index: Int) -> Entry {
      precondition(index >= 0 && index < count)
      return entry(first + 2 * Int32(index))
    }

    private func entry(_ index: Int32) -> Entry {
      guard let document else { preconditionFailure("there are no entries without a document") }
      return Entry(at: index, in: document)
    }

    /// Goes through the entries.
    package struct Iterator: IteratorProtocol {
      fileprivate let entries: Entries
      fileprivate var index: Int32

      package mutating func next() -> Entry? {
        guard index < entries.last else { return nil }
        index += 2
        return entries.entry(index - 2)
      }
    }

    package func makeIterator() -> Iterator { Iterator(entries: self, index: first) }
  }

  private let document: Document
  private let number: Int32

  init(_ number: Int32, in document: Document) {
    self.document = document
    self.number = number
  }

  /// The entries; each key occurs once.
  package var entries: Entries { Entries(of: number, in: document) }

  /// Whether entries are missing, because a merge key names something that cannot be merged.
  package var isIncomplete: Bool { document[number].isIncomplete }

  /// The value of a key.
  package subscript(_ key: String) -> Node? { document.value(of: key, in: number) }
}
