// Errors of requests.

/// The id of a request, which its answer repeats: a number or a text.
package enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  /// The id that a value of a request is; nil if it can be none.
  init?(_ value: JSON?) {
    switch value {
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case nil, .null, .bool, .number, .array, .object: return nil
    }
  }
}

/// Why a request was refused: a code for programs, a sentence for people.
package struct ProtocolError: Error, Hashable, Sendable {
  /// The stable codes, for decisions of programs.
  package enum Code: String, Sendable, CaseIterable {
    /// The line is not JSON, or not one object.
    case badJSON
    /// The line is longer than `limits.lineBytes`.
    case lineTooLong
    /// The line nests deeper than `limits.lineDepth`.
    case tooDeep
    /// There is no request with this name.
    case unknownRequest
    /// A member of the request is missing, misplaced or of the wrong type.
    case badRequest
    /// The object that the request names does not exist.
    case notFound
    /// The client may not do this.
    case forbidden
    /// The engine refuses, for example because a first responder does not resign.
    case refused
    /// A limit of this connection, user or daemon is reached.
    case limit
    /// The daemon cannot do this now, or not with its configuration.
    case unavailable
    /// The edit would make a tree that the configuration's rules do not allow.
    case invalidEdit
    /// An error of the daemon itself.
    case `internal`
  }

  /// The code.
  package var code: Code
  /// One sentence: the member, what was expected, what was found, how to fix it.
  package var message: String
  /// The path in the request, such as `hitTest.point[1]`; nil for the request itself.
  package var path: String?

  /// An error with a code and a message.
  package init(_ code: Code, _ message: String, path: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// An error at a place in the request, with which its message begins.
  package init(_ code: Code, at path: String, _ message: String) {
    self.init(code, "\(path): \(message)", path: path)
  }

  /// The error of a line that is not JSON, or too deep.
  package init(_ error: JSONError) {
    switch error {
    case .malformed(let what, let byte):
      self.init(.badJSON, "expected one JSON object, at byte \(byte): \(what)")
    case .tooDeep(let limit):
      self.init(.tooDeep, "nested deeper than \(limit) levels; the limit is in the hello line")
    }
  }
}
