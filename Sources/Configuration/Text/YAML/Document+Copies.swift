// Copies of values in a document: uses of aliases, merged mappings, and elements that are repeated.

extension Document {
  /// Gives a value the content of another one. A closure is called with the depth of each copy before
  /// it is made, another one with each text in it.
  func copy<Failure: Error>(
    _ original: Int, to index: Int, depth: Int = 1,
    enter: (_ depth: Int) throws(Failure) -> Void, text: (Scalar) -> Scalar = { $0 }
  ) throws(Failure) {
    try enter(depth)
    let value = values[original]
    values[index].span = value.span
    let first = open.count
    switch value.content {
    case .scalar(let scalar): values[index].content = .scalar(text(scalar))
    case .sequence(let places):
      for (number, place) in places.enumerated() {
        let element = Int(children[Int(place)])
        let copied = add(.element(number, of: index), at: value.span)
        try copy(element, to: copied, depth: depth + 1, enter: enter, text: text)
      }
      end(sequence: index, from: first)
    case .mapping(let places, let isIncomplete):
      for place in places {
        let entry = Int(children[Int(place)])
        let copied = addEntry(of: entry, to: index)
        try copy(entry, to: copied, depth: depth + 1, enter: enter, text: text)
      }
      end(mapping: index, from: first, isIncomplete: isIncomplete)
    }
  }

  /// Adds the key of an entry to a mapping, and the place of its value, which is not copied yet.
  func addEntry(of entry: Int, to mapping: Int) -> Int {
    let key = values[entry - 1]
    _ = add(.key(of: mapping), at: key.span, key.content)
    return add(.value(of: mapping), at: key.span)
  }

  /// Puts mappings of a list there so often, nil standing for an element that stays as it is. The
  /// copies lack a key, and have their number from 1 where a text has `{n}`.
  package func repeatElements(of list: Int, _ counts: [Int?], without key: String) {
    guard case .sequence(let places) = values[list].content else { return }
    let first = open.count
    for (element, count) in zip(places.map { Int(children[Int($0)]) }, counts) {
      guard let count else {
        open.append(Int32(element))
        continue
      }
      for number in 1...count {
        let copied = add(.element(open.count - first, of: list), at: values[element].span)
        let inside = open.count
        for entry in Node(self, element).entries where entry.key != key {
          let value = entry.value.index
          copy(
            value, to: addEntry(of: value, to: copied), enter: { _ in },
            text: { $0.numbered(number) })
        }
        end(mapping: copied, from: inside)
      }
    }
    end(sequence: list, from: first)
  }
}

extension Scalar {
  /// The scalar with a number in the place of each `{n}`.
  fileprivate func numbered(_ number: Int) -> Scalar {
    guard case .text(let text) = value, text.utf8.contains(UInt8(ascii: "{")) else { return self }
    var result = ""
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      if rest.hasPrefix("{n}") {
        result += String(number)
        rest = rest.dropFirst(3)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return Scalar(text: result + rest, style: style)
  }
}
