// What is said when a request cannot be done.

/// The id of a request, given back with its answer: a number or a text.
package enum RequestID: Hashable, Sendable {
  case number(Int64)
  case text(String)
}

/// Why a request was refused: a code for programs, a sentence for people.
package struct ProtocolError: Error, Hashable, Sendable {
  /// The stable words that programs may decide by.
  package enum Code: String, Sendable, CaseIterable {
    /// The line is not JSON, or not one object.
    case badJSON
    /// The line is longer than `limits.lineBytes`.
    case lineTooLong
    /// The line nests deeper than `limits.depth`.
    case tooDeep
    /// No request of this name exists.
    case unknownRequest
    /// A member of the request is missing, misplaced or of the wrong kind.
    case badRequest
    /// What the request names does not exist.
    case notFound
    /// The peer may not do this.
    case forbidden
    /// The engine's rules say no, as when a first responder does not resign.
    case refused
    /// A bound of this connection, user or daemon is reached.
    case limit
    /// The daemon cannot do this now, or not as it is configured.
    case unavailable
    /// The edit would make a tree that the configuration's rules forbid.
    case invalidEdit
    /// The daemon's own mistake.
    case `internal`
  }

  /// Which kind of refusal it is.
  package var code: Code
  /// One sentence: the place, what was expected, what was found, what to do.
  package var message: String
  /// Where in the request it is, such as `hitTest.point[1]`; nil for the request as a whole.
  package var path: String?

  /// A refusal of this kind.
  package init(_ code: Code, _ message: String, path: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// The error of a line that is no JSON, or too deep.
  package init(_ error: JSONError) {
    switch error {
    case .malformed(let what, let byte):
      self.init(.badJSON, "expected one JSON object, at byte \(byte): \(what)")
    case .tooDeep(let limit):
      self.init(.tooDeep, "nested deeper than \(limit) levels; the limit is in the hello line")
    }
  }
}
