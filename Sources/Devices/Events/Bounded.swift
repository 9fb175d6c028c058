// The kernel's numbers, converted to the kernel's types.

/// A whole number in the range of a smaller type: one outside becomes the nearest in the range.
///
/// The kernel keeps event types and codes in 16 bits and values in 32. A recording can claim more;
/// with these bounds no sum or difference of two such numbers overflows.
@propertyWrapper
package struct Bounded<Storage: FixedWidthInteger & Sendable>: Hashable, Sendable {
  private var stored: Storage

  /// The number, or the nearest one in the range.
  package init(wrappedValue: Int) { stored = Storage(clamping: wrappedValue) }

  package var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Storage(clamping: newValue) }
  }
}

/// The same for a number that may be missing.
@propertyWrapper
package struct BoundedIfAny<Storage: FixedWidthInteger & Sendable>: Hashable, Sendable {
  private var stored: Storage?

  /// No number.
  package init() {}

  /// The number, or the nearest one in the range.
  package init(wrappedValue: Int?) { stored = wrappedValue.map { Storage(clamping: $0) } }

  package var wrappedValue: Int? {
    get { stored.map { Int($0) } }
    set { stored = newValue.map { Storage(clamping: $0) } }
  }
}
