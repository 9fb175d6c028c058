// Tables as devices of the daemon: a device for each, with the touches of the tracker.

import Linux
import Protocol
import ResponderClient

/// Makes every configured table a device of the daemon.
final class TableSet {
  private let connection: PanelConnection
  private let loop: EventLoop
  private let log: Log
  private var tables: [Table] = []

  /// One table: its tracker's socket, and its device while the daemon is connected.
  private final class Table {
    let settings: TUIOSettings.Table
    var socket: TableSocket?
    var timer: Timer?
    var reader: TUIOReader
    var device: (name: String, width: Double, height: Double)?
    // The fingers that are down for the daemon.
    var down: Set<Int> = []

    init(_ settings: TUIOSettings.Table) {
      self.settings = settings
      reader = TUIOReader(timeout: Int64(settings.timeout * 1_000_000))
    }
  }

  // The daemon answers each request; for a faster tracker a warning is logged.
  private static let mostOpen = 500

  /// Nil if no table is configured.
  init?(_ settings: TUIOSettings, loop: EventLoop, log: Log) throws(SystemError) {
    guard !settings.tables.isEmpty else { return nil }
    self.loop = loop
    self.log = log
    connection = PanelConnection(path: settings.socket, loop: loop, log: log)
    for own in settings.tables {
      guard let address = own.address else { continue }
      let table = Table(own)
      table.socket = try TableSocket(at: address, loop: loop, log: log) {
        [unowned self, unowned table] in handle($0, from: $1, of: table)
      }
      table.timer = loop.timer { [unowned self, unowned table] in
        send(table.reader.expire(at: loop.clock.now()), of: table)
        schedule(table)
      }
      tables.append(table)
    }
    connection.handlers.ready = { [unowned self] _ in makeDevices() }
    connection.handlers.lost = { [unowned self] in
      for table in tables {
        table.device = nil
        table.down = []
        table.reader.forgetAll()
      }
    }
  }

  /// Starts to connect.
  func start() { connection.start() }

  private func makeDevices() {
    for table in tables {
      let name = table.settings.name
      let wanted: JSON = .object([
        .init("device", .string(name)), .init("isLasting", .bool(true)),
      ])
      connection.request("inject", wanted) { [unowned self, unowned table] answer in
        guard let result = answer["result"], let given = result["device"]?.string else {
          if answer["code"]?.string != "unavailable" {
            log.write(
              .error, .service,
              "the daemon refuses the table \"\(name)\": "
                + (answer["message"]?.string ?? answer.text))
          }
          return
        }
        guard let size = result["size"]?.elements, size.count == 2, let width = size[0].double,
          let height = size[1].double
        else {
          log.write(.error, .service, "the table \"\(name)\" has no screen")
          return
        }
        table.reader.forgetAll()
        table.device = (given, width, height)
        log.write(.info, .service, "the table \"\(name)\" is the device \"\(given)\"")
      }
    }
  }

  // MARK: Frames

  private func handle(_ packet: ContiguousArray<UInt8>, from sender: String, of table: Table) {
    guard let messages = OSCPacket.messages(in: packet) else {
      log.limited(
        .warning, .service, "packet",
        "\(table.settings.name): \(sender) sends data that is not Open Sound Control")
      return
    }
    for frame in table.reader.read(messages, from: sender, at: loop.clock.now()) {
      send(frame, of: table)
    }
    schedule(table)
  }

  private func schedule(_ table: Table) { table.timer?.deadline = table.reader.deadline }

  private func send(_ changes: [TUIOReader.Change], of table: Table) {
    guard !changes.isEmpty else { return }
    guard let device = table.device else {
      // Touches that began meanwhile begin again with their next frame.
      table.reader.forgetAll()
      return
    }
    guard connection.openRequests < TableSet.mostOpen else {
      log.limited(
        .warning, .service, "behind",
        "\(device.name): the daemon does not keep up; its touches are cancelled, and begin again")
      return beginAgain(table, device.name)
    }
    func words(_ place: TUIOReader.Place) -> String {
      let x = TableSet.number(place.x * device.width)
      let y = TableSet.number(place.y * device.height)
      let marker = place.marker.map { " marker=\($0)" } ?? ""
      return "\(x),\(y)\(marker)" + (place.angle.map { " roll=\(TableSet.number($0))" } ?? "")
    }
    let actions = changes.map { change in
      switch change {
      case .down(let finger, let place): "down \(finger) \(words(place))"
      case .move(let finger, let place): "move \(finger) \(words(place))"
      case .up(let finger): "up \(finger)"
      case .cancel(let finger): "cancel \(finger)"
      }
    }
    for change in changes {
      let (number, isDown) = change.finger
      if isDown { table.down.insert(number) } else { table.down.remove(number) }
    }
    let refused = { [unowned self, unowned table] (message: String) in
      log.limited(.error, .service, "refused", "\(device.name): \(message)")
      // What ended in this frame has not ended for the daemon.
      table.down.formUnion(changes.map(\.finger.number))
      beginAgain(table, device.name)
    }
    // After a restart, a cancelled touch may begin again in the same frame.
    let isCancelled = { (action: String) in action.hasPrefix("cancel") }
    inject(actions.filter(isCancelled), into: device.name, refused: refused)
    inject(actions.filter { !isCancelled($0) }, into: device.name, refused: refused)
  }

  // The daemon has not received all that happened: no finger may stay down there. Each is cancelled
  // alone, as those that did not begin are refused.
  private func beginAgain(_ table: Table, _ device: String) {
    table.reader.forgetAll()
    for finger in table.down.sorted() { inject(["cancel \(finger)"], into: device) }
    table.down = []
  }

  private func inject(
    _ actions: [String], into device: String, refused: @escaping (String) -> Void = { _ in }
  ) {
    guard !actions.isEmpty else { return }
    let request: JSON = .object([
      .init("device", .string(device)), .init("actions", .string(actions.joined(separator: "; "))),
    ])
    connection.request("inject", request) { answer in
      guard answer["type"]?.string == "error", answer["code"]?.string != "unavailable" else {
        return
      }
      refused(answer["message"]?.string ?? answer.text)
    }
  }

  // Thousandths, without an exponent.
  private static func number(_ value: Double) -> String {
    let thousandths = Int((abs(value) * 1000).rounded())
    let rest = thousandths % 1000
    return "\(value < 0 ? "-" : "")\(thousandths / 1000).\(rest / 100)\(rest / 10 % 10)\(rest % 10)"
  }
}
