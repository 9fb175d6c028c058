// The environment of the process, or one that a test sets.

import Glibc

/// A source of environment variables.
package struct Environment {
  private let variables: [String: String]?

  /// The process's own.
  package static var process: Environment { Environment(variables: nil) }

  /// A made-up one.
  package init(_ variables: [String: String]) { self.init(variables: variables) }

  private init(variables: [String: String]?) { self.variables = variables }

  /// A variable's value, or nil when it is not set.
  package subscript(_ name: String) -> String? {
    if let variables { return variables[name] }
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
