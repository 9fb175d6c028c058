// The `key=value` words of trees, controllers, recognizers and scripts.

import ResponderKit

/// One `key=value`, or a key alone, which means yes.
struct Attribute: Hashable, Sendable {
  var key: String
  var value: String
  var place: Place

  /// What a word says.
  init(_ word: Word) throws(Problem) {
    let halves = word.text.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = halves.first, !key.isEmpty else {
      throw Problem(at: word.place, expected: "key=value or a key", found: word.text)
    }
    self.key = String(key)
    value = halves.count == 2 ? String(halves[1]) : "yes"
    place = word.place
    if value.isEmpty {
      throw Problem(at: place, expected: "a value after \(key)=", found: "")
    }
  }

  /// What the words say, each key once.
  static func all(in words: ArraySlice<Word>, _ problems: inout [Problem]) -> [Attribute] {
    var attributes: [Attribute] = []
    for word in words {
      do throws(Problem) {
        let attribute = try Attribute(word)
        if attributes.contains(where: { $0.key == attribute.key }) {
          throw Problem(at: word.place, "the key \(attribute.key) is there twice")
        }
        attributes.append(attribute)
      } catch {
        problems.append(error)
      }
    }
    return attributes
  }
}

/// The kinds of values, each refused with its place when it is none.
extension Attribute {
  /// The key has no meaning here.
  func unknown(for owner: String) -> Problem {
    Problem(at: place, "unknown key \"\(key)\" of \(owner)")
  }

  /// Yes or no.
  func flag() throws(Problem) -> Bool {
    switch value {
    case "yes": true
    case "no": false
    default: throw Problem(at: place, expected: "\(key)=yes or \(key)=no", found: value)
    }
  }

  /// A finite number.
  func number() throws(Problem) -> Double {
    guard let number = Double(value), number.isFinite else {
      throw Problem(at: place, expected: "a number for \(key)", found: value)
    }
    return number
  }

  /// A whole number that is not negative.
  func count() throws(Problem) -> Int {
    guard let count = Int(value), count >= 0 else {
      throw Problem(at: place, expected: "a whole number for \(key)", found: value)
    }
    return count
  }

  /// Two numbers with a comma.
  func point() throws(Problem) -> Point {
    try Point(text: value, at: place)
  }

  /// Names with commas.
  func names() -> [String] {
    value.split(separator: ",").map { String($0) }
  }

  /// One of a closed set of words.
  func word<Choice: RawRepresentable & CaseIterable>(
    _: Choice.Type
  ) throws(Problem) -> Choice where Choice.RawValue == String {
    try Word(text: value, place: place).one(of: Choice.self)
  }
}

extension Point {
  /// The place written as `x,y`.
  init(text: String, at place: Place) throws(Problem) {
    let numbers = try [Double](text: text, count: 2, as: "x,y", at: place)
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension Rect {
  /// The rectangle written as `x,y,w,h`.
  init(text: String, at place: Place) throws(Problem) {
    let numbers = try [Double](text: text, count: 4, as: "x,y,w,h", at: place)
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension [Double] {
  fileprivate init(
    text: String, count: Int, as form: String, at place: Place
  ) throws(Problem) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    self = parts.compactMap { Double($0) }.filter(\.isFinite)
    if self.count != count || parts.count != count {
      throw Problem(at: place, expected: form, found: text)
    }
  }
}
