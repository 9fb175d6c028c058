// The values of one text side by side in memory: a record for each, and one buffer for all text.

/// The values of one text; they are made one after the other, and released together.
package final class Document {
  /// The text that the positions are about.
  let source: SourceText
  /// The path of the values that are in no other one.
  private let origin: Path

  private var records: ContiguousArray<Record> = []
  /// The elements of sequences, and the keys and values of mappings in turn.
  private var children: ContiguousArray<Int32> = []
  /// The text of keys, and of scalars whose text is not in the source as it is.
  private var bytes: [UInt8] = []
  let words = KeyWords()

  /// A document of a text, empty at first; `size` is that of the text that will be read.
  init(of source: SourceText, at origin: Path = .root, size: Int = 0) {
    self.source = source
    self.origin = origin
    // Room for the values of most texts; what is not used is never touched.
    records.reserveCapacity(size / 5)
    children.reserveCapacity(size / 5)
  }

  // MARK: Making

  /// Where a value is: in a sequence or mapping, at an index or at the record of its key.
  struct Slot {
    var parent: Int32
    var place: Int32

    /// In no other value.
    static let root = Slot(parent: -1, place: -1)
  }

  /// Appends a value, of a sequence or mapping without its children; returns its number.
  func append(_ shape: Record.Shape, in slot: Slot, at position: Mark.Position) -> Int32 {
    records.append(Record(shape: shape, slot: slot, position: position))
    return Int32(truncatingIfNeeded: records.count - 1)
  }

  /// Appends a scalar.
  @safe
  func append(
    _ text: UnsafeBufferPointer<UInt8>, _ style: Scalar.Style, in slot: Slot,
    at position: Mark.Position
  ) -> Int32 {
    var record = Record(shape: .scalar, slot: slot, position: position)
    record.style = style
    record.start = Int32(truncatingIfNeeded: bytes.count)
    record.count = Int32(truncatingIfNeeded: text.count)
    unsafe bytes.append(contentsOf: text)
    records.append(record)
    return Int32(truncatingIfNeeded: records.count - 1)
  }

  /// Appends a scalar without quotes whose text is a part of the source.
  func append(_ part: Range<Int>, in slot: Slot, at position: Mark.Position) -> Int32 {
    var record = Record(shape: .scalar, slot: slot, position: position)
    record.isInSource = true
    record.start = Int32(truncatingIfNeeded: part.lowerBound)
    record.count = Int32(truncatingIfNeeded: part.count)
    records.append(record)
    return Int32(truncatingIfNeeded: records.count - 1)
  }

  /// Appends a key; equal keys share their text, and have the same word.
  @safe
  func appendKey(
    _ text: UnsafeBufferPointer<UInt8>, _ style: Scalar.Style, at position: Mark.Position
  ) -> Int32 {
    let word = words.number(of: text, in: &bytes)
    var record = Record(shape: .scalar, slot: .root, position: position)
    record.style = style
    (record.start, record.count) = words[word]
    record.place = word
    records.append(record)
    return Int32(truncatingIfNeeded: records.count - 1)
  }

  /// Appends a copy of a value, of a sequence or mapping without its children.
  func appendCopy(of number: Int32, in slot: Slot) -> Int32 {
    records.append(self[number])
    let copy = Int32(truncatingIfNeeded: records.count - 1)
    put(copy, in: slot)
    return copy
  }

  /// Appends a copy of a value of another document, with everything in it.
  func appendCopy(of number: Int32, from other: Document, in slot: Slot) -> Int32 {
    let record = other[number]
    guard record.shape != .scalar else {
      return other.withBytes(of: record) {
        append($0, record.style, in: slot, at: record.position)
      }
    }
    let copy = append(record.shape, in: slot, at: record.position)
    self[copy].isIncomplete = record.isIncomplete
    var list: ContiguousArray<Int32> = []
    var key: Int32 = -1
    for index in 0..<record.count {
      let child = other.child(record.start + index)
      if record.shape == .mapping, index % 2 == 0 {
        let text = other[child]
        key = other.withBytes(of: text) { appendKey($0, text.style, at: text.position) }
        list.append(key)
      } else {
        let place = record.shape == .mapping ? key : index
        let slot = Slot(parent: copy, place: place)
        list.append(appendCopy(of: child, from: other, in: slot))
      }
    }
    fill(copy, with: list)
    return copy
  }

  /// Gives a sequence its elements, or a mapping its keys and values in turn: the numbers of a
  /// list from an index on.
  func fill(_ number: Int32, with list: ContiguousArray<Int32>, from first: Int = 0) {
    let start = children.count
    for index in first..<list.count { children.append(list[index]) }
    self[number].start = Int32(truncatingIfNeeded: start)
    self[number].count = Int32(truncatingIfNeeded: children.count - start)
  }

  /// Appends values as children of no value; returns their indices.
  func appendList(_ numbers: [Int32]) -> Range<Int32> {
    let start = Int32(truncatingIfNeeded: children.count)
    children.append(contentsOf: numbers)
    return start..<Int32(truncatingIfNeeded: children.count)
  }

  /// Puts a value, which was made before, into another one.
  func put(_ number: Int32, in slot: Slot) {
    (self[number].parent, self[number].place) = (slot.parent, slot.place)
  }

  /// Marks a mapping as one of which entries are missing.
  func markIncomplete(_ number: Int32) { self[number].isIncomplete = true }

  // MARK: Reading

  /// A value or key.
  private(set) subscript(_ number: Int32) -> Record {
    @inline(__always) get { records[Int(number)] }
    @inline(__always) _modify { yield &records[Int(number)] }
  }

  /// The number of a child by its index, counted from the `start` of the record that it is in.
  @inline(__always)
  func child(_ index: Int32) -> Int32 { children[Int(index)] }

  /// The value of a key of a mapping.
  func value(of key: String, in mapping: Int32) -> Node? {
    let record = self[mapping]
    var key = key
    return key.withUTF8 { text in
      var index = record.start
      while index < record.start + record.count {
        if isText(of: child(index), text) {
          return Node(document: self, number: child(index + 1))
        }
        index += 2
      }
      return nil
    }
  }

  /// The text of a scalar or key.
  func text(of number: Int32) -> String {
    withBytes(of: self[number]) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a closure with the text of a scalar or key.
  @safe
  @inline(__always)
  func withBytes<Answer>(
    of record: Record, _ body: (UnsafeBufferPointer<UInt8>) -> Answer
  ) -> Answer {
    let range = Int(record.start)..<Int(record.start) + Int(record.count)
    if record.isInSource {
      return unsafe source.bytes.withUnsafeBufferPointer { unsafe body($0.extracting(range)) }
    }
    return unsafe bytes.withUnsafeBufferPointer { unsafe body($0.extracting(range)) }
  }

  /// Whether a scalar or key has this text.
  @safe
  func isText(of number: Int32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let record = self[number]
    guard Int(record.count) == text.count else { return false }
    return withBytes(of: record) { own in
      for index in text.indices where unsafe own[index] != text[index] { return false }
      return true
    }
  }

  /// Whether a key is `<<` without quotes, whose value is merged into the mapping.
  func isMerge(_ key: Int32) -> Bool {
    let record = self[key]
    guard record.style == .plain, record.count == 2 else { return false }
    return withBytes(of: record) { unsafe $0.allSatisfy { $0 == UInt8(ascii: "<") } }
  }

  /// The position of a value or key.
  func mark(of number: Int32) -> Mark {
    Mark(source: source, position: self[number].position)
  }

  /// The path of a slot.
  func path(of slot: Slot) -> Path {
    guard slot.parent >= 0 else { return origin }
    let parent = self[slot.parent]
    let above = path(of: Slot(parent: parent.parent, place: parent.place))
    return parent.shape == .mapping
      ? .key(text(of: slot.place), in: above) : .index(Int(slot.place), in: above)
  }

  /// The path of a value.
  func path(of number: Int32) -> Path {
    path(of: Slot(parent: self[number].parent, place: self[number].place))
  }
}

/// One value or key of a document.
struct Record {
  /// The three shapes of a value; a key is a scalar.
  enum Shape: UInt8 { case scalar, sequence, mapping }

  var shape: Shape
  var style = Scalar.Style.plain
  /// Whether entries of a mapping are missing.
  var isIncomplete = false
  /// Whether the text of a scalar is a part of the source.
  var isInSource = false
  /// The value that it is in; -1 for none.
  var parent: Int32
  /// The index in a sequence, or the record of the key in a mapping; of a key its word.
  var place: Int32
  /// The first byte of a scalar, or the first child.
  var start: Int32 = 0
  /// The number of bytes or children.
  var count: Int32 = 0
  let position: Mark.Position

  init(shape: Shape, slot: Document.Slot, position: Mark.Position) {
    self.shape = shape
    parent = slot.parent
    place = slot.place
    self.position = position
  }
}
