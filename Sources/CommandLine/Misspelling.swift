// Guesses which known word a mistyped one was meant to be.

/// A mistyped word, and the nearest of the known words that it was compared with.
package struct Misspelling {
  // A longer word is not mistyped, and the work grows with the product of the lengths.
  private static let longest = 64
  // A word may have been cut short by so many letters, such as "touch" for "touches".
  private static let mostCutOff = 3

  private let written: ContiguousArray<UInt8>
  // How many letters may be added, left out, replaced or swapped with their neighbours.
  private let limit: Int
  private var best: (slips: Int, word: String)?
  private var longer: (letters: Int, word: String)?
  private var rows: ContiguousArray<Int> = []

  /// A word that is not known.
  package init(_ word: String) {
    let count = word.utf8.count
    written = count > Misspelling.longest ? [] : ContiguousArray(word.utf8.lazy.map(smallLetter))
    limit = max(1, count / 3)
  }

  /// The nearest word; nil if none is near. Of equally near ones the first in alphabetical order.
  package var nearest: String? { best?.word ?? longer?.word }

  /// Compares it with a known word. Whether the word may be named is asked only if it is near.
  package mutating func compare(with word: String, if mayBeNamed: () -> Bool = { true }) {
    let count = word.utf8.count
    guard !written.isEmpty, abs(count - written.count) <= max(limit, Misspelling.mostCutOff) else {
      return
    }
    let other = ContiguousArray(word.utf8.lazy.map(smallLetter))
    if let slips = slips(to: other) {
      if best.map({ (slips, word) < $0 }) ?? true, mayBeNamed() { best = (slips, word) }
    } else if isCutShort(from: other), longer.map({ (count, word) < $0 }) ?? true, mayBeNamed() {
      longer = (count, word)
    }
  }

  private func isCutShort(from other: ContiguousArray<UInt8>) -> Bool {
    let left = other.count - written.count
    return written.count >= 3 && left > 0 && left <= Misspelling.mostCutOff
      && other.starts(with: written)
  }

  // The number of slips between the two words, if they are so few that the other one may be meant.
  private mutating func slips(to other: ContiguousArray<UInt8>) -> Int? {
    var start = 0
    var (end, otherEnd) = (written.count, other.count)
    guard abs(end - otherEnd) <= limit else { return nil }
    // Where the words are alike at their beginning and end, nothing was mistyped.
    while start < min(end, otherEnd), other[start] == written[start] { start += 1 }
    while end > start, otherEnd > start, other[otherEnd - 1] == written[end - 1] {
      end -= 1
      otherEnd -= 1
    }
    let slips = slips(in: start..<end, other, start..<otherEnd)
    return slips <= limit && slips < written.count ? slips : nil
  }

  // How many letters to add, leave out, replace or swap with a neighbour.
  private mutating func slips(
    in range: Range<Int>, _ other: ContiguousArray<UInt8>, _ otherRange: Range<Int>
  ) -> Int {
    let count = otherRange.count + 1
    rows.removeAll(keepingCapacity: true)
    rows.append(contentsOf: 0..<count)
    rows.append(contentsOf: repeatElement(0, count: 2 * count))
    // Where the rows of this letter and of the two before it begin.
    var (current, previous, before) = (count, 0, 2 * count)
    for (i, index) in range.enumerated() {
      rows[current] = i + 1
      for (j, otherIndex) in otherRange.enumerated() {
        let isSame = written[index] == other[otherIndex]
        var least = rows[previous + j] + (isSame ? 0 : 1)
        least = min(least, rows[previous + j + 1] + 1, rows[current + j] + 1)
        if i > 0, j > 0, written[index] == other[otherIndex - 1],
          written[index - 1] == other[otherIndex]
        {
          least = min(least, rows[before + j - 1] + 1)
        }
        rows[current + j + 1] = least
      }
      (current, previous, before) = (before, current, previous)
    }
    return rows[previous + count - 1]
  }

  /// Calls with every word that is one slip away: so a word is found among very many in a time that
  /// does not depend on how many they are.
  package static func forEachSlip(of word: String, _ body: (String) -> Void) {
    let written = ContiguousArray(word.utf8)
    guard !written.isEmpty, written.count <= longest else { return }
    var changed = written
    func call() { body(String(decoding: changed, as: UTF8.self)) }
    for index in written.indices {
      for letter in letters where letter != written[index] {
        changed[index] = letter
        call()
      }
      changed[index] = written[index]
      if index > 0 {
        changed.swapAt(index, index - 1)
        call()
        changed.swapAt(index, index - 1)
      }
    }
    for index in 0...written.count {
      changed.insert(letters[0], at: index)
      for letter in letters {
        changed[index] = letter
        call()
      }
      changed.remove(at: index)
    }
    guard written.count > 1 else { return }
    for index in written.indices {
      changed.remove(at: index)
      call()
      changed.insert(written[index], at: index)
    }
  }

  // Of which names are made.
  private static let letters = ContiguousArray(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._- ".utf8)
}

/// The known word that a mistyped one most likely means; nil when none is near.
package func nearest(to word: String, in known: some Sequence<String>) -> String? {
  var misspelling = Misspelling(word)
  for candidate in known { misspelling.compare(with: candidate) }
  return misspelling.nearest
}

/// A hint with the known word nearest to a written one; nil when none is near.
package func didYouMean(_ written: String, among known: some Sequence<String>) -> String? {
  didYouMean(nearest(to: written, in: known))
}

/// A hint with the word that was probably meant; nil without one.
package func didYouMean(_ word: String?) -> String? { word.map { "did you mean \"\($0)\"?" } }

private func smallLetter(_ letter: UInt8) -> UInt8 {
  letter >= UInt8(ascii: "A") && letter <= UInt8(ascii: "Z") ? letter | 0x20 : letter
}
