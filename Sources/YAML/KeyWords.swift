// The different keys of a document, numbered, so that equal keys are found by their numbers.

/// The different keys of a document.
package final class KeyWords {
  private var texts: ContiguousArray<(start: Int32, count: Int32)> = []
  private var numbers: [String: Int32] = [:]
  /// The key that followed each key the last time: mappings in a list often have the same keys.
  private var followers: ContiguousArray<Int32> = []
  private var latest: Int32 = 0

  /// Where a key's text is.
  subscript(_ number: Int32) -> (start: Int32, count: Int32) { texts[Int(number)] }

  /// The number of a key, whose text is appended if it is new.
  @safe
  func number(
    of key: UnsafeBufferPointer<UInt8>, in bytes: inout [UInt8]
  ) -> Int32 {
    if !followers.isEmpty {
      let guess = followers[Int(latest)]
      if unsafe isEqual(key, to: guess, in: bytes) {
        latest = guess
        return guess
      }
    }
    let number = unsafe search(key, in: &bytes)
    followers[Int(latest)] = number
    latest = number
    return number
  }

  private func isEqual(
    _ key: UnsafeBufferPointer<UInt8>, to number: Int32, in bytes: [UInt8]
  ) -> Bool {
    let text = texts[Int(number)]
    guard Int(text.count) == key.count else { return false }
    for index in 0..<key.count where unsafe key[index] != bytes[Int(text.start) + index] {
      return false
    }
    return true
  }

  private func search(
    _ key: UnsafeBufferPointer<UInt8>, in bytes: inout [UInt8]
  ) -> Int32 {
    let text = unsafe String(decoding: key, as: UTF8.self)
    if let number = numbers[text] { return number }
    let number = Int32(truncatingIfNeeded: texts.count)
    texts.append((Int32(truncatingIfNeeded: bytes.count), Int32(truncatingIfNeeded: key.count)))
    unsafe bytes.append(contentsOf: key)
    numbers[text] = number
    followers.append(number)
    return number
  }
}
