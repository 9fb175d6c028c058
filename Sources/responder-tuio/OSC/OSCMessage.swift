// Values of Open Sound Control, the format of TUIO.

/// One argument of a message.
enum OSCArgument: Hashable, Sendable {
  case int(Int32)
  case float(Float)
  case double(Double)
  case string(String)
  /// Seconds since 1900, and their fraction in 2^-32.
  case time(seconds: UInt32, fraction: UInt32)
  /// An argument of another type, which TUIO does not use.
  case other

  /// A whole number, or nil.
  var int: Int32? {
    switch self {
    case .int(let value): value
    case .float, .double, .string, .time, .other: nil
    }
  }

  /// A finite number of any kind, or nil.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .float(let value): value.isFinite ? Double(value) : nil
    case .double(let value): value.isFinite ? value : nil
    case .string, .time, .other: nil
    }
  }

  /// A text, or nil.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// One message: an address such as `/tuio/2Dcur`, and its arguments.
struct OSCMessage: Hashable, Sendable {
  /// The address.
  var address: String
  /// The arguments.
  var arguments: [OSCArgument]

  /// A message with these arguments.
  init(_ address: String, _ arguments: [OSCArgument]) {
    self.address = address
    self.arguments = arguments
  }
}
