// The way in: a configuration file becomes settings and a tree, or a list of located errors.

package import YAML

/// A configuration that has been read and found usable.
package struct Blueprint {
  /// Everything besides the tree.
  package let settings: Settings
  /// What is doubtful about it, in the order of the text.
  package let warnings: [Diagnostic]

  /// Reads a configuration; the file's name is for messages only.
  package static func load(
    _ bytes: [UInt8], file: String
  ) throws(BlueprintError) -> Blueprint {
    let reader = Reader()
    let written = ConfigurationFile.read(try root(bytes, file: file), reader)
    guard reader.errors.isEmpty else { throw BlueprintError(reader.sorted(reader.errors)) }
    return Blueprint(settings: written.settings, warnings: reader.sorted(reader.warnings))
  }

  /// Reads a configuration; the file's name is for messages only.
  package static func load(
    _ text: String, file: String
  ) throws(BlueprintError) -> Blueprint {
    try load(Array(text.utf8), file: file)
  }

  private static func root(_ bytes: [UInt8], file: String) throws(BlueprintError) -> Node {
    let documents: [Node]
    do {
      documents = try YAML.parse(bytes, file: file)
    } catch {
      throw BlueprintError(error.diagnostics)
    }
    guard let root = documents.first else {
      throw BlueprintError([
        Diagnostic(
          file: file, line: 1, column: 1, message: "expected a configuration, found nothing")
      ])
    }
    if documents.count > 1 {
      throw BlueprintError([
        documents[1].complaint(
          "expected one document, found \(documents.count); leave out the line \"---\"")
      ])
    }
    return root
  }
}
