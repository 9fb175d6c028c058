// The version of the programs.

/// The version in the hello line, the status and `--version`.
package enum ProgramVersion {
  package static let current = "0.1.0"
}
