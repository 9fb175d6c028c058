// Numbers of things, in words.

/// A number of things, such as `1 line` or `2 lines`.
package func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}
