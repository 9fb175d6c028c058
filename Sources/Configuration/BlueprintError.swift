// Every complaint about a configuration at once.

package import ConfigurationText

/// Why a configuration cannot be used.
package struct BlueprintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The complaints, in the order of the text.
  package let diagnostics: [Diagnostic]

  /// An error with these complaints.
  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The complaints as a person reads them, each with its severity and the marked line.
  package var reports: [String] { diagnostics.map(\.report) }

  /// The errors in a value of a request, each with its path in the request.
  package func message(at path: String) -> String {
    diagnostics.map { $0.message(at: path) }.joined(separator: "\n")
  }

  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
