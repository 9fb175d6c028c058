// The values of a document, one after the other, as they are written.

/// The values of one document, or of requests that are read like one.
package final class Document {
  /// What a value is to the one around it.
  package enum Place {
    case root
    case element(Int, of: Int)
    /// A key, with its value directly after it.
    case key(of: Int)
    case value(of: Int)
  }

  /// A value; what is in a list or mapping is a part of `children`.
  enum Content {
    case scalar(Scalar)
    case sequence(Range<Int32>)
    case mapping(Range<Int32>, isIncomplete: Bool)

    static var missing: Content { .scalar(Scalar(text: "", style: .missing)) }
  }

  struct Value {
    var content: Content
    var span: Span
    // The value around it, and its number there; less than 0 for what has none.
    let parent: Int32
    fileprivate let number: Int32
  }

  /// The text.
  let source: SourceText
  /// The values; a key is one of its own.
  var values: ContiguousArray<Value> = []
  /// The values in lists and mappings, those of each one after the other.
  private(set) var children: ContiguousArray<Int32> = []
  /// The values in what is not complete yet, the innermost last.
  var open: ContiguousArray<Int32> = []

  init(source: SourceText) { self.source = source }

  /// A document without a text, whose values are in the order in which they are made; the name is
  /// for messages only.
  package convenience init(file: String) { self.init(source: SourceText(file: file, bytes: [])) }

  private static let valueOfKey: Int32 = -1
  private static let key: Int32 = -2

  /// Adds a value, whose content may follow; returns its index.
  func add(_ place: Place, at span: Span, _ content: Content = .missing) -> Int {
    let index = values.count
    let (parent, number): (Int, Int32) =
      switch place {
      case .root: (-1, 0)
      case .element(let number, let parent): (parent, Int32(number))
      case .key(let parent): (parent, Document.key)
      case .value(let parent): (parent, Document.valueOfKey)
      }
    values.append(
      Value(content: content, span: span, parent: Int32(parent), number: number))
    if parent >= 0, number != Document.key { open.append(Int32(index)) }
    return index
  }

  /// Completes a list with the values that are open from an index on.
  func end(sequence index: Int, from first: Int) {
    values[index].content = .sequence(takeOpen(from: first))
  }

  /// Completes a mapping with the values that are open from an index on.
  func end(mapping index: Int, from first: Int, isIncomplete: Bool = false) {
    values[index].content = .mapping(takeOpen(from: first), isIncomplete: isIncomplete)
  }

  private func takeOpen(from first: Int) -> Range<Int32> {
    let start = children.count
    children.append(contentsOf: open[first...])
    open.removeLast(open.count - first)
    return Int32(start)..<Int32(children.count)
  }

  /// The key of a value in a mapping.
  func key(ofValue index: Int) -> String {
    if case .scalar(let key) = values[index - 1].content { key.text } else { "" }
  }

  func mark(_ index: Int) -> Mark { Mark(source: source, values[index].span) }

  /// The keys and indices that lead to a value, as people write them: `windows[0].view.frame`; those
  /// of the mapping for a key.
  func path(to index: Int) -> String {
    let value = values[index]
    guard value.parent >= 0 else { return "" }
    let front = path(to: Int(value.parent))
    switch value.number {
    case Document.key: return front
    case Document.valueOfKey:
      let key = key(ofValue: index)
      guard Document.isPlain(key) else { return "\(front)[\"\(key)\"]" }
      return front.isEmpty ? key : "\(front).\(key)"
    default: return "\(front)[\(value.number)]"
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z") {
        case true: true
        case false:
          byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "<")
            || UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") || byte >= 0x80
        }
      }
  }
}

// MARK: Values that are not read from a text

extension Document {
  /// Adds a scalar; returns its index.
  @discardableResult
  package func add(_ scalar: Scalar, _ place: Place) -> Int {
    add(place, at: nextSpan, .scalar(scalar))
  }

  /// Adds a list, and what is added to it; returns its index.
  @discardableResult
  package func addSequence(_ place: Place, _ body: (_ index: Int) -> Void) -> Int {
    add(place, body) { end(sequence: $0, from: $1) }
  }

  /// Adds a mapping, and the keys and values that are added to it; returns its index.
  @discardableResult
  package func addMapping(_ place: Place, _ body: (_ index: Int) -> Void) -> Int {
    add(place, body) { end(mapping: $0, from: $1) }
  }

  private func add(
    _ place: Place, _ body: (_ index: Int) -> Void, _ end: (_ index: Int, _ first: Int) -> Void
  ) -> Int {
    let index = add(place, at: nextSpan)
    let first = open.count
    body(index)
    end(index, first)
    return index
  }

  private var nextSpan: Span { Span(line: 1, column: values.count + 1, length: 1) }
}
