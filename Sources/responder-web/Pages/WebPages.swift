// All files that browsers receive, which lie in Resources and are compiled in by CPages.

import CPages

/// The pages of the inspector, the JavaScript client and the demonstration.
package enum WebPages {
  /// A file.
  package struct Page {
    /// The media type.
    package let type: String
    package let bytes: ContiguousArray<UInt8>

    package init(type: String, bytes: ContiguousArray<UInt8>) {
      self.type = type
      self.bytes = bytes
    }

    init(_ name: String, _ text: String) {
      self.init(type: WebPages.mediaType(of: name), bytes: ContiguousArray(text.utf8))
    }
  }

  /// The page at a path; nil when there is none.
  package static func page(at path: String) -> Page? {
    switch path {
    case "/": return Page("index.html", file("index.html").withViews)
    case "/kiosk": return Page("kiosk.html", file("kiosk.html"))
    case "/responder.js": return Page("responder.js", inOneFile(client))
    default: break
    }
    let name = String(path.dropFirst())
    // What is HTML is a page by another name, or a part of one.
    guard path.hasPrefix("/"), !name.hasSuffix(".html"), !client.contains(name),
      let text = unsafe cpages_text(name)
    else { return nil }
    return unsafe Page(name, String(cString: text))
  }

  /// The media type that the ending of a name stands for.
  package static func mediaType(of name: String) -> String {
    mediaTypes[name.split(separator: ".").last?.lowercased() ?? ""] ?? "application/octet-stream"
  }

  private static let mediaTypes = [
    "css": "text/css; charset=utf-8", "gif": "image/gif", "htm": "text/html; charset=utf-8",
    "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
    "md": "text/plain; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "ogg": "audio/ogg", "png": "image/png",
    "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
    "webm": "video/webm", "webp": "image/webp", "woff2": "font/woff2",
  ]

  // The JavaScript client, so that a page of another server needs one file of it.
  private static let client = [
    "picture.js", "puts.js", "channel.js", "matrix.js", "nodes.js", "forms.js", "pointers.js",
    "binding.js", "piece.js", "scene.js", "watch.js", "page.js", "responder.js",
  ]

  /// docs/concepts.md.
  package static var concepts: String { file("concepts.md") }

  static func file(_ name: String) -> String { unsafe String(cString: cpages_text(name)) }

  /// Modules as one, each after the modules that it imports. Each import is one line, and no name
  /// is used in two modules; so imports are removed, and exports but the list of the last one.
  static func inOneFile(_ modules: [String]) -> String {
    modules.flatMap { file($0).split(separator: "\n", omittingEmptySubsequences: false) }
      .filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") && !$0.hasPrefix("export {") ? $0.dropFirst(7) : $0 }
      .joined(separator: "\n")
  }
}

extension String {
  /// The page with the shared views inserted.
  var withViews: String {
    filling("    <!-- views -->\n", with: WebPages.file("views.html"))
      .filling("  <!-- transport -->\n", with: WebPages.file("transport.html"))
  }

  /// The text with other text in place of a mark, which must exist.
  func filling(_ mark: String, with text: String) -> String {
    let bytes = Array(utf8)
    let wanted = Array(mark.utf8)
    var start = 0
    while start + wanted.count <= bytes.count {
      if bytes[start..<start + wanted.count].elementsEqual(wanted) {
        return String(decoding: bytes[..<start], as: UTF8.self) + text
          + String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
      }
      start += 1
    }
    preconditionFailure("bug: no \(mark) in the page")
  }
}
