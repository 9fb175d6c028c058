// References that a frame of moving fingers reads for each finger and recognizer.
//
// Counting all of them takes a frame of ten fingers from 39,000 to 61,000 instructions.

/// A reference that does not keep its object alive; the object removes it when it is deallocated.
///
/// `read` gives the object to a closure without counting the reference. A moving finger reads many
/// such references in every frame.
@safe struct Uncounted<Object: AnyObject>: Equatable {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  @inline(__always)
  static func == (one: Self, other: Self) -> Bool {
    unsafe one.reference.toOpaque() == other.reference.toOpaque()
  }

  /// The object, counted as long as the caller uses it.
  var object: Object { read { $0 } }

  /// Reads the object without counting the reference.
  @inline(__always)
  func read<Value>(_ body: (Object) -> Value) -> Value {
    unsafe reference._withUnsafeGuaranteedRef(body)
  }
}
