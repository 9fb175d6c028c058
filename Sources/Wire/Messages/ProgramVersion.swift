// The version of the programs.

/// The version that the hello line, the status and `--version` tell.
package enum ProgramVersion {
  package static let current = "0.1.0"
}
