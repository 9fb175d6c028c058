// What every test of an error needs.

import Blueprint
import YAML

/// The errors of a configuration as `responderctl check` prints them, without their excerpts.
func errors(_ text: String) -> [String] {
  do {
    _ = try Blueprint.load(text, file: "f.yaml")
    return []
  } catch {
    return error.diagnostics.map(\.summary)
  }
}

/// The same with their excerpts.
func printed(_ text: String) -> String {
  do {
    _ = try Blueprint.load(text, file: "f.yaml")
    return ""
  } catch {
    return error.description
  }
}
