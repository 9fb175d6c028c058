// Every complaint about a configuration at once.

package import YAML

/// Why a configuration cannot be used.
package struct BlueprintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The complaints, in the order of the text.
  package let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
