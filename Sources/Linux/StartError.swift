// An error that ends a program.

/// An error that ends a program with an exit status.
package struct StartError: Error, CustomStringConvertible {
  package let description: String
  /// What caused the error: the system, the command line or the configuration.
  package let origin: Log.Origin

  /// 1 if the system refuses, 2 if the command line or the configuration is invalid.
  package var status: Int32 {
    switch origin {
    case .config: 2
    case .device, .client, .bug, .service: 1
    }
  }

  /// An error with its text and its cause.
  package init(_ description: String, _ origin: Log.Origin) {
    self.description = description
    self.origin = origin
  }

  /// Runs what ends the program when the system refuses it.
  package static func system<Answer: ~Copyable>(
    _ body: () throws(SystemError) -> Answer
  ) throws(StartError) -> Answer {
    do throws(SystemError) {
      return try body()
    } catch {
      throw StartError("\(error)", .service)
    }
  }
}
