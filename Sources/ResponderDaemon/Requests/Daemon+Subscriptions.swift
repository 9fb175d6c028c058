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
    let start = since.flatMap { self.start(of: $0) }
    let resumes = since.map { _ in start != nil }
    let subscription = begin(filter, of: connection)
    let following: ((LineWriter) -> Void)? =
      if let start {
        { [self] in replay(after: start, to: subscription, of: connection, in: $0) }
      } else if snapshot || since != nil {
        { [self] in writeSnapshot(for: subscription, to: $0) }
      } else {
        nil
      }
    return reply(to: subscription, resumes: resumes, following: following)
  }

  // The number of the record after which a client resumes; nil if it cannot.
  private func start(of since: ResumePoint) -> UInt64? {
    since.instance == instance && history.covers(after: since.seq, last: encoder.seq)
      ? since.seq : nil
  }

  /// A new subscription to the records after this time.
  private func begin(_ filter: Filter, of connection: Connection) -> Subscription {
    let subscription = server.subscription(
      id: connection.subscriptions.nextNumber(), filter: filter)
    connection.subscriptions.append(subscription)
    wantedRecords.add(filter)
    changes.insert(.newListeners)
    return subscription
  }

  private func reply(
    to subscription: Subscription, resumes: Bool?, following: ((LineWriter) -> Void)?
  ) -> Reply {
    .result(
      { [self] in
        $0.member("subscription", subscription.id)
        $0.member("seq", encoder.seq)
        if let resumes { $0.member("resumed", resumes) }
        let unknown = unknownNames(in: subscription.filter)
        if !unknown.isEmpty { $0.member("unknown", unknown) }
      }, following: following)
  }

  // The number of names in the filters of one connection: they use memory.
  private static let filterNames = 1_024

  private func requireRoom(for filter: Filter, of connection: Connection) throws(ProtocolError) {
    let count = connection.subscriptions.all.reduce(filter.nameCount) {
      $0 + $1.filter.nameCount
    }
    guard count > Daemon.filterNames else { return }
    throw ProtocolError(
      .limit,
      "subscribe: the filters of a connection may hold \(Daemon.filterNames) views, recognizers and "
        + "devices in all, this makes \(count); name a view above them, or unsubscribe one",
      path: "subscribe")
  }

  private func replay(
    after seq: UInt64, to subscription: Subscription, of connection: Connection,
    in writer: LineWriter
  ) {
    unsafe history.forEach(after: seq) { record, line in
      guard subscription.wants(past: record, for: connection.names) else { return }
      unsafe RecordEncoder.withLine(line, of: record.actor, for: connection.names) {
        unsafe writer.raw($0)
      }
    }
  }

  // A view may be added later, so an unknown name is no error; usually it is a misspelling.
  private func unknownNames(in filter: Filter) -> [String] {
    let tree = visibleTree
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
    if let subscription = connection.subscriptions.remove(number) { server.ended(subscription) }
    changes.insert(.listeners)
    return .done
  }
}
