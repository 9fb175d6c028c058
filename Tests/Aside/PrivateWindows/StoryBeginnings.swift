// Whether clients with limited sight have read the began of everything that was shown to them.

import ResponderKit
import Wire

@testable import ResponderDaemon

/// Stores which began records were certainly shown to each reader: the reader may see the record both
/// before the step and after it.
struct StoryBeginnings {
  private var shown: [Int: Set<StorySpan>] = [:]

  /// Compares the records of a reader in a step with those of root.
  mutating func judge(
    _ news: [StoryNews], of number: Int, _ reader: StoryReader, root: [StoryNews],
    _ history: History, seeing sights: [Audience]
  ) -> [String] {
    record(root, of: number, history, sights)
    var complaints: [String] = []
    for case .late(let span, let line) in news {
      if shown[number, default: []].contains(span) {
        complaints.append("client \(number) has not read its beginning: \(line)")
      } else if span.kind == .unhandled, !reader.knows(span),
        shown[number, default: []].contains(where: { $0.item == span.item })
      {
        complaints.append("client \(number) has not read that it began: \(line)")
      }
    }
    for case .ended(let span, _) in root { shown[number]?.remove(span) }
    return complaints
  }

  private mutating func record(
    _ root: [StoryNews], of number: Int, _ history: History, _ sights: [Audience]
  ) {
    var spans: [Int: [StorySpan]] = [:]
    for case .began(let span, let record) in root { spans[record, default: []].append(span) }
    guard let first = spans.keys.min() else { return }
    unsafe history.forEach(after: UInt64(first - 1), shownTo: .all, last: .max) { record, _, _ in
      guard let begun = spans[Int(record.seq)], sights.allSatisfy({ record.isShown(to: $0) })
      else { return }
      shown[number, default: []].formUnion(begun)
    }
  }
}
