// The origin of a page: a scheme, a host and a port.

/// The origin of a page, as browsers send it.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The origin as text in lower case, without the scheme's default port.
  package let description: String

  /// Parses `https://kiosk.example:8443`; nil for anything else, such as a path or `null`.
  package init?(_ text: String) {
    let text = text.lowercased()
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where text.hasPrefix(scheme) {
      var host = text.dropFirst(scheme.count)
      if host.hasSuffix(port) { host = host.dropLast(port.count) }
      guard !host.isEmpty, host.allSatisfy(Origin.isOfHost) else { return nil }
      description = scheme + host
      return
    }
    return nil
  }

  // Browsers send other letters as ASCII (punycode).
  private static func isOfHost(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._:[]".contains(character))
  }
}
