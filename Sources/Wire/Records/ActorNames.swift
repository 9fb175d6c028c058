// The names under which a client acts on records.
//
// A view names its actor in one of two ways, and both are one string in the engine:
//
//     map                a name, which the first client has that calls itself so
//     unit map.service   a program, which no other client can be; names have no spaces

/// What a client calls itself, and whether it is a program that views name as their actor.
package final class ActorNames {
  /// What it calls itself.
  package var name: String?
  private var known: [String: Bool] = [:]
  private let isProgram: (String) -> Bool

  /// The names of a client; whether it is a program is asked once for each.
  package init(isProgram: @escaping (String) -> Bool = { _ in false }) {
    self.isProgram = isProgram
  }

  /// Whether it acts as this actor.
  package func contains(_ actor: String) -> Bool {
    guard ActorNames.isProgram(actor) else { return actor == name }
    if let answer = known[actor] { return answer }
    if known.count >= 256 { known.removeAll() }
    let answer = isProgram(actor)
    known[actor] = answer
    return answer
  }

  /// Asks again which programs it is.
  package func renew() { known.removeAll() }

  /// Whether an actor is given as a program.
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

  /// Writes the member of a status that says which actor it is about.
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
