// The configuration of a program beside the daemon: one small YAML document with located errors.

/// Settings that are a file of their own: one mapping of keys, with defaults for omitted ones.
package protocol FileSettings {
  /// The defaults.
  init()
  /// The keys of the mapping.
  static var keys: [Key<Self, Reader>] { get }
  /// Reports settings that contradict each other.
  func checkRelations(_ root: Node, _ reader: Reader)
}

extension FileSettings {
  /// The size of the largest configuration that is read, in bytes.
  package static var largestFile: Int { 1 << 20 }

  /// Reads a configuration; throws every error, and returns the warnings.
  package static func read(
    _ bytes: [UInt8], file: String
  ) throws(SettingsError) -> (settings: Self, warnings: [Diagnostic]) {
    let documents: [Node]
    do throws(YAMLError) {
      var limits = YAML.Limits()
      limits.bytes = largestFile
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
    var settings = Self()
    let reader = Reader()
    reader.fields(of: root, into: &settings, keys: keys, context: reader, what: "a configuration")
    settings.checkRelations(root, reader)
    guard reader.errors.isEmpty else {
      throw SettingsError(diagnostics: reader.sorted(reader.errors))
    }
    return (settings, reader.sorted(reader.warnings))
  }

  /// Reads the configuration of a program that starts: `contents` reads the file, at most so many
  /// bytes of it, and `report` receives each warning and each error. Nil for an error.
  package static func load(
    _ file: String, contents: (_ path: String, _ limit: Int) throws -> [UInt8],
    report: (String) -> Void
  ) -> Self? {
    do {
      let (settings, warnings) = try read(contents(file, largestFile), file: file)
      for warning in warnings { report("\(warning)") }
      return settings
    } catch let error as SettingsError {
      for diagnostic in error.diagnostics { report("error: \(diagnostic)") }
    } catch {
      report("error: \(error)")
    }
    return nil
  }
}

/// Every error of a configuration, in the order of the text.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors.
  package let diagnostics: [Diagnostic]

  package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
