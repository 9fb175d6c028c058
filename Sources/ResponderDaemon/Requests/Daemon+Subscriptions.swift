// Subscribing: from where on, and what is worth saying while somebody listens.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  func subscribe(
    _ connection: Connection, _ filter: Filter, snapshot: Bool, since: ResumePoint?,
    _ id: RequestID?
  ) throws(ProtocolError) {
    guard connection.subscriptions.count < connection.limits.subscriptions else {
      throw ProtocolError(
        .limit,
        "a connection may have \(connection.limits.subscriptions) subscriptions; unsubscribe one")
    }
    connection.lastSubscription += 1
    let paced = server.subscription(
      id: connection.lastSubscription, filter: filter, audience: connection.grant.audience)
    // What happened before this moment belongs to those who subscribed before.
    sayRecords()
    let resumes =
      since.map { $0.instance == instance && history.covers(after: $0.seq, last: encoder.seq) }
    connection.say { writer in
      writer.reply(to: id) {
        $0.member("subscription", paced.id)
        $0.member("seq", encoder.seq)
        if let resumes { $0.member("resumed", resumes) }
        let unknown = unknownNames(in: filter)
        if !unknown.isEmpty { $0.member("unknown", unknown) }
      }
    }
    if resumes == true, let since {
      connection.say { replay(after: since.seq, to: paced, of: connection, in: $0) }
    } else if snapshot || since != nil {
      connection.say { tellSnapshot(for: paced, in: $0) }
    }
    connection.subscriptions.append(paced)
    updateWants()
  }

  /// Writes the present state, which is true after the latest record.
  func tellSnapshot(for paced: PacedSubscription, in writer: LineWriter) {
    encoder.snapshot(
      of: configuration.application, screens: configuration.tree.screens,
      devices: devices.map(\.device),
      idleSince: activity.flatMap { $0.isIdle ? Instant(microseconds: $0.last) : nil },
      subscription: paced.id, for: paced.subscription.audience, to: writer)
  }

  private func replay(
    after seq: UInt64, to paced: PacedSubscription, of connection: Connection,
    in writer: LineWriter
  ) {
    unsafe history.forEach(after: seq) { record, line in
      guard paced.subscription.wants(record, of: encoder, for: connection.name) else { return }
      unsafe writer.line(line, of: record, for: connection.name)
    }
  }

  // A view may come later, so an unknown name is no mistake; but most often it is one.
  private func unknownNames(in filter: Filter) -> [String] {
    let tree = configuration.tree
    return filter.views.filter { tree.shownView($0) == nil }
      + filter.recognizers.filter { tree.shownRecognizer($0) == nil }
  }

  func unsubscribe(
    _ connection: Connection, _ number: Int, _ id: RequestID?
  ) throws(ProtocolError) {
    guard let index = connection.subscriptions.firstIndex(where: { $0.id == number }) else {
      throw ProtocolError(
        .notFound, "unsubscribe.subscription: this connection has no subscription \(number)",
        path: "unsubscribe.subscription")
    }
    sayRecords()
    server.ended(connection.subscriptions.remove(at: index))
    connection.say { $0.reply(to: id) }
    updateWants()
    giveUpUnheardQuestions()
  }

  /// Lets the engine and the sources say what somebody listens to, and nothing else.
  func updateWants() {
    var types: RecordTypes = []
    encoder.includesDetail = false
    for connection in server.connections where connection.isOpen {
      for paced in connection.subscriptions {
        let filter = paced.subscription.filter
        types.formUnion(filter.types)
        // One line serves all who read it, so the detail that one asks for comes to all.
        if filter.detail { encoder.includesDetail = true }
      }
    }
    wantsRaw = types.contains(RecordTypes(.raw))
    configuration.application.outbox.wants = encoder.categories(for: types)
  }
}
