// The way from the top of a document to a node.

/// The keys and indices that lead to a node, as people write them: `windows[0].view.frame`.
package indirect enum Path: CustomStringConvertible {
  /// The top of the document.
  case root
  /// The value of a key.
  case key(String, in: Path)
  /// An element, counted from 0.
  case index(Int, in: Path)

  package var description: String {
    switch self {
    case .root: return ""
    case .index(let index, let parent): return "\(parent)[\(index)]"
    case .key(let key, let parent):
      guard Path.isPlain(key) else { return "\(parent)[\"\(key)\"]" }
      let front = parent.description
      return front.isEmpty ? key : "\(front).\(key)"
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z") {
        case true: true
        case false:
          byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "<")
            || UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") || byte >= 0x80
        }
      }
  }
}
