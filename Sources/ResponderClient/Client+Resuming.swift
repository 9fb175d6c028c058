// Reconnection after a loss, with the program's additions to the tree.

internal import LinuxKit
internal import Wire

extension Client {
  /// Connects and subscribes again; false when the time is up before.
  func reconnect(until end: Double?) throws(ClientError) -> Bool {
    var pause = 0.05
    while true {
      do throws(ClientError) {
        let made = try DaemonConnection(path: path)
        let greeting = try Self.greeting(of: made)
        connection = made
        hello = greeting
        let connected = try resume()
        reconnections += 1
        onConnect?(connected)
        return true
      } catch {
        connection = nil
        if case .notUnderstood = error { throw error }
        // Some refusals are temporary: a name may still belong to the lost connection.
        if case .refused(let code, _) = error, !["limit", "unavailable", "refused"].contains(code) {
          throw error
        }
        let rest = end.map { $0 - DaemonConnection.now() }
        if let rest, rest <= 0 { return false }
        DaemonConnection.pause(min(pause, rest ?? pause))
        pause = min(pause * 2, 5)
      }
    }
  }

  private func resume() throws(ClientError) -> Connected {
    if hello.instance != picture.instance {
      isNewRun = true
      pending += picture.cancellations(keeping: nil)
      picture = Picture()
      picture.instance = hello.instance
    }
    lacksViews = false
    wanted.beginConnection()
    if let name { _ = try answer(to: "identify", .object([.init("name", .string(name))])) }
    let connected = try addMissing(isNew: isNewRun)
    for index in subscriptions.indices {
      var members = subscriptions[index].subscription.request
      // With several subscriptions the history of one could hide records of another, so only one
      // resumes.
      if !isNewRun, subscriptions.count == 1 {
        members.append(
          .init(
            "since",
            .object([
              .init("instance", .string(picture.instance)),
              .init("seq", .integer(Int64(picture.seq))),
            ])))
      } else {
        members.removeAll { $0.name == "snapshot" }
        members.append(.init("snapshot", .bool(true)))
      }
      let result = try answer(to: "subscribe", .object(members))
      guard let id = result["subscription"]?.int else {
        throw .notUnderstood("the daemon's answer to subscribe has no number")
      }
      subscriptions[index].id = id
      if result["resumed"]?.bool != true { wanted.beginNumbers() }
    }
    isNewRun = false
    return connected
  }

  // MARK: The program's additions

  /// Checks whether an edit record is about an addition.
  func watch(_ record: JSON) {
    guard record["type"]?.string == "edit", let view = record["view"]?.string,
      record.seq > picture.seq
    else { return }
    switch record["edit"]?.string {
    case "remove":
      let names = picture.view(view)?.json.names ?? [view]
      if wanted.didRemove(view, with: names, seq: record.seq) { lacksViews = true }
    case "add":
      if wanted.didAdd(record["node"]?.names ?? [], seq: record.seq) { lacksViews = true }
    default: break
    }
  }

  /// Adds what is missing, and calls `onConnect` if something was.
  func restore() throws(ClientError) {
    let isNew = hasNewTree
    lacksViews = false
    hasNewTree = false
    let refusedBefore = refused
    let connected = try addMissing(isNew: isNew)
    if !connected.added.isEmpty || isNew && !refused.isEmpty || !refused.isSubset(of: refusedBefore)
    {
      onConnect?(connected)
    }
  }

  private func addMissing(isNew: Bool) throws(ClientError) -> Connected {
    var connected = Connected(isNew: isNew)
    nextTry = nil
    guard !wanted.additions.isEmpty else { return connected }
    var names = try answer(to: "tree", .object([]))["windows"]?.names ?? []
    for addition in wanted.missing(among: names) {
      do throws(ClientError) {
        wanted.wasAdded(addition.name, seq: try make(addition.edits(among: names)).seq)
        connected.added.append(addition.name)
        names.formUnion(addition.names())
      } catch {
        guard case .refused(_, let message) = error else { throw error }
        connected.refused[addition.name] = message
      }
    }
    // Another program may have to add the superview first.
    refused = Set(connected.refused.keys)
    pause = connected.added.isEmpty ? min(max(pause * 2, 0.1), 5) : 0.1
    nextTry = refused.isEmpty ? nil : DaemonConnection.now() + pause
    return connected
  }

  private func make(_ edits: [JSON.Member]) throws(ClientError) -> JSON {
    if edits.count == 1 { return try answer(to: edits[0].name, edits[0].value) }
    return try answer(to: "batch", .array(edits.map { .object([$0]) }))
  }
}

extension JSON {
  /// The number of a record, or of the latest record that an answer includes.
  var seq: UInt64 { self["seq"]?.int.flatMap { UInt64(exactly: $0) } ?? 0 }
}
