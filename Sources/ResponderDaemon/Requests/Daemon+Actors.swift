// Programs by name: who acts on what happens in a view, and who answers for its recognizers.
//
// A recognizer's question goes to the actor of its view. A view without an actor leaves it to
// everybody who listens to questions and may edit, and the first answer counts. When nobody hears
// a question it is not asked, and the configured answer counts at once.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// Gives a program its name, unless another one has it now.
  func identify(
    _ connection: Connection, _ name: String, _ id: RequestID?
  ) throws(ProtocolError) {
    guard (1...128).contains(name.utf8.count) else {
      throw ProtocolError(
        .badRequest, "identify.name: expected 1 to 128 bytes, found \(name.utf8.count)",
        path: "identify.name")
    }
    if let other = client(named: name), other !== connection, !other.closesIfGone() {
      throw ProtocolError(
        .refused,
        "identify.name: \"\(name)\" is the name of client \(other.number), and one client has it at "
          + "a time", path: "identify.name")
    }
    // What happened before is for who had the name then.
    sayRecords()
    connection.name = name
    connection.say { $0.reply(to: id) }
    giveUpUnheardQuestions()
  }

  /// The connected program of this name.
  func client(named name: String) -> Connection? {
    server.connections.first { $0.isOpen && $0.name == name }
  }

  // MARK: Questions

  /// Whether a program is there that is to answer for a recognizer, and listens.
  func isHeard(_ recognizer: GestureRecognizer) -> Bool {
    server.connections.contains { connection in
      mayAnswer(connection, for: recognizer)
        && connection.subscriptions.contains { $0.subscription.takesQuestions(about: recognizer) }
    }
  }

  private func mayAnswer(_ connection: Connection, for recognizer: GestureRecognizer) -> Bool {
    guard connection.isOpen, connection.grant.audience.sees(recognizer) else { return false }
    if let actor = encoder.actor(for: recognizer) { return connection.name == actor }
    return connection.grant.rights.contains(.edit)
  }

  /// Takes an answer, from those only who are asked.
  func answer(
    _ connection: Connection, _ question: Int, _ yes: Bool, _ id: RequestID?
  ) throws(ProtocolError) {
    let application = configuration.application
    if let recognizer = application.recognizer(waitingFor: question),
      !mayAnswer(connection, for: recognizer)
    {
      let who =
        encoder.actor(for: recognizer).map { "the program named \"\($0)\" answers for" }
        ?? "the right \"edit\" is needed to answer for"
      throw ProtocolError(
        .forbidden, "answer.question: \(who) \"\(recognizer.id)\"", path: "answer.question")
    }
    guard application.answer(question: question, yes, at: now) else {
      encodeOutbox()
      throw ProtocolError(
        .notFound, "answer.question: question \(question) is decided already, or was never asked",
        path: "answer.question")
    }
    encodeOutbox()
    connection.say { $0.reply(to: id) }
  }

  /// Lets recognizers go on that wait for somebody who does not listen any more.
  func giveUpUnheardQuestions() {
    configuration.application.giveUpUnheardQuestions(at: now)
    encodeOutbox()
  }

  // MARK: Status

  /// Writes who is named as an actor, and whether such a program is connected.
  func tellActors(in writer: LineWriter, for audience: Audience) {
    guard configuration.tree.namesActors else { return }
    var names: Set<String> = []
    for window in configuration.application.windows {
      window.forEachInSubtree {
        if let actor = $0.actor, audience.sees($0) { names.insert(actor) }
      }
    }
    writer.key("actors")
    writer.beginArray()
    for name in names.sorted() {
      writer.beginObject()
      writer.member("name", name)
      writer.member("isConnected", client(named: name) != nil)
      writer.endObject()
    }
    writer.endArray()
  }
}
