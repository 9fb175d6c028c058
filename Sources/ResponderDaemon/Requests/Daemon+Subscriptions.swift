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
    // Records of earlier events are sent first, and have numbers.
    sendRecords()
    let start = since.flatMap { resumes(after: $0, with: filter) ? $0.seq : nil }
    let subscription = begin(filter, of: connection, since: start)
    let needsSnapshot = start == nil && (snapshot || since != nil)
    // What is sent already comes before the snapshot.
    let isUpToDate = connection.isUpToDate
    if needsSnapshot, !isUpToDate {
      _ = connection.subscriptions.requireSnapshots { $0 === subscription }
    }
    return reply(
      to: subscription, resumes: since.map { _ in start != nil },
      following: needsSnapshot && isUpToDate
        ? { [self] in writeSnapshot(for: subscription, to: $0) } : nil)
  }

  private func resumes(after since: ResumePoint, with filter: Filter) -> Bool {
    since.instance == instance && server.stream.covers(after: since.seq, for: filter)
  }

  /// A new subscription to the records after this time, or after the one with a number.
  private func begin(_ filter: Filter, of connection: Connection, since: UInt64?) -> Subscription {
    let subscription = Subscription(
      id: connection.subscriptions.nextNumber(), filter: filter, to: server.stream,
      for: connection.names, since: since)
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
    connection.subscriptions.remove(number)
    changes.insert(.listeners)
    return .done
  }
}
