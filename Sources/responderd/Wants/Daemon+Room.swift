// Whether there is room for what a request wants.

import Configuration
import Linux
import Protocol

extension Daemon {
  /// Throws if a description has no room, even in place of all that its program wants: it need not be
  /// read then.
  func requireRoom(forNew count: Int, _ asked: AskedChanges) throws(ProtocolError) {
    // Who may edit others may have made room.
    if asked.connection.grant.rights.contains(.edit) { return }
    try requireRoom(inAll: asked.sizeOfOthers + count, asked)
  }

  /// Throws if what is wanted now exceeds a limit.
  func requireRoom(for asked: AskedChanges) throws(ProtocolError) {
    let obstacle = wants.obstacle(
      toPutting: asked.put, replacing: asked.replaced, in: asked.scene.tree)
    switch obstacle {
    case nil: break
    case .bounds(let message)?: throw ProtocolError(.limit, message)
    case .names(let message)?: throw ProtocolError(.invalidEdit, message)
    }
    try requireRoom(inAll: wants.size, asked)
    let limits = asked.connection.limits
    let size = wants.size { $0 == asked.owner }
    if size > limits.viewsOfProgram {
      throw ProtocolError(
        .limit,
        "a program may want \(limits.viewsOfProgram) views, controllers and recognizers, this makes "
          + "\(size); remove some")
    }
    if asked.mayEditEverywhere { return }
    let user = asked.connection.peer.uid
    let numbers = Set(server.connections.filter { $0.peer.uid == user }.map(\.number))
    let ofUser = wants.size { $0.isOf(user, with: numbers) }
    if ofUser > limits.viewsOfUser {
      throw ProtocolError(
        .limit,
        "the programs of user \(user) may want \(limits.viewsOfUser) views, controllers and "
          + "recognizers together, this makes \(ofUser); remove some")
    }
  }

  private func requireRoom(inAll size: Int, _ asked: AskedChanges) throws(ProtocolError) {
    let limit = asked.connection.limits.views
    if let window = scene.window {
      let most = asked.connection.limits.viewsOfPrivateWindow
      guard size > most else { return }
      throw ProtocolError(
        .limit,
        "the private window \"\(window)\" may have \(most) views, controllers and recognizers, "
          + "this makes \(size); remove some")
    }
    guard size > limit else { return }
    throw ProtocolError(
      .limit,
      "there may be \(limit) views, controllers and recognizers in all, this makes \(size); "
        + "remove some")
  }
}
