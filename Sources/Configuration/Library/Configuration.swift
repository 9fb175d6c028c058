// A configuration file, as another program reads it.

package import Configuration
import Linux
public import ResponderKit

/// A configuration that was read and can be used.
public struct Configuration {
  package let blueprint: Blueprint

  /// The warnings about the text, in its order.
  public var warnings: [ConfigurationMessage] {
    blueprint.warnings.map { ConfigurationMessage($0) }
  }

  /// Reads a file.
  public init(path: String) throws(ConfigurationError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Blueprint.largestFile, waits: false)
    } catch {
      throw ConfigurationError(unreadable: error.description)
    }
    try self.init(bytes, name: path)
  }

  /// Reads a text; the name stands for the file in messages.
  public init(_ text: String, name: String = "configuration") throws(ConfigurationError) {
    try self.init(Array(text.utf8), name: name)
  }

  private init(_ bytes: [UInt8], name: String) throws(ConfigurationError) {
    do throws(BlueprintError) {
      blueprint = try Blueprint.load(bytes, file: name)
    } catch {
      throw ConfigurationError(error)
    }
  }

  /// A new tree of what the configuration describes; each one has a state of its own. The sizes
  /// are those of screens, by name, for which the configuration has none.
  public func makeTree(screenSizes: [String: Size] = [:]) -> ResponderTree {
    ResponderTree(of: self, blueprint.build(panels: screenSizes.mapValues { .init(size: $0) }))
  }
}

/// One error or warning, with its position in the text.
public struct ConfigurationMessage: Hashable, Sendable, CustomStringConvertible {
  /// The name of the text.
  public let file: String
  /// The line, from 1; 0 where the file could not be read.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The path to the value, such as `application.windows[0].frame`.
  public let path: String
  /// What was expected, what was found, and a fix.
  public let message: String
  /// The message with its position and the marked line, as people read it.
  public let description: String
}

/// Why a configuration cannot be used.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors, in the order of the text.
  public let messages: [ConfigurationMessage]

  init(_ error: BlueprintError) {
    messages = error.diagnostics.map { ConfigurationMessage($0) }
  }

  init(unreadable reason: String) {
    messages = [
      ConfigurationMessage(
        file: "", line: 0, column: 0, path: "", message: reason, description: reason)
    ]
  }

  public var description: String { messages.map(\.description).joined(separator: "\n") }
}
