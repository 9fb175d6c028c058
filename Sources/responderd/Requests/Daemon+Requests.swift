// Requests of clients, and the rights they need.

import Configuration
import ConfigurationText
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon: ServerDelegate {
  func serverWillServe(_ server: Server) { shareReports() }

  func server(_ server: Server, didAccept connection: Connection) {
    connection.use(grant(for: connection))
    connection.changes = ClientChanges(of: connection, in: self)
    connection.send {
      $0.hello(
        instance: instance, version: Daemon.version, capabilities: Daemon.capabilities,
        rights: Right.allCases.filter(connection.grant.rights.contains).map(\.rawValue),
        limits: connection.limits)
    }
    log.write(.debug, .client, "\(connection.description) connected")
  }

  func server(_ server: Server, didReceive request: Request, from connection: Connection) {
    connection.send(reply(to: request, from: connection), to: request)
  }

  /// The error for a missing right.
  func lacks(_ right: Right, _ connection: Connection) -> ProtocolError {
    ProtocolError(
      .forbidden,
      "this needs the right \"\(right.rawValue)\", which user \(connection.peer.uid) does not "
        + "have here; the hello line lists the rights of this connection")
  }

  func server(_ server: Server, didClose connection: Connection) -> Bool {
    stopScripts(of: connection)
    endWants(of: connection)
    connection.changes?.end()
    if !connection.problems.isEmpty { health.look() }
    log.write(.debug, .client, "\(connection.description) disconnected")
    changes.insert(.listeners)
    return true
  }

  func server(_ server: Server, shouldSendSnapshotTo connection: Connection) {
    // Records of earlier events are sent first.
    sendRecords()
    guard connection.output.isEmpty,
      let (subscription, isLost) = connection.subscriptions.nextSnapshot()
    else { return }
    let stream = scenes.scene(of: subscription.stream)?.window
    if isLost {
      server.figures.countLost()
      subscription.skipToEnd()
    }
    connection.send {
      if isLost { $0.lost(subscription: subscription.id, stream: stream) }
      writeSnapshot(for: subscription, to: $0)
    }
  }

  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool {
    PeerSettings(actor: actor).map { accessRules.fits($0, peer) } ?? false
  }

  /// The capabilities in the hello line.
  static let capabilities = [
    "snapshot", "since", "rate", "explain", "raw", "trace", "inject", "edit", "put",
    "activity", "actors", "questions",
  ]

  /// Performs a request, if its client may, and returns the reply.
  func reply(to request: Request, from connection: Connection) -> Result<Reply, ProtocolError> {
    do throws(ProtocolError) {
      for right in Right.allCases
      where request.rights.contains(right) && !connection.grant.rights.contains(right) {
        // A client without the right to edit may still have views of its own.
        if right != .edit { throw lacks(right, connection) }
      }
      let scene = try scene(
        request.window, request.kind.declaration.word, connection, waits: request.kind.isPut)
      return .success(
        try scenes.serve(scene) { () throws(ProtocolError) in
          try serve(request.kind, in: request.window, for: connection)
        })
    } catch {
      return .failure(error)
    }
  }

  private func serve(
    _ request: Request.Kind, in window: String?, for connection: Connection
  ) throws(ProtocolError) -> Reply {
    switch request {
    case .subscribe(let filter, let snapshot, let since):
      try subscribe(connection, filter, in: window, snapshot: snapshot, since: since)
    case .unsubscribe(let number): try unsubscribe(connection, number)
    case .hitTest(let screen, let x, let y, let trace):
      try hitTest(connection, screen: screen, x, y, trace: trace)
    case .why(let recognizer, let screen, let x, let y):
      try explainReach(connection, recognizer, screen: screen, x, y)
    case .tree(let view, .nodes, let detail): try listViews(in: view, withDetail: detail)
    case .tree(let view, let form, _): try writeTree(connection, of: view, form)
    case .puts(let owner): try writePuts(connection, of: owner)
    case .file(let owner): try writeFile(connection, of: owner)
    case .chain(let responder): try listChain(connection, of: responder)
    case .convert(let x, let y, let from, let to):
      try convert(Point(x: x, y: y), from: from, to: to)
    case .devices: listDevices(connection)
    case .recording(let seconds): record(lastSeconds: seconds)
    case .status(let prometheus): listFigures(connection, prometheus: prometheus)
    case .describe: try describe()
    case .reload(let force, let seconds):
      reloadAsAsked(connection, force: force, confirmWithin: seconds)
    case .confirm: try confirm()
    case .inject(let script, let device): try inject(connection, script, device)
    case .injectDevice(let name): try injectDevice(connection, name)
    case .injectActions(let actions, let device): try injectActions(connection, actions, device)
    case .identify(let name, let origin, let problems):
      try identify(connection, name, of: origin, with: problems)
    case .edit(let edit):
      try self.edit(connection, [(PlacedEdit(edit, in: window), edit.declaration.word)])
    case .act(let act): try self.act(connection, act)
    case .batch(let edits):
      try edit(
        connection,
        edits.enumerated().map { ($1, "batch[\($0)].\($1.edit.declaration.word)") })
    case .answer(let question, let answer): try self.answer(connection, question, answer)
    }
  }

  private func describe() throws(ProtocolError) -> Reply {
    do throws(JSONError) {
      let schema = try ProtocolSchema.line.get()
      return .result { writer in
        writer.key("schema")
        unsafe schema.withUnsafeBytes { unsafe writer.raw($0) }
      }
    } catch {
      throw ProtocolError(.internal, "the built-in schema cannot be read: \(error)")
    }
  }
}

extension Request.Kind {
  /// Whether it puts something, which waits where its place is not there.
  fileprivate var isPut: Bool { if case .edit(.put) = self { true } else { false } }
}
