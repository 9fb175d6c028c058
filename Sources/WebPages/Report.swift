// A report: one file with the page, its modules, its style and the records of a recording.

extension WebPages {
  /// The report of a recording. `recording` is one JSON object with `title`, `snapshot` and
  /// `records`.
  package static func report(_ recording: String) -> String {
    let data = scriptText(recording)
    return text(PackageResources.report_html).withViews
      .filling("/* style */", with: text(PackageResources.inspector_css))
      .filling("/* modules */", with: modules)
      .filling("/* behaviour */", with: scriptText(text(PackageResources.behaviour_md)))
      .filling("/* recording */", with: data)
  }

  // A browser ends a script at "</script", even inside a JSON string.
  private static func scriptText(_ text: String) -> String {
    text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  // Each module comes after the modules that it imports.
  private static var modules: String {
    [
      PackageResources.dom_js, PackageResources.links_js, PackageResources.rules_js,
      PackageResources.geometry_js, PackageResources.sentences_js, PackageResources.responder_js,
      PackageResources.model_js, PackageResources.clock_js, PackageResources.drawing_js,
      PackageResources.details_js, PackageResources.outline_js, PackageResources.screen_js,
      PackageResources.tabs_js, PackageResources.time_js, PackageResources.why_js,
      PackageResources.report_js,
    ].map { inOneFile(text($0)) }.joined(separator: "\n")
  }

  // Each import is one line, and no name is used in two modules; so imports and exports are
  // removed.
  private static func inOneFile(_ module: String) -> String {
    module.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
      .joined(separator: "\n")
  }
}
