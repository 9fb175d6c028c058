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

  private static var modules: String {
    inOneFile([
      PackageResources.dom_js, PackageResources.links_js, PackageResources.rules_js,
      PackageResources.geometry_js, PackageResources.sentences_js, PackageResources.picture_js,
      PackageResources.model_js, PackageResources.clock_js, PackageResources.drawing_js,
      PackageResources.details_js, PackageResources.outline_js, PackageResources.screen_js,
      PackageResources.tabs_js, PackageResources.time_js, PackageResources.why_js,
      PackageResources.report_js,
    ])
  }
}
