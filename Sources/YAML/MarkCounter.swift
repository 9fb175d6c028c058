// Positions of values that were not read as YAML, such as those of a request.

/// Makes marks without a text; they keep the order in which they are made.
package final class MarkCounter {
  private let source: SourceText
  private var count = 0

  /// A counter; the name is for messages only.
  package init(file: String) { source = SourceText(file: file, bytes: []) }

  /// The next position: that of a value, before those in it.
  package func next() -> Mark {
    count += 1
    return Mark(source: source, line: 1, column: count, length: 1)
  }
}
