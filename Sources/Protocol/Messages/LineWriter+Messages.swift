// The lines that are not records: hello, replies, errors, lost, removed, closing.

/// The version of the protocol, and the capabilities of this build.
package enum ProtocolVersion {
  /// Major and minor version: clients need the same major version; a minor version only adds
  /// members.
  package static let current = "2.0"
}

extension LineWriter {
  /// Writes the hello line of a connection.
  package func hello(
    instance: String, version: String, capabilities: some Sequence<String>,
    rights: some Sequence<String>, limits: Limits
  ) {
    beginObject()
    member("type", word: "hello")
    member("protocol", ProtocolVersion.current)
    member("instance", instance)
    member("version", version)
    member("capabilities", capabilities)
    member("rights", rights)
    key("limits")
    beginObject()
    for limit in limits.named { member(limit.name, limit.value) }
    endObject()
    endObject()
    endLine()
  }

  /// Writes the answer to a request; the closure writes the members of `result`.
  package func reply(to id: RequestID?, _ result: (LineWriter) -> Void = { _ in }) {
    beginObject()
    member("type", word: "reply")
    member("id", id)
    key("result")
    beginObject()
    result(self)
    endObject()
    endObject()
    endLine()
  }

  /// Writes the answer to a `describe` request: the schema of every line.
  package func describe(to id: RequestID?) {
    guard let schema = try? ProtocolSchema.value else {
      return error(.init(.internal, "the schema that is built in cannot be read"), to: id)
    }
    reply(to: id) { writer in
      writer.key("schema")
      writer.value(schema)
    }
  }

  /// Writes the error of a request, or the reason why a subscription ended; `line` is the number of
  /// the client's line if it could not be read.
  package func error(
    _ error: ProtocolError, to id: RequestID?, line: Int? = nil, subscription: Int? = nil
  ) {
    beginObject()
    member("type", word: "error")
    member("id", id)
    member("code", error.code.rawValue)
    member("message", error.message)
    member("path", error.path)
    if let line { member("line", line) }
    if let subscription { member("subscription", subscription) }
    endObject()
    endLine()
  }

  /// Writes that a subscription has lost records, because its client read too slowly; a snapshot
  /// follows.
  package func lost(subscription: Int, stream: String?) {
    beginObject()
    member("type", word: "lost")
    member("subscription", subscription)
    member("stream", stream)
    endObject()
    endLine()
  }

  /// Writes which views and recognizers of the program have gone, and why.
  /// What waits is still wanted.
  package func removed(
    views: [String], recognizers: [String], stream: String?, waits: Bool, _ reason: String
  ) {
    beginObject()
    member("type", word: "removed")
    member("stream", stream)
    member("views", views)
    member("recognizers", recognizers)
    if waits { member("waits", true) }
    member("reason", reason)
    endObject()
    endLine()
  }

  /// Writes the last line of a connection that the daemon closes.
  package func closing(reason: String) {
    beginObject()
    member("type", word: "closing")
    member("reason", reason)
    endObject()
    endLine()
  }

  private func member(_ name: StaticString, _ id: RequestID?) {
    switch id {
    case .number(let number):
      key(name)
      integer(number)
    case .text(let text): member(name, text)
    case nil: break
    }
  }
}
