// A program's connection to the daemon: requests, records, and reconnection.
//
//     let client = try Client()
//     try client.subscribe(Subscription(types: ["gesture"], views: ["red"]))
//     for record in client.records { print(record) }
//
// One thread at a time may use a client. It has no thread of its own: `next(within: 0)` returns
// what has arrived, and an event loop watches `descriptor`.

internal import Linux
internal import Protocol

/// A connection to the daemon that reconnects by itself and keeps a picture of the panel.
public final class Client {
  /// The path of the daemon's socket.
  public let path: String
  /// The hello line of the current connection.
  public internal(set) var hello: Hello
  /// The current state of the public windows.
  public var picture: Picture { pictures[""] ?? Picture() }
  /// The current state by the private window; that of the public windows has an empty name.
  public internal(set) var pictures: [String: Picture] = [:]
  /// Whether a lost connection is made again.
  public var reconnects = true
  /// The number of reconnections.
  public internal(set) var reconnections = 0
  /// The names in the latest subscription that the daemon does not know: misspelt, or not added
  /// yet.
  public private(set) var unknownNames: [String] = []
  /// Why `records` ended.
  public private(set) var error: ClientError?

  /// Called when the daemon is connected again and has what this program has put, after the program
  /// has read the ends of what the lost connection could not end.
  public var onConnect: ((Connected) -> Void)?

  var connection: DaemonConnection?
  var subscriptions: [(id: Int, subscription: Subscription)] = []
  var pending: [Pending] = []
  var name: String?
  var puts = Puts()
  var handlers: [Handler] = []
  /// Whether the connection that is being made is to another run of the daemon.
  var isNewRun = false
  private var taken = 0
  private var lastID = 0

  /// What the program reads next: a record, or the report of a connection.
  enum Pending {
    case record(Record)
    case connected(Connected)
  }

  /// Connects to a path, or else to $RESPONDERD_SOCKET, or else to /run/responderd/socket. Throws
  /// if no daemon runs there within so many seconds; waits at most five more for the hello line.
  public init(path: String? = nil, within seconds: Double = 0) throws(ClientError) {
    let path =
      path ?? Environment.process["RESPONDERD_SOCKET"] ?? "/run/responderd/socket"
    self.path = path
    let made = try Self.connection(to: path, until: DaemonConnection.now() + seconds)
    hello = try Self.greeting(of: made)
    connection = made
    forget()
  }

  /// Owns a socket that is connected to the daemon by another program, and does not connect again;
  /// the closure says why that program has closed it. Waits for the hello line without end.
  package init(
    owning descriptor: Int32, reasonOfEnd: @escaping () -> ClientError
  ) throws(ClientError) {
    path = ""
    reconnects = false
    let made = DaemonConnection(owning: descriptor, reasonOfEnd: reasonOfEnd)
    hello = try Self.greeting(of: made, within: nil)
    connection = made
    forget()
  }

  private static func connection(
    to path: String, until end: Double
  ) throws(ClientError) -> DaemonConnection {
    while true {
      do throws(ClientError) {
        return try DaemonConnection(path: path)
      } catch {
        let rest = end - DaemonConnection.now()
        if rest <= 0 { throw error }
        DaemonConnection.pause(min(0.05, rest))
      }
    }
  }

  /// The descriptor of the socket, for an event loop; -1 while the connection is lost.
  public var descriptor: Int32 { connection?.descriptor ?? -1 }

  static func greeting(
    of connection: DaemonConnection, within seconds: Double? = 5
  ) throws(ClientError) -> Hello {
    guard let line = try connection.receive(within: seconds) else { throw .timedOut }
    return try Hello(line.json)
  }

  // MARK: Requests

  /// Makes a request and waits for its answer; records that arrive meanwhile are kept.
  @discardableResult
  public func request(
    _ request: String, _ arguments: Value = [:], within seconds: Double = 10
  ) throws(ClientError) -> Value {
    let result = try answer(to: request, arguments.json, within: seconds)
    puts.apply(request, arguments.json)
    return Value(result)
  }

  /// The answer to a request of the client itself, which does not change what the program has put.
  func answer(
    to request: String, _ arguments: JSON, within seconds: Double = 10
  ) throws(ClientError) -> JSON {
    guard let connection else { throw .closed(reason: nil) }
    lastID += 1
    let id = lastID
    try connection.send(.object([.init("id", .integer(id)), .init(request, arguments)]))
    let end = DaemonConnection.now() + seconds
    while true {
      guard let line = try receive(within: max(0, end - DaemonConnection.now())) else {
        throw .timedOut
      }
      let json = line.json
      switch json["type"]?.string {
      case "reply" where json["id"]?.int == id: return json["result"] ?? .object([])
      case "error" where json["id"]?.int == id || isAnswer(json, on: connection):
        throw .refused(
          code: json["code"]?.string ?? "internal", message: json["message"]?.string ?? "")
      default: try keep(line)
      }
    }
  }

  // An error without an id answers the line that was sent last, unless it has another line number.
  private func isAnswer(_ error: JSON, on connection: DaemonConnection) -> Bool {
    error["id"] == nil && error["subscription"] == nil
      && error["line"]?.int ?? connection.sentLines == connection.sentLines
  }

  /// Subscribes to records; returns the subscription's number. When it returns, the picture is
  /// current, and `unknownNames` lists the names in the filter that the daemon does not know.
  @discardableResult
  public func subscribe(_ subscription: Subscription = Subscription()) throws(ClientError) -> Int {
    var members = subscription.request
    if let seconds = subscription.since {
      members.append(.init("since", .object([.init("seconds", .number(seconds))])))
    }
    let result = try request("subscribe", Value(.object(members)))
    guard let id = result["subscription"]?.whole else {
      throw .notUnderstood("the daemon's answer to subscribe has no number")
    }
    unknownNames = (result["unknown"]?.list ?? []).compactMap(\.text)
    subscriptions.append((id, subscription))
    if subscription.snapshot, subscription.since == nil { try awaitSnapshot(within: 10) }
    return id
  }

  // The snapshot follows the answer; a connection lost meanwhile is made again by `next`.
  private func awaitSnapshot(within seconds: Double) throws(ClientError) {
    let end = DaemonConnection.now() + seconds
    do throws(ClientError) {
      while true {
        guard let line = try receive(within: max(0, end - DaemonConnection.now())) else {
          throw .timedOut
        }
        try keep(line)
        if line.json["type"]?.string == "snapshot" { return }
      }
    } catch {
      guard case .closed = error else { throw error }
    }
  }

  /// The next line; marks the connection as lost when it ends.
  private func receive(within seconds: Double?) throws(ClientError) -> DaemonConnection.Line? {
    guard let connection else { throw .closed(reason: nil) }
    do throws(ClientError) {
      return try connection.receive(within: seconds)
    } catch {
      self.connection = nil
      throw error
    }
  }

  /// Ends a subscription.
  public func unsubscribe(_ id: Int) throws(ClientError) {
    try request("unsubscribe", ["subscription": Value(id)])
    subscriptions.removeAll { $0.id == id }
  }

  /// Sets the name by which views may name this program as their actor.
  public func identify(as name: String) throws(ClientError) {
    try request("identify", ["name": Value(name)])
    self.name = name
  }

  // MARK: Records

  /// The next record. Nil when none came within so many seconds, or when the daemon has ended the
  /// connection and `reconnects` is false; nil seconds wait without end.
  public func next(within seconds: Double? = nil) throws(ClientError) -> Record? {
    let end = seconds.map { DaemonConnection.now() + $0 }
    while true {
      if let record = nextPending() { return record }
      do throws(ClientError) {
        let rest = end.map { max(0, $0 - DaemonConnection.now()) }
        guard let line = try receive(within: rest) else { return nil }
        try keep(line)
      } catch {
        guard case .closed = error else { throw error }
        connection = nil
        guard reconnects else {
          forget()
          if let record = nextPending() { return record }
          throw error
        }
        guard try reconnect(until: end) else { return nil }
      }
    }
  }

  private func nextPending() -> Record? {
    while taken < pending.count {
      let next = pending[taken]
      taken += 1
      if taken == pending.count {
        pending.removeAll(keepingCapacity: true)
        taken = 0
      }
      switch next {
      case .record(let record): return record
      case .connected(let connected): onConnect?(connected)
      }
    }
    return nil
  }

  /// Handles a line: the picture first, so that it is current when the program reads the record.
  private func keep(_ line: DaemonConnection.Line) throws(ClientError) {
    let json = line.json
    let stream = json["stream"]?.string ?? ""
    switch json["type"]?.string {
    case "snapshot":
      let lists = ["windows", "touches", "recognizers"].compactMap { json[$0]?.elements }
      guard lists.count == 3, json["seq"]?.int != nil else {
        connection = nil
        throw .closed(reason: "the daemon sent a snapshot that is not of its protocol")
      }
      let known = pictures[stream] ?? Picture(of: hello.instance)
      var fresh = known
      fresh.replace(by: json)
      pending += known.cancellations(keeping: fresh).map { .record($0) }
      pictures[stream] = fresh
    case "closing":
      connection = nil
      throw .closed(reason: json["reason"]?.string)
    case "error":
      // A right that a subscription needs was removed, and the subscription with it.
      guard let id = json["subscription"]?.int else { return }
      subscriptions.removeAll { $0.id == id }
      if subscriptions.isEmpty { forget() }
      throw .refused(
        code: json["code"]?.string ?? "internal", message: json["message"]?.string ?? "")
    case "removed":
      // What waits is still wanted; the rest was removed by another program or a finger.
      if json["waits"]?.bool != true {
        puts.take(
          Set(["views", "recognizers"].flatMap { json[$0]?.elements ?? [] }.compactMap(\.string)))
      }
      pending.append(.record(Record(Value(json), line: line.text)))
    case "lost":
      // A snapshot follows.
      pending.append(.record(Record(Value(json), line: line.text)))
    case "hello", "reply", nil: break
    default:
      let record = Record(Value(json), line: line.text)
      guard pictures[stream, default: Picture(of: hello.instance)].apply(record) else { return }
      // A window that is gone has no state.
      if stream.isEmpty, json["edit"]?.string == "removed", let view = json["view"]?.string,
        let gone = pictures.removeValue(forKey: view)
      {
        pending += gone.cancellations(keeping: nil).map { .record($0) }
      }
      pending.append(.record(record))
    }
  }

  /// Nothing is known any more: what was alive gets its end.
  func forget() {
    for (_, picture) in pictures.sorted(by: { $0.key < $1.key }) {
      pending += picture.cancellations(keeping: nil).map { .record($0) }
    }
    pictures = ["": Picture(of: hello.instance)]
  }

  /// Closes the connection as a restart of the daemon would, for tests.
  package func loseConnection() { connection = nil }
}

// MARK: - Iterating

extension Client {
  /// The records one after the other; the sequence ends when the client cannot continue.
  public var records: Records { Records(client: self) }

  /// A sequence of records; `client.error` is the reason of its end.
  public struct Records: Sequence, IteratorProtocol {
    let client: Client

    /// The next record; nil at the end.
    public mutating func next() -> Record? { client.nextOrEnd() }
  }

  private func nextOrEnd() -> Record? {
    do throws(ClientError) {
      return try next(within: nil)
    } catch {
      self.error = error
      return nil
    }
  }
}
