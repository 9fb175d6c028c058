// All files that browsers receive, compiled in.

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
  }

  /// The page at a path; nil when there is none.
  package static func page(at path: String) -> Page? {
    if path == "/" { return Page(type: html, bytes: ContiguousArray(inspector.utf8)) }
    return file(at: path).map { Page(type: $0, bytes: ContiguousArray($1)) }
  }

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let plain = "text/plain; charset=utf-8"
  private static let javaScript = "text/javascript; charset=utf-8"

  // The inspector and the report share their views.
  private static var inspector: String { text(PackageResources.index_html).withViews }

  // The JavaScript client, so that a page of another server needs one file of it.
  private static var client: String {
    inOneFile([
      PackageResources.picture_js, PackageResources.puts_js, PackageResources.channel_js,
      PackageResources.matrix_js, PackageResources.nodes_js, PackageResources.forms_js,
      PackageResources.pointers_js, PackageResources.binding_js, PackageResources.piece_js,
      PackageResources.scene_js, PackageResources.watch_js, PackageResources.page_js,
      PackageResources.responder_js,
    ])
  }

  private static func file(at path: String) -> (String, [UInt8])? {
    switch path {
    case "/behaviour.md": (plain, PackageResources.behaviour_md)
    case "/inspector.css": (css, PackageResources.inspector_css)
    case "/kiosk": (html, PackageResources.kiosk_html)
    case "/kiosk.css": (css, PackageResources.kiosk_css)
    case "/changes.js": (javaScript, PackageResources.changes_js)
    case "/clock.js": (javaScript, PackageResources.clock_js)
    case "/contacts.js": (javaScript, PackageResources.contacts_js)
    case "/design.js": (javaScript, PackageResources.design_js)
    case "/details.js": (javaScript, PackageResources.details_js)
    case "/devices.js": (javaScript, PackageResources.devices_js)
    case "/dom.js": (javaScript, PackageResources.dom_js)
    case "/drawing.js": (javaScript, PackageResources.drawing_js)
    case "/edit.js": (javaScript, PackageResources.edit_js)
    case "/editing.js": (javaScript, PackageResources.editing_js)
    case "/geometry.js": (javaScript, PackageResources.geometry_js)
    case "/handles.js": (javaScript, PackageResources.handles_js)
    case "/inspector.js": (javaScript, PackageResources.inspector_js)
    case "/kiosk.js": (javaScript, PackageResources.kiosk_js)
    case "/links.js": (javaScript, PackageResources.links_js)
    case "/live.js": (javaScript, PackageResources.live_js)
    case "/model.js": (javaScript, PackageResources.model_js)
    case "/outline.js": (javaScript, PackageResources.outline_js)
    case "/properties.js": (javaScript, PackageResources.properties_js)
    case "/responder.js": (javaScript, Array(client.utf8))
    case "/rules.js": (javaScript, PackageResources.rules_js)
    case "/screen.js": (javaScript, PackageResources.screen_js)
    case "/sentences.js": (javaScript, PackageResources.sentences_js)
    case "/state.js": (javaScript, PackageResources.state_js)
    case "/strokes.js": (javaScript, PackageResources.strokes_js)
    case "/tabs.js": (javaScript, PackageResources.tabs_js)
    case "/time.js": (javaScript, PackageResources.time_js)
    case "/token.js": (javaScript, PackageResources.token_js)
    case "/why.js": (javaScript, PackageResources.why_js)
    case "/yaml.js": (javaScript, PackageResources.yaml_js)
    default: nil
    }
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Modules as one, each after the modules that it imports. Each import is one line, and no name
  /// is used in two modules; so imports are removed, and exports but the list of the last one.
  static func inOneFile(_ modules: [[UInt8]]) -> String {
    modules.flatMap { text($0).split(separator: "\n", omittingEmptySubsequences: false) }
      .filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") && !$0.hasPrefix("export {") ? $0.dropFirst(7) : $0 }
      .joined(separator: "\n")
  }
}

extension String {
  /// The page with the shared views inserted.
  var withViews: String {
    filling("    <!-- views -->\n", with: WebPages.text(PackageResources.views_html))
      .filling("  <!-- transport -->\n", with: WebPages.text(PackageResources.transport_html))
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
