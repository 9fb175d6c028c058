// Numbers in hexadecimal digits.

extension BinaryInteger {
  /// The number in hexadecimal, with zeros in front up to so many digits.
  package func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
