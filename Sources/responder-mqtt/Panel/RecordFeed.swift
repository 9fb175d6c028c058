// The records to publish: one subscription that is resumed after a loss. Touches and gestures that
// a restart of the daemon cuts off are reported as ended.

import Linux
import Protocol
import ResponderClient

/// Follows the records that the configuration selects.
final class RecordFeed {
  /// Called with a record: its value, its line, and the instance of the daemon that numbers it.
  typealias Handler = (_ record: JSON, _ line: ContiguousArray<UInt8>, _ instance: String) -> Void

  /// Called when the daemon has answered the subscription: from now on no record is missed.
  var ready: () -> Void = {}
  /// Whether the daemon has answered the subscription.
  private(set) var isReady = false

  private let settings: PublishSettings
  private let connection: PanelConnection
  private let log: Log
  private let handler: Handler
  private var picture = Picture()

  init(
    _ settings: PublishSettings, path: String, loop: EventLoop, log: Log,
    handler: @escaping Handler
  ) {
    self.settings = settings
    self.log = log
    self.handler = handler
    connection = PanelConnection(path: path, loop: loop, log: log)
    connection.handlers.ready = { [unowned self] in subscribe(to: $0) }
    connection.handlers.line = { [unowned self] in handle($0, $1) }
    connection.handlers.lost = { [unowned self] in isReady = false }
  }

  /// Starts to connect.
  func start() { connection.start() }

  private func subscribe(to instance: String) {
    var members = settings.request
    if instance == picture.instance {
      let since: JSON = .object([
        .init("instance", .string(instance)), .init("seq", .integer(Int(picture.seq))),
      ])
      members.append(.init("since", since))
    } else {
      end(picture.cancellations(keeping: nil))
      picture = Picture()
      picture.instance = instance
    }
    connection.request("subscribe", .object(members)) { [unowned self] answer in
      guard answer["code"]?.string != "unavailable" else { return }
      isReady = true
      ready()
      guard answer["type"]?.string == "error" else { return }
      log.write(
        .error, .service,
        "the daemon refuses the subscription: \(answer["message"]?.string ?? answer.text); "
          + "no records are published")
    }
  }

  private func handle(_ line: JSON, _ bytes: ContiguousArray<UInt8>) {
    switch line["type"]?.string {
    case "snapshot":
      var fresh = picture
      fresh.replace(by: line)
      end(picture.cancellations(keeping: fresh))
      picture = fresh
    case "error":
      log.write(
        .error, .service,
        "the daemon ended the subscription: \(line["message"]?.string ?? line.text)")
      end(picture.cancellations(keeping: nil))
      picture = Picture()
    case nil: break
    default:
      if picture.apply(ResponderClient.Record(Value(line), line: "")) {
        handler(line, bytes, picture.instance)
      }
    }
  }

  private func end(_ records: [ResponderClient.Record]) {
    for record in records {
      handler(record.value.json, ContiguousArray(record.line.utf8), picture.instance)
    }
  }
}
