// Subscriptions, and what the engine must report for them.

import Blueprint
import LinuxKit
import Permissions
import Wire

extension Daemon {
  func subscribe(
    _ connection: Connection, _ filter: Filter, snapshot: Bool, since: ResumePoint?
  ) throws(ProtocolError) -> Reply {
    guard connection.subscriptions.all.count < connection.limits.subscriptions else {
      throw ProtocolError(
        .limit,
        "a connection may have \(connection.limits.subscriptions) subscriptions; unsubscribe one")
    }
    try requireRoom(for: filter, of: connection)
    // Records of earlier events are in the history, and have numbers.
    sendRecords()
    let start = since.flatMap { self.start(of: $0, for: connection) }
    let resumes = since.map { _ in start != nil }
    let paced = begin(filter, of: connection)
    let following: ((LineWriter) -> Void)? =
      if let start {
        { [self] in replay(after: start, to: paced, of: connection, in: $0) }
      } else if snapshot || since != nil {
        { [self] in writeSnapshot(for: paced, of: connection, to: $0) }
      } else {
        nil
      }
    return reply(to: paced, resumes: resumes, of: connection, following: following)
  }

  // The daemon's number of the record after which a client resumes; nil if it cannot.
  private func start(of since: ResumePoint, for connection: Connection) -> UInt64? {
    let audience = connection.grant.audience
    let spans = since.connection.map { server.spans(of: $0, connection.peer.uid) }
    guard since.instance == instance, let spans = spans ?? server.numbers(of: connection),
      let start = server.daemonNumber(of: since.seq, in: spans, history),
      history.covers(after: start, last: encoder.seq)
    else { return nil }
    server.resume(
      connection, after: since.seq, at: start,
      reading: history.count(after: start, shownTo: audience))
    return start
  }

  /// A new subscription to the records after this time.
  private func begin(_ filter: Filter, of connection: Connection) -> PacedSubscription {
    let paced = server.subscription(
      id: connection.subscriptions.nextNumber(), filter: filter,
      audience: connection.grant.audience,
      of: connection.account)
    // Records of earlier events belong to earlier subscriptions.
    sendRecords()
    if connection.subscriptions.isEmpty { server.service.addReader() }
    connection.subscriptions.append(paced)
    wantedRecords.add(filter)
    changes.insert(.newListeners)
    return paced
  }

  private func reply(
    to paced: PacedSubscription, resumes: Bool?, of connection: Connection,
    following: ((LineWriter) -> Void)?
  ) -> Reply {
    .result(
      { [self] in
        $0.member("subscription", paced.id)
        $0.member("seq", connection.numbers.latest(in: encoder))
        if let resumes { $0.member("resumed", resumes) }
        let unknown = unknownNames(in: paced.filter, seenBy: connection)
        if !unknown.isEmpty { $0.member("unknown", unknown) }
      }, following: following)
  }

  // The number of filters with which each record is compared for one user: a touch has many
  // records.
  private static let filtersOfUser = 512
  // The number of names in the filters of one connection: they use memory.
  private static let filterNames = 1_024

  private func requireRoom(for filter: Filter, of connection: Connection) throws(ProtocolError) {
    let count = connection.subscriptions.all.reduce(filter.nameCount) {
      $0 + $1.filter.nameCount
    }
    let account = connection.account
    if account.needsLook(for: filter), account.looks >= Daemon.filtersOfUser {
      throw ProtocolError(
        .limit,
        "subscribe: the programs of a user may have \(Daemon.filtersOfUser) different filters and "
          + "subscriptions with a rate in all; use the same filter in several, or unsubscribe one",
        path: "subscribe")
    }
    guard count > Daemon.filterNames else { return }
    throw ProtocolError(
      .limit,
      "subscribe: the filters of a connection may hold \(Daemon.filterNames) views, recognizers and "
        + "devices in all, this makes \(count); name a view above them, or unsubscribe one",
      path: "subscribe")
  }

  private func replay(
    after seq: UInt64, to paced: PacedSubscription, of connection: Connection,
    in writer: LineWriter
  ) {
    let numbers = connection.numbers
    unsafe history.forEach(
      after: seq, shownTo: numbers.audience, last: numbers.latest(of: server.lastSeq)
    ) { record, number, line in
      guard paced.wantsPast(record, for: connection.names) else { return }
      unsafe writer.line(line, of: record, numbered: number, for: connection.names)
    }
  }

  // A view may be added later, so an unknown name is no error; usually it is a misspelling.
  private func unknownNames(in filter: Filter, seenBy connection: Connection) -> [String] {
    let tree = visibleTree(for: connection)
    return filter.views.filter { tree.view($0) == nil }
      + filter.recognizers.filter { tree.recognizer($0) == nil }
      + filter.devices.filter { name in !sources.devices.contains { $0.name == name } }
  }

  func unsubscribe(_ connection: Connection, _ number: Int) throws(ProtocolError) -> Reply {
    guard connection.subscriptions.all.contains(where: { $0.id == number }) else {
      throw ProtocolError(
        .notFound, "unsubscribe.subscription: this connection has no subscription \(number)",
        path: "unsubscribe.subscription")
    }
    sendRecords()
    if let paced = connection.subscriptions.remove(number) {
      server.ended(paced, of: connection.account)
    }
    changes.insert(.listeners)
    return .done
  }
}
