// Closures that are called for some of the records.

/// A closure, and the members that a record needs for it: each has one of these values, if there are any.
struct Handler {
  let type: String
  let values: [(member: String, allowed: [String])]
  let body: (Record) throws -> Void

  func wants(_ record: Record) -> Bool {
    record.type == type
      && values.allSatisfy { member, allowed in
        allowed.isEmpty || record[member]?.text.map(allowed.contains) == true
      }
  }
}

extension Client {
  /// `run` calls the closure with the records of controls.
  public func on(
    control ids: String..., event: String = "primaryActionTriggered",
    call body: @escaping (Record) throws -> Void
  ) {
    add("control", [("control", ids), ("event", [event])], body)
  }

  /// `run` calls the closure with the records of recognizers, in these states or in all.
  public func on(
    gesture ids: String..., states: [String] = [], call body: @escaping (Record) throws -> Void
  ) {
    add("gesture", [("recognizer", ids), ("state", states)], body)
  }

  /// `run` calls the closure with the touches that responders handle, in these phases or in all.
  public func on(
    touches responders: String..., phases: [String] = [],
    call body: @escaping (Record) throws -> Void
  ) {
    add("touches", [("responder", responders), ("phase", phases)], body)
  }

  /// `run` calls the closure with the records of scroll views, in these phases or in all.
  public func on(
    scroll views: String..., phases: [String] = [], call body: @escaping (Record) throws -> Void
  ) {
    add("scroll", [("view", views), ("phase", phases)], body)
  }

  /// `run` calls the closure when the panel becomes `idle` or `active`.
  public func on(activity states: String..., call body: @escaping (Record) throws -> Void) {
    add("activity", [("state", states)], body)
  }

  private func add(
    _ type: String, _ values: [(member: String, allowed: [String])],
    _ body: @escaping (Record) throws -> Void
  ) {
    handlers.append(Handler(type: type, values: values, body: body))
  }

  /// Calls the closures of `on` in their order until the client cannot continue, and throws why. An
  /// error of one of them is passed to `onError`, and the others are called. Subscribes to the types
  /// of records that they need, unless the program has subscribed.
  public func run(onError: (any Error, Record) -> Void) throws(ClientError) {
    if subscriptions.isEmpty {
      try subscribe(Subscription(types: Set(handlers.map(\.type)).sorted()))
    }
    while let record = try next() {
      for handler in handlers where handler.wants(record) {
        do { try handler.body(record) } catch { onError(error, record) }
      }
    }
  }
}
