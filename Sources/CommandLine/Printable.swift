// Text of others, made fit for a terminal and a log.

extension String {
  /// The text with every control character replaced, so that it cannot control a terminal.
  ///
  /// The text may be from a USB string, a recording or a file.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.isControl ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal: the C0 and C1 controls, DEL, and the marks that
  /// reorder a line.
  package var isControl: Bool {
    switch value {
    case 0...0x1f, 0x7f...0x9f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x2069, 0xfeff: true
    default: false
    }
  }
}
