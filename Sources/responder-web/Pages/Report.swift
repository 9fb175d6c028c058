// A report: one file with the page, its modules, its style and the records of a recording.

extension WebPages {
  /// The report of a recording. `recording` is one JSON object with `title`, `snapshot` and
  /// `records`.
  package static func report(_ recording: String) -> String {
    let data = scriptText(recording)
    return file("report.html").withViews
      .filling("/* style */", with: file("inspector.css"))
      .filling("/* modules */", with: modules)
      .filling("/* behaviour */", with: scriptText(file("behaviour.md")))
      .filling("/* recording */", with: data)
  }

  // A browser ends a script at "</script", even inside a JSON string.
  private static func scriptText(_ text: String) -> String {
    text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  private static var modules: String {
    inOneFile([
      "controls.js", "dom.js", "links.js", "rules.js", "geometry.js", "sentences.js", "picture.js",
      "model.js",
      "clock.js", "drawing.js", "details.js", "outline.js", "targets.js", "screen.js", "tabs.js",
      "time.js",
      "trying.js", "why.js", "report.js",
    ])
  }
}
