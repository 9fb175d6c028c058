// Expected and got lines side by side, the first difference marked.

/// Two lists of lines that should be the same.
struct Comparison {
  var expected: [String]
  var got: [String]

  /// The index of the first line that differs; nil when nothing does.
  var firstDifference: Int? {
    if let index = zip(expected, got).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return index
    }
    return expected.count == got.count ? nil : min(expected.count, got.count)
  }

  /// Both lists as columns under a heading.
  var table: String {
    let difference = firstDifference
    let width = (expected + ["expected"]).map(\.count).max() ?? 0
    var rows = [row(" ", "expected", "got", width)]
    for index in 0..<max(expected.count, got.count) {
      rows.append(
        row(
          index == difference ? ">" : " ", index < expected.count ? expected[index] : "",
          index < got.count ? got[index] : "", width))
    }
    return rows.joined(separator: "\n")
  }

  private func row(_ mark: String, _ left: String, _ right: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: width - left.count)
    let row = "\(mark) \(left)\(padding) | \(right)"
    return String(row.reversed().drop { $0 == " " }.reversed())
  }
}
