// Subscriptions, and what the engine must report for them.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  func subscribe(
    _ connection: Connection, _ filter: Filter, in window: String?, snapshot: Bool,
    since: ResumePoint?
  ) throws(ProtocolError) -> Reply {
    guard connection.subscriptions.count < connection.limits.subscriptions else {
      throw ProtocolError(
        .limit,
        "a connection may have \(connection.limits.subscriptions) subscriptions; unsubscribe one")
    }
    try requireRoom(for: filter, of: connection)
    // Records of earlier events are sent first, and have numbers.
    sendRecords()
    let isOfAll = window == nil && filter.isOfAllWindows
    let read = isOfAll ? scenes.all.filter { reads($0, connection) } : [scene]
    let number = connection.subscriptions.nextNumber()
    let begun = read.map { begin(filter, number, of: connection, to: $0, since: since) }
    let isNew = begun.filter { !$0.resumes }
    let needing = snapshot || since != nil ? isNew.map(\.subscription) : []
    // What is sent already comes before the snapshot.
    let isUpToDate = connection.isUpToDate
    if !isUpToDate {
      _ = connection.subscriptions.requireSnapshots { one in needing.contains { $0 === one } }
    }
    return reply(
      number, filter, resumes: since.map { _ in begun.first?.resumes ?? false },
      following: !needing.isEmpty && isUpToDate
        ? { [self] in for one in needing { writeSnapshot(for: one, to: $0) } } : nil)
  }

  private func reads(_ scene: Scene, _ connection: Connection) -> Bool {
    scene.window == nil || scene.box != nil && mayRead(scene, connection)
  }

  /// A new subscription to the records of a scene after this time, or from an earlier place on.
  private func begin(
    _ filter: Filter, _ number: Int, of connection: Connection, to scene: Scene,
    since: ResumePoint?
  ) -> (subscription: Subscription, resumes: Bool) {
    let start = since.flatMap { place($0, in: scene, for: filter) }
    let subscription = Subscription(
      id: number, filter: filter, to: scene.stream, for: connection.names, from: start)
    connection.subscriptions.append(subscription)
    scene.session.wanted.add(filter)
    changes.insert(.newListeners)
    return (subscription, start != nil)
  }

  /// Where a client continues; nil if records are missing that it did not receive.
  private func place(
    _ since: ResumePoint, in scene: Scene, for filter: Filter
  ) -> RecordStream.Place? {
    switch since {
    case .after(let numbers, of: let instance):
      guard instance == self.instance, let seq = numbers[scene.window ?? ""],
        scene.stream.covers(after: seq, for: filter)
      else { return nil }
      return scene.stream.place(after: seq)
    case .seconds(let seconds): return scene.stream.place(from: now + -seconds)
    }
  }

  private func reply(
    _ number: Int, _ filter: Filter, resumes: Bool?, following: ((LineWriter) -> Void)?
  ) -> Reply {
    .result(
      { [self] in
        $0.member("subscription", number)
        $0.member("seq", encoder.seq)
        if let resumes { $0.member("resumed", resumes) }
        let unknown = unknownNames(in: filter)
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
      .limit, at: "subscribe",
      "the filters of a connection may hold \(Daemon.filterNames) views, recognizers and devices "
        + "in all, this makes \(count); name a view above them, or unsubscribe one")
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
        .notFound, at: "unsubscribe.subscription", "this connection has no subscription \(number)")
    }
    sendRecords()
    connection.subscriptions.remove(number)
    changes.insert(.listeners)
    return .done
  }
}
