// The configuration of a program beside the daemon: one small YAML document with located errors.

package import YAML

/// Reads configurations that are one mapping of keys.
package enum SettingsFile {
  /// Reads a configuration; throws every error, and returns the warnings.
  package static func read<Settings>(
    _ bytes: [UInt8], file: String, into settings: inout Settings, keys: [Key<Settings, Reader>],
    check: (Settings, Node, Reader) -> Void
  ) throws(SettingsError) -> [Diagnostic] {
    let documents: [Node]
    do throws(YAMLError) {
      var limits = YAML.Limits()
      limits.bytes = 1 << 20
      limits.nodes = 10_000
      limits.copies = 10_000
      documents = try YAML.parse(bytes, file: file, limits: limits)
    } catch {
      throw SettingsError(diagnostics: error.diagnostics)
    }
    guard documents.count == 1, let root = documents.first else {
      throw SettingsError(diagnostics: [
        Diagnostic(
          file: file, line: 1, column: 1,
          message: "expected one document, found \(documents.count)")
      ])
    }
    let reader = Reader()
    reader.fields(of: root, into: &settings, keys: keys, context: reader, what: "a configuration")
    check(settings, root, reader)
    guard reader.errors.isEmpty else {
      throw SettingsError(diagnostics: reader.sorted(reader.errors))
    }
    return reader.sorted(reader.warnings)
  }
}

/// Every error of a configuration, in the order of the text.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors.
  package let diagnostics: [Diagnostic]

  package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
