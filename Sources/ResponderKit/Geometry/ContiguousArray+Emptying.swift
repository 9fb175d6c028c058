// Lists that are emptied in every event.

extension ContiguousArray {
  /// Removes all elements and keeps the capacity; cheap for a list that is empty or short, for which
  /// `removeAll` does as much as for a long one.
  @inlinable @inline(__always)
  package mutating func empty() {
    // Most are empty.
    if isEmpty { return }
    if count > 2 { return removeAll(keepingCapacity: true) }
    repeat { removeLast() } while !isEmpty
  }
}
