// Reconnection after a loss: the name, what the program has put, and its subscriptions.

internal import Linux
internal import Protocol

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
        try resume()
        reconnections += 1
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

  private func resume() throws(ClientError) {
    if hello.instance != picture.instance {
      isNewRun = true
      forget()
    }
    if let name { _ = try answer(to: "identify", .object([.init("name", .string(name))])) }
    var connected = Connected(isNew: isNewRun)
    for batch in puts.batches(hello.limits) { try putAgain(batch, &connected) }
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
              .init("seq", JSON(pictures.map { ($0.key, .integer(Int($0.value.seq))) })),
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
    }
    isNewRun = false
    pending.append(.connected(connected))
  }

  // If one of several is refused, the others are put without it.
  private func putAgain(_ edits: [JSON], _ connected: inout Connected) throws(ClientError) {
    do throws(ClientError) {
      let result = try answer(to: "batch", .array(edits))
      connected.waits = (result["waits"]?.elements ?? []).compactMap(\.string)
    } catch {
      guard case .refused(_, let message) = error else { throw error }
      guard edits.count > 1 else {
        connected.refused[edits.first?.ids.sorted().first ?? ""] = message
        return
      }
      for edit in edits { try putAgain([edit], &connected) }
    }
  }
}
