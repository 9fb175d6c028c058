// The actor names of a client.
//
// A view names its actor in one of two ways, and both are one string in the engine:
//
//     map                a name, which belongs to the first client that identifies itself so
//     unit map.service   a program, which no other client can be; names have no spaces

/// The name of a client, and the programs that it is.
package final class ActorNames {
  /// The name that the client has given with `identify`.
  package var name: String?
  private var known: [String: Bool] = [:]
  private let isProgram: (String) -> Bool

  /// The names of a client; `isProgram` is called once for each program.
  package init(isProgram: @escaping (String) -> Bool = { _ in false }) {
    self.isProgram = isProgram
  }

  /// Whether the client acts as this actor.
  package func contains(_ actor: String) -> Bool {
    guard ActorNames.isProgram(actor) else { return actor == name }
    if let answer = known[actor] { return answer }
    if known.count >= 256 { known.removeAll() }
    let answer = isProgram(actor)
    known[actor] = answer
    return answer
  }

  /// Clears the known programs, so that each is asked again.
  package func renew() { known.removeAll() }

  /// Whether an actor is a program and not a name.
  static func isProgram(_ actor: String) -> Bool { actor.utf8.contains(0x20) }
}

extension LineWriter {
  /// Writes a view's actor: a name, or `{"unit":"map.service"}`.
  func actor(_ actor: String?) {
    guard let actor else { return }
    guard ActorNames.isProgram(actor) else { return member("actor", actor) }
    key("actor")
    beginObject()
    program(actor)
    endObject()
  }

  /// Writes the actor as a member of the status.
  package func actorName(_ actor: String) {
    if ActorNames.isProgram(actor) { program(actor) } else { member("name", actor) }
  }

  private func program(_ actor: String) {
    let parts = actor.split(separator: " ", maxSplits: 1).map { String($0) }
    switch parts.first {
    case "user": member("user", parts.last)
    case "group": member("group", parts.last)
    default: member("unit", parts.last)
    }
  }
}
