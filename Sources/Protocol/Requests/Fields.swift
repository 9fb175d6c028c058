// Reads the members of a request one by one, with errors that name the member.

import CommandLine

/// The members of one object of a request, with its path.
package struct Fields {
  /// The path to the object, such as `subscribe.since`.
  package let path: String
  /// The members in their order.
  package let members: [JSON.Member]

  /// The members of a value that must be an object.
  package init(_ value: JSON, path: String) throws(ProtocolError) {
    guard let members = value.members else {
      throw .init(.badRequest, at: path, "expected an object, found \(value.kind)")
    }
    self.path = path
    self.members = members
  }

  /// Throws if there are other members than these.
  package func only(_ names: String...) throws(ProtocolError) { try only(names) }

  /// Throws if there are other members than these.
  package func only(_ names: [String]) throws(ProtocolError) {
    guard let other = members.first(where: { !names.contains($0.name) })?.name else { return }
    let hint =
      didYouMean(other, among: names)
      ?? (names.isEmpty
        ? "expected no members" : "expected one of \(names.joined(separator: ", "))")
    throw .init(.badRequest, at: path(other), "unknown member; \(hint)")
  }

  /// The value of a member, or nil if it is missing or null.
  package subscript(name: String) -> JSON? {
    guard let value = members.first(where: { $0.name == name })?.value, value != .null else {
      return nil
    }
    return value
  }

  /// The path to a member.
  package func path(_ name: String) -> String { "\(path).\(name)" }

  private func invalid(_ name: String, expected: String) -> ProtocolError {
    let found = self[name]?.kind ?? "nothing"
    return .init(.badRequest, at: path(name), "expected \(expected), found \(found)")
  }

  func required<Value>(
    _ name: String, _ value: Value?, expected: String
  ) throws(ProtocolError) -> Value {
    guard let value else { throw invalid(name, expected: expected) }
    return value
  }

  /// An optional value of another form.
  package func optional<Value>(
    _ name: String, _ read: (JSON) -> Value?, expected: String
  ) throws(ProtocolError) -> Value? {
    guard let value = self[name] else { return nil }
    return try required(name, read(value), expected: expected)
  }

  /// A required string.
  package func text(_ name: String) throws(ProtocolError) -> String {
    try required(name, self[name]?.string, expected: "a text")
  }

  /// An optional string.
  package func textIfAny(_ name: String) throws(ProtocolError) -> String? {
    try optional(name, \.string, expected: "a text")
  }

  /// A string out of a few words; the default if it is missing.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, default absent: Word
  ) throws(ProtocolError) -> Word where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try optional(
      name, { $0.string.flatMap { Word(rawValue: $0) } }, expected: "one of \(words)") ?? absent
  }

  /// A boolean; the default if it is missing.
  package func flag(_ name: String, default absent: Bool) throws(ProtocolError) -> Bool {
    try optional(name, \.bool, expected: "true or false") ?? absent
  }

  /// A required integer.
  package func whole(_ name: String) throws(ProtocolError) -> Int {
    try required(name, self[name]?.int, expected: "a whole number")
  }

  /// An optional integer.
  package func wholeIfAny(_ name: String) throws(ProtocolError) -> Int? {
    try optional(name, \.int, expected: "a whole number")
  }

  /// All members, which must be integers.
  func wholesByName() throws(ProtocolError) -> [String: Int] {
    var answer: [String: Int] = [:]
    for member in members { answer[member.name] = try whole(member.name) }
    return answer
  }

  /// An optional number above zero.
  package func positiveIfAny(_ name: String) throws(ProtocolError) -> Double? {
    try optional(
      name, { $0.double.flatMap { $0 > 0 ? $0 : nil } }, expected: "a number above zero")
  }

  /// A list of strings; empty if it is missing, one string is a list of one.
  package func texts(_ name: String) throws(ProtocolError) -> [String] {
    guard let value = self[name] else { return [] }
    if let single = value.string { return [single] }
    guard let elements = value.elements else { throw invalid(name, expected: "a list of texts") }
    var answer: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.string else {
        let place = "\(path(name))[\(index)]"
        throw .init(.badRequest, at: place, "expected a text, found \(element.kind)")
      }
      answer.append(text)
    }
    return answer
  }

  /// A list of integers; empty if it is missing.
  package func wholes(_ name: String) throws(ProtocolError) -> [Int] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else {
      throw invalid(name, expected: "a list of whole numbers")
    }
    var answer: [Int] = []
    for (index, element) in elements.enumerated() {
      guard let number = element.int else {
        let place = "\(path(name))[\(index)]"
        throw .init(.badRequest, at: place, "expected a whole number, found \(element.kind)")
      }
      answer.append(number)
    }
    return answer
  }

  /// A required list of two numbers.
  package func point(_ name: String) throws(ProtocolError) -> RequestedPoint {
    let pair = try required(name, numbers(name, 2), expected: "a point, two numbers [x, y]")
    return RequestedPoint(x: pair[0], y: pair[1])
  }

  /// The elements of a list of so many numbers.
  func numbers(_ name: String, _ count: Int) -> [Double]? {
    guard let elements = self[name]?.elements, elements.count == count else { return nil }
    let numbers = elements.compactMap(\.double)
    return numbers.count == count ? numbers : nil
  }

  /// An optional object.
  package func fieldsIfAny(_ name: String) throws(ProtocolError) -> Fields? {
    guard let value = self[name] else { return nil }
    return try Fields(value, path: path(name))
  }

  /// The members without those of these names.
  package func rest(without names: String...) -> [JSON.Member] {
    members.filter { !names.contains($0.name) }
  }
}
