// The way in: bytes become documents, or located errors.

import CYaml

/// YAML text read as a tree whose every node knows its position.
package enum YAML {
  /// The limits of one text.
  package struct Limits: Sendable {
    /// The most bytes that are looked at.
    package var bytes = 8 << 20
    /// The deepest nesting, aliases included.
    package var depth = 160
    /// The most values that are written in one document.
    package var nodes = 500_000
    /// The most values that aliases and merge keys add to one document.
    package var copies = 500_000
    /// The most complaints that are collected before reading stops.
    package var complaints = 100

    /// The usual bounds.
    package init() {}
  }

  /// The content of a text, with the errors that leave the rest of it readable.
  package struct Reading {
    /// The documents, without the values of keys that were written again.
    package let documents: [Node]
    /// The errors, in the order of the text.
    package let complaints: [Diagnostic]
    /// The values of keys that were written again.
    package let dropped: [Node]
  }

  /// Reads every document of a text; the file's name is for messages only.
  package static func parse(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(YAMLError) -> [Node] {
    let reading = try read(bytes, file: file, limits: limits)
    guard reading.complaints.isEmpty else { throw YAMLError(reading.complaints) }
    return reading.documents
  }

  /// Reads a text as far as it can be read; the file's name is for messages only.
  package static func read(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(YAMLError) -> Reading {
    let source = SourceText(file: file, bytes: bytes)
    guard bytes.count <= limits.bytes else {
      throw YAMLError([
        Diagnostic(
          file: file, line: 1, column: 1,
          message: "expected at most \(limits.bytes) bytes, found \(bytes.count)")
      ])
    }
    let composer = Composer(reader: try EventReader(source: source), limits: limits)
    let documents = try composer.documents()
    return Reading(
      documents: documents, complaints: composer.complaints, dropped: composer.dropped)
  }

  /// Reads every document of a text; the file's name is for messages only.
  package static func parse(
    _ text: String, file: String, limits: Limits = Limits()
  ) throws(YAMLError) -> [Node] {
    try parse(Array(text.utf8), file: file, limits: limits)
  }

  /// Returns the memory of released nodes to the system, which malloc would keep.
  package static func releaseMemory() { _ = malloc_trim(0) }
}
