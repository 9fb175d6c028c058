// Keys and values in the order in which they were written.

/// The keys and values of a mapping.
package struct Mapping {
  /// One key and its value.
  package struct Entry {
    private let document: Document
    private let keyNumber: Int32
    private let valueNumber: Int32

    fileprivate init(_ index: Int, of record: Record, in document: Document) {
      self.document = document
      keyNumber = document.child(Int32(2 * index), of: record)
      valueNumber = document.child(Int32(2 * index + 1), of: record)
    }

    /// The different keys of the document.
    package var words: KeyWords { document.words }

    /// The number of the key among these; equal keys have the same.
    package var word: Int { Int(document[keyNumber].place) }

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

  /// The entries of a mapping.
  package struct Entries: RandomAccessCollection, ExpressibleByArrayLiteral {
    private enum Storage {
      case record(Record, Document)
      case list([Entry])
    }

    private let storage: Storage
    package let endIndex: Int

    fileprivate init(of record: Record, in document: Document) {
      storage = .record(record, document)
      endIndex = Int(record.count) / 2
    }

    /// Entries that are no mapping of a document.
    package init(arrayLiteral entries: Entry...) {
      storage = .list(entries)
      endIndex = entries.count
    }

    package var startIndex: Int { 0 }

    package subscript(_ index: Int) -> Entry {
      precondition(index < endIndex)
      return switch storage {
      case .record(let record, let document): Entry(index, of: record, in: document)
      case .list(let entries): entries[index]
      }
    }
  }

  private let record: Record
  private let document: Document

  init(of record: Record, in document: Document) {
    self.record = record
    self.document = document
  }

  /// The entries; each key occurs once.
  package var entries: Entries { Entries(of: record, in: document) }

  /// Whether entries are missing, because a merge key names something that cannot be merged.
  package var isIncomplete: Bool { record.isIncomplete }

  /// The value of a key.
  package subscript(_ key: String) -> Node? {
    var key = key
    return key.withUTF8 { text in
      for index in stride(from: 0, to: record.count, by: 2)
      where document.isText(of: document.child(index, of: record), text) {
        return Node(document: document, number: document.child(index + 1, of: record))
      }
      return nil
    }
  }
}
