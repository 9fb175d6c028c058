// The known word nearest to a mistyped one, compared with the definition.

import CommandLine
import Testing

@Suite struct MisspellingTests {
  @Test(arguments: [
    ("tuoches", ["gesture", "touches", "touched"], "touches"), ("ab", ["ad", "ac"], "ac"),
    ("Touches", ["touches"], "touches"), ("hanldes", ["handles"], "handles"),
    ("touch", ["touches", "touchpad"], "touches"), ("alpah", ["alhpa", "alpha"], "alpha"),
    ("isUserInteractoinEnabld", ["isUserInteractionEnabled"], "isUserInteractionEnabled"),
  ])
  func `the nearest word is found`(written: String, known: [String], meant: String) {
    #expect(nearest(to: written, in: known) == meant)
    #expect(nearest(to: written, in: known.reversed()) == meant)
  }

  @Test(arguments: [
    ("ab", ["xyz", "abcdef"]), ("a", ["b"]), ("", ["a"]), ("key", ["door"]), ("pan", ["pinchIn"]),
  ])
  func `of words that are not near none is meant`(written: String, known: [String]) {
    #expect(nearest(to: written, in: known) == nil)
  }

  @Test func `slips are letters added, left out, replaced or swapped with a neighbour`() {
    var seed: UInt64 = 7
    func dice(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let letters = Array("abcd")
    func word(_ count: Int) -> [Character] { (0..<count).map { _ in letters[dice(4)] } }
    for _ in 0..<3_000 {
      let (written, known) = (word(1 + dice(9)), word(1 + dice(9)))
      let slips = slowSlips(written, known)
      let isNear = slips <= max(1, written.count / 3) && slips < written.count
      let isCutShort =
        written.count >= 3 && known.count > written.count && known.count <= written.count + 3
        && known.starts(with: written)
      #expect(
        (nearest(to: String(written), in: [String(known)]) != nil) == (isNear || isCutShort),
        "\(String(written)) \(String(known)) \(slips)")
    }
  }

  // By definition, and slowly.
  private func slowSlips(_ left: [Character], _ right: [Character]) -> Int {
    var known: [Int: Int] = [:]
    func slips(_ i: Int, _ j: Int) -> Int {
      if i == 0 || j == 0 { return i + j }
      if let found = known[i * 100 + j] { return found }
      var least = slips(i - 1, j - 1) + (left[i - 1] == right[j - 1] ? 0 : 1)
      least = min(least, slips(i - 1, j) + 1, slips(i, j - 1) + 1)
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        least = min(least, slips(i - 2, j - 2) + 1)
      }
      known[i * 100 + j] = least
      return least
    }
    return slips(left.count, right.count)
  }

  @Test func `every word that is one slip away is tried, and no other`() {
    var tried: Set<String> = []
    Misspelling.forEachSlip(of: "pna") { tried.insert($0) }
    for word in ["pan", "npa", "na", "pa", "pn", "pn7", "pn.a", "xpna", "pnaa", "Pna"] {
      #expect(tried.contains(word))
    }
    for word in tried {
      #expect(slowSlips(Array("pna"), Array(word)) == 1, "\(word)")
    }
    Misspelling.forEachSlip(of: String(repeating: "a", count: 65)) { _ in Issue.record() }
    Misspelling.forEachSlip(of: "") { _ in Issue.record() }
    Misspelling.forEachSlip(of: "a") { #expect(!$0.isEmpty) }
  }

  @Test func `it is asked only of near words whether they may be named`() {
    var misspelling = Misspelling("pam")
    misspelling.compare(with: "mask") {
      Issue.record()
      return true
    }
    misspelling.compare(with: "pad") { false }
    #expect(misspelling.nearest == nil)
    misspelling.compare(with: "pan")
    #expect(misspelling.nearest == "pan")
  }

  @Test func `a word of more than 64 letters is no slip`() {
    #expect(
      nearest(to: String(repeating: "a", count: 65), in: [String(repeating: "a", count: 66)]) == nil
    )
  }
}
