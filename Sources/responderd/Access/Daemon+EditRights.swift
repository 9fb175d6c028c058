// Whether a program may change something: everywhere, under the views that a rule names, or what it has
// put itself.

import Configuration
import Linux
import Protocol
import ResponderKit

extension Daemon {
  // Keys with which a thing passes touches to others, or makes them wait.
  private static let reachingKeys = ["next", "redirect", "requiredToFailBy"]

  /// Whether a program may change a thing. What a rule names is a place: the thing itself is not in it.
  func mayEdit(_ id: String, _ connection: Connection) -> Bool {
    if scene === scenes.shared, let room = scenes.scene(id), room.window == id,
      room.box != nil, !mayRead(room, connection)
    {
      return false
    }
    if connection.grant.editsEverywhere { return true }
    let chain = wants.tree.chain(from: id)
    return isUnder(chain.dropFirst(), connection) || isOwn(chain[...], connection)
  }

  private func isUnder(_ chain: ArraySlice<WantedThing>, _ connection: Connection) -> Bool {
    guard connection.grant.rights.contains(.edit), let under = connection.grant.under else {
      return false
    }
    return chain.contains { under.contains($0.id) }
  }

  private func isOwn(_ chain: ArraySlice<WantedThing>, _ connection: Connection) -> Bool {
    let owner = programs.owner(connection)
    return chain.contains { $0.owner == owner }
  }

  /// Whether a program may change a responder.
  func mayEdit(_ responder: Responder, _ connection: Connection) -> Bool {
    let isPrivate = (responder as? Window)?.isPrivate ?? false
    if connection.grant.editsEverywhere, !isPrivate { return true }
    // Some views belong to the engine, such as the one around a presentation.
    var next: Responder? = responder
    while let each = next, !wants.tree.has(each.id) { next = each.ownView?.superview }
    return next.map { mayEdit($0.id, connection) } ?? false
  }

  private func forbidden(
    _ what: String, _ path: String, _ connection: Connection
  ) -> ProtocolError {
    ProtocolError(
      .forbidden, at: path,
      "this connection may not edit \(what); it may edit \(editable(by: connection))")
  }

  /// Throws if a program may not change a responder.
  func requireEdit(
    of responder: Responder, _ path: String, _ connection: Connection
  ) throws(ProtocolError) {
    if !mayEdit(responder, connection) { throw forbidden("\"\(responder.id)\"", path, connection) }
  }

  /// Throws if a program may not edit everything.
  func requireEverywhere(
    _ what: String, _ path: String, _ connection: Connection
  ) throws(ProtocolError) {
    if !connection.grant.editsEverywhere { throw forbidden(what, path, connection) }
  }

  func requireEverywhere(
    _ asked: AskedChanges, _ what: String, _ path: String
  ) throws(ProtocolError) {
    try requireEverywhere(what, path, asked.connection)
  }

  /// Throws if the program of a request may not change a thing.
  func requireEdit(
    of id: String, _ path: String, _ target: EditTarget, _ asked: AskedChanges
  ) throws(ProtocolError) {
    if mayEdit(id, asked.connection) { return }
    throw forbidden("\"\(id)\"", "\(path).\(target.member)", asked.connection)
  }

  /// Throws if the program of a request may not change what a thing is in.
  func requireEdit(
    around id: String, _ path: String, _ target: EditTarget, _ asked: AskedChanges
  ) throws(ProtocolError) {
    let chain = wants.tree.chain(from: id)
    if asked.mayEditEverywhere || isOwn(chain.dropFirst(), asked.connection)
      || isUnder(chain.dropFirst(), asked.connection)
    {
      return
    }
    throw forbidden("the place of \"\(id)\"", "\(path).\(target.member)", asked.connection)
  }

  /// Throws if a description would have an effect beyond what the program may edit.
  func requireReach(
    of json: JSON, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    for element in json.elements ?? [] { try requireReach(of: element, path, asked) }
    for member in json.members ?? [] {
      try requireReach(of: member.name, member.value, path, asked)
    }
  }

  /// Throws if a value would have an effect beyond what the program may edit.
  func requireReach(
    of key: String, _ value: JSON, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    let connection = asked.connection
    // A finger in such a view keeps touches from all other views of its window.
    if key == "isExclusiveTouch", value == .bool(true) {
      throw forbidden("isExclusiveTouch, which keeps touches from other views", path, connection)
    }
    // Other programs would receive only the touches that such a view passes on.
    if key == "passesOn", value == .bool(true) {
      throw forbidden("passesOn, which takes the panel from other programs", path, connection)
    }
    // What is presented covers the window, whatever its presenter lies in.
    if key == "presents" {
      throw forbidden("presents, which covers the window", path, connection)
    }
    guard Daemon.reachingKeys.contains(key) else {
      return try requireReach(of: value, path, asked)
    }
    for element in value.elements ?? [value] where element != .null {
      guard let name = element.name, name != "any" else {
        throw forbidden("all that \(key) may select, name them", path, connection)
      }
      // What is not there belongs to the description itself, or is put later.
      if wants.tree.has(name), !mayEdit(name, connection) {
        throw forbidden("\"\(name)\"", path, connection)
      }
    }
  }

  /// Throws if an id is one that others name: it must not make a program the target of what it may not
  /// edit.
  func requireFreeNames(
    _ ids: [String], _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    for id in ids where wants.put(with: id)?.owner != asked.owner {
      let naming = wants.tree.naming(id).sorted().first {
        wants.tree.owner(of: $0) != asked.owner
      }
      guard let naming else { continue }
      throw ProtocolError(
        .forbidden, at: path,
        "\"\(naming)\" names an id of this, and this connection may not edit \"\(naming)\"; use "
          + "other ids")
    }
  }

  // What a program may edit, to be read after "it may edit".
  private func editable(by connection: Connection) -> String {
    func list(_ names: [String]) -> String {
      let shown = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
      return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
    if connection.grant.editsEverywhere { return "everywhere" }
    var parts: [String] = []
    if connection.grant.rights.contains(.edit), let under = connection.grant.under, !under.isEmpty {
      parts.append("what is in \(list(under))")
    }
    let points = visibleTree.mountPoints.filter { accessRules.opens($0.point, to: connection.peer) }
    if !points.isEmpty, connection.grant.rights.contains(.subscribe) {
      parts.append("what it puts into \(list(points.map(\.id).sorted()))")
    }
    if !parts.isEmpty { return parts.joined(separator: ", and ") }
    let user = connection.peer.uid
    return connection.grant.rights.contains(.edit)
      ? "nothing" : "nothing, as user \(user) does not have the right \"edit\" here"
  }
}

extension Grant {
  /// Whether the peer may edit everything.
  var editsEverywhere: Bool { rights.contains(.edit) && under == nil }
}
