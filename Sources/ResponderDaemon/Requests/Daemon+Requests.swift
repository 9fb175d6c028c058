// What peers ask, and who may.

import Blueprint
import LinuxKit
import Wire

extension Daemon: ServerDelegate {
  func server(_ server: Server, didAccept connection: Connection) {
    connection.grant = grant(for: connection)
    followActivity(of: connection)
    connection.say {
      $0.hello(
        instance: instance, version: Daemon.version, capabilities: Daemon.capabilities,
        rights: Request.Right.allCases.filter(connection.grant.rights.contains).map(\.rawValue),
        limits: connection.limits)
    }
    log.say(.debug, .client, "\(connection.description) connected")
  }

  func server(_ server: Server, didReceive request: Request, from connection: Connection) {
    let before = encoder.lines.count
    defer {
      // Records that were made before may have gone out meanwhile.
      let after = encoder.lines.count
      server.charge(recordBytes: after >= before ? after - before : after, to: connection)
    }
    do throws(ProtocolError) {
      for right in Request.Right.allCases
      where request.rights.contains(right) && !connection.grant.rights.contains(right) {
        // Whoever has no right to edit may still have views of its own.
        if right != .edit { throw lacks(right, connection) }
      }
      try serve(request, from: connection)
    } catch {
      connection.say { $0.error(error, to: request.id) }
    }
  }

  /// The refusal of a request for want of a right.
  func lacks(_ right: Request.Right, _ connection: Connection) -> ProtocolError {
    ProtocolError(
      .forbidden,
      "this needs the right \"\(right.rawValue)\", which user \(connection.peer.uid) does not "
        + "have here; the hello line says which there are")
  }

  func server(_ server: Server, didClose connection: Connection) -> Bool {
    stopScripts(of: connection)
    guard withdrawViews(of: connection) else { return false }
    log.say(.debug, .client, "\(connection.description) is gone")
    updateWants()
    return true
  }

  func server(_ server: Server, owes paced: PacedSubscription, to connection: Connection) {
    guard connection.subscriptions.contains(where: { $0 === paced }) else { return }
    // What happened before this moment is told before.
    sayRecords()
    connection.say { tellSnapshot(for: paced, in: $0) }
  }

  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool {
    PeerSettings(actor: actor).map { doors.fits($0, peer) } ?? false
  }

  /// What this build can, for the hello line.
  static let capabilities = [
    "snapshot", "since", "rate", "explain", "raw", "trace", "inject", "edit", "own", "activity",
    "actors", "questions",
  ]

  private func serve(_ request: Request, from connection: Connection) throws(ProtocolError) {
    switch request.kind {
    case .subscribe(let filter, let snapshot, let since):
      try subscribe(connection, filter, snapshot: snapshot, since: since, request.id)
    case .unsubscribe(let number): try unsubscribe(connection, number, request.id)
    case .hitTest(let screen, let x, let y, let trace):
      try hitTest(connection, screen: screen, x, y, trace: trace, request.id)
    case .why(let recognizer, let screen, let x, let y):
      try tellWhy(connection, recognizer, screen: screen, x, y, request.id)
    case .tree(let view, .nodes): try tellTree(connection, view: view, request.id)
    case .tree(let view, let form):
      try tellConfiguration(connection, view: view, form, request.id)
    case .chain(let responder): try tellChain(connection, of: responder, request.id)
    case .devices: tellDevices(connection, request.id)
    case .status(let prometheus): tellStatus(connection, prometheus: prometheus, request.id)
    case .describe: try describe(connection, request.id)
    case .reload(let force): reload(for: connection, force: force, request.id)
    case .inject(let script, let device): try inject(connection, script, device, request.id)
    case .injectDevice(let name): try injectDevice(connection, name, request.id)
    case .injectActions(let actions, let device):
      try injectActions(connection, actions, device, request.id)
    case .identify(let name): try identify(connection, name, request.id)
    case .edit(let edit): try self.edit(connection, [(edit, edit.name)], request.id)
    case .batch(let edits):
      let placed = edits.enumerated().map { (edit: $1, path: "batch[\($0)].\($1.name)") }
      try edit(connection, placed, request.id)
    case .answer(let question, let yes): try answer(connection, question, yes, request.id)
    }
  }

  private func describe(_ connection: Connection, _ id: RequestID?) throws(ProtocolError) {
    do throws(JSONError) {
      let schema = try ProtocolSchema.line.get()
      connection.say { writer in
        writer.reply(to: id) {
          $0.key("schema")
          unsafe schema.withUnsafeBytes { unsafe writer.raw($0) }
        }
      }
    } catch {
      throw ProtocolError(.internal, "the built-in schema cannot be read: \(error)")
    }
  }
}
