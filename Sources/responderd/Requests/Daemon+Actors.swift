// Programs by name: the actors of views, and their answers to questions of recognizers.
//
// The question of a recognizer is sent to the actor of its view. If the view has no actor, every
// client that subscribed to questions and may edit receives it, and the first answer is used. If no
// client can answer, the question is not asked, and the configured answer is used at once.

import Configuration
import ConfigurationText
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// Keeps of whose page a client is and what it has trouble with, and gives it its name, unless
  /// another client has that.
  func identify(
    _ connection: Connection, _ name: String?, of origin: Origin?, with problems: [String]?
  ) throws(ProtocolError) -> Reply {
    if let origin { try stateOrigin(of: connection, origin) }
    if let name { try identify(connection, name) }
    if let problems { try report(problems, of: connection) }
    renewReadings(of: connection)
    return .done
  }

  private func identify(_ connection: Connection, _ name: String) throws(ProtocolError) {
    guard (1...128).contains(name.utf8.count) else {
      throw ProtocolError(
        .badRequest, at: "identify.name", "expected 1 to 128 bytes, found \(name.utf8.count)")
    }
    if let strange = name.unicodeScalars.first(where: {
      $0.isInvisible || $0.properties.isWhitespace
    }) {
      throw ProtocolError(
        .badRequest, at: "identify.name",
        "expected visible characters without spaces, found U+"
          + String(strange.value, radix: 16, uppercase: true))
    }
    // The connections of one user with one name are one program; so are pages of one origin.
    if let other = client(named: name),
      other.peer.uid != connection.peer.uid || other.origin != connection.origin,
      !other.closesIfGone()
    {
      let whose = other.origin.map { "page of \($0)" } ?? "program of user \(other.peer.uid)"
      throw ProtocolError(
        .refused, at: "identify.name",
        "\"\(name)\" is the name of a \(whose), and one program has it at a time")
    }
    try nameProgram(of: connection, name)
    // Earlier records belong to the client that had the name then.
    sendRecords()
    server.name(connection, name)
    changes.insert(.listeners)
  }

  // People read them in a terminal, and in the journal.
  private func report(_ problems: [String], of connection: Connection) throws(ProtocolError) {
    guard problems.count <= 8 else {
      throw ProtocolError(
        .badRequest, at: "identify.problems", "expected at most 8, found \(problems.count)")
    }
    for (index, text) in problems.enumerated() {
      guard (1...512).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.isInvisible)
      else {
        throw ProtocolError(
          .badRequest, at: "identify.problems[\(index)]",
          "expected 1 to 512 bytes of visible text in one line")
      }
    }
    connection.problems = problems
    health.look()
  }

  /// The client with a name.
  func client(named name: String) -> Connection? {
    server.connection(named: name)
  }

  // MARK: Questions

  /// Whether a client that can answer for a recognizer has subscribed to questions.
  func canAsk(_ recognizer: GestureRecognizer, in scene: Scene) -> Bool {
    server.connections.contains { connection in
      mayAnswer(connection, for: recognizer)
        && connection.subscriptions.all.contains {
          $0.stream === scene.stream && $0.shared.acceptsQuestions(about: recognizer)
        }
    }
  }

  private func mayAnswer(_ connection: Connection, for recognizer: GestureRecognizer) -> Bool {
    guard connection.isOpen else { return false }
    if let actor = encoder.actor(for: recognizer) { return connection.names.contains(actor) }
    return connection.grant.rights.contains(.edit)
  }

  /// Handles an answer, from a client that was asked.
  func answer(
    _ connection: Connection, _ question: Int, _ answer: Request.Kind.Answer
  ) throws(ProtocolError) -> Reply {
    let tree = visibleTree
    if let recognizer = tree.recognizer(waitingFor: question),
      !mayAnswer(connection, for: recognizer)
    {
      let who =
        encoder.actor(for: recognizer).map { "the program named \"\($0)\" answers for" }
        ?? "the right \"edit\" is needed to answer for"
      throw ProtocolError(.forbidden, at: "answer.question", "\(who) \"\(recognizer.id)\"")
    }
    let isAnswered: Bool
    switch (answer, tree.isAboutLanding(question: question)) {
    case (.yes(let yes), false): isAnswered = tree.answer(question: question, yes, at: now)
    case (.offset(let offset), true):
      isAnswered = tree.answer(question: question, landingAt: Point(offset), at: now)
    case (.yes, true):
      throw ProtocolError(
        .badRequest, at: "answer",
        "expected offset, as question \(question) asks where content comes to rest")
    case (.offset, false):
      guard tree.recognizer(waitingFor: question) != nil else {
        isAnswered = false
        break
      }
      throw ProtocolError(
        .badRequest, at: "answer.offset",
        "expected yes, as question \(question) is answered with yes or no")
    }
    session.encode()
    guard isAnswered else {
      throw ProtocolError(
        .notFound, at: "answer.question",
        "question \(question) is decided already, or was never asked")
    }
    return .done
  }

  // MARK: Status

  /// Writes the names of actors in the windows that a client reads, and whether such a client is
  /// connected.
  func writeActors(in writer: LineWriter, for connection: Connection) {
    let actors = scenes.all.filter { mayRead($0, connection) }.reduce(into: Set<String>()) {
      $0.formUnion(VisibleTree($1.tree).actors)
    }
    guard !actors.isEmpty else { return }
    writer.key("actors")
    writer.beginArray()
    for name in actors.sorted() {
      writer.beginObject()
      writer.actorName(name)
      writer.member(
        "isConnected", server.connections.contains { $0.isOpen && $0.names.contains(name) })
      writer.endObject()
    }
    writer.endArray()
  }
}
