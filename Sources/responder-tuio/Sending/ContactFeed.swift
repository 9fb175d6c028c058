// The contacts of the panel, as the daemon reports them: of its devices, or of selected views.

import Linux
import Protocol
import ResponderClient

/// Follows the contacts, and reports the position of each on the screen.
final class ContactFeed {
  /// The owner's closures for contacts.
  struct Handlers {
    /// A contact is at a position in fractions of the screen, at the daemon's time.
    var update:
      (_ key: String, _ x: Double, _ y: Double, _ pressure: Double?, _ time: Int64) -> Void
    /// A contact was lifted.
    var lift: (_ key: String) -> Void
    /// The connection is lost: all contacts are lifted.
    var liftAll: () -> Void
    /// The screen has this size in points.
    var size: (_ width: Double, _ height: Double) -> Void
  }

  private let settings: TUIOSettings.Contacts
  private let connection: PanelConnection
  private let log: Log
  private let handlers: Handlers
  private var picture = Picture()
  private var screen: (id: String, width: Double, height: Double)?

  init(
    _ settings: TUIOSettings.Contacts, path: String, loop: EventLoop, log: Log, _ handlers: Handlers
  ) {
    self.settings = settings
    self.log = log
    self.handlers = handlers
    connection = PanelConnection(path: path, loop: loop, log: log)
    connection.handlers.ready = { [unowned self] _ in subscribe() }
    connection.handlers.line = { [unowned self] line, _ in handle(line) }
    connection.handlers.lost = { handlers.liftAll() }
  }

  /// Starts to connect.
  func start() { connection.start() }

  private func subscribe() {
    let types = settings.views.isEmpty ? ["raw", "edit"] : ["touches", "edit"]
    var members: [JSON.Member] = [
      .init("types", .array(types.map(JSON.string))), .init("snapshot", .bool(true)),
    ]
    if !settings.views.isEmpty {
      members.append(.init("views", .array(settings.views.map(JSON.string))))
    }
    connection.request("subscribe", .object(members)) { [unowned self] answer in
      guard answer["type"]?.string == "error", answer["code"]?.string != "unavailable" else {
        return
      }
      log.write(
        .error, .service,
        "the daemon refuses the subscription: \(answer["message"]?.string ?? answer.text)")
    }
  }

  private func handle(_ line: JSON) {
    switch line["type"]?.string {
    case "snapshot":
      picture = Picture()
      picture.replace(by: line)
      handlers.liftAll()
      chooseScreen()
    case "error":
      log.write(
        .error, .service,
        "the daemon ended the subscription: \(line["message"]?.string ?? line.text)")
      handlers.liftAll()
    case nil: break
    default:
      guard picture.apply(ResponderClient.Record(Value(line), line: "")) else { return }
      let time = Int64(((line["t"]?.double ?? 0) * 1_000_000).rounded())
      switch line["type"]?.string {
      case "raw": applyRaw(line, time)
      case "touches": applyTouches(line, time)
      default: break
      }
    }
  }

  private func chooseScreen() {
    let screens = picture.screens.list ?? []
    let chosen = screens.first { settings.screen == nil || $0["id"]?.text == settings.screen }
    guard let chosen, let id = chosen["id"]?.text, let width = chosen["width"]?.number,
      let height = chosen["height"]?.number, width > 0, height > 0
    else {
      screen = nil
      log.write(
        .error, .service,
        "the panel has no screen \(settings.screen.map { "\"\($0)\"" } ?? "with a size"); nothing "
          + "is sent")
      return
    }
    screen = (id, width, height)
    handlers.size(width, height)
  }

  // MARK: Contacts of devices

  private func applyRaw(_ line: JSON, _ time: Int64) {
    guard let screen, line["screen"]?.string == screen.id, let device = line["device"]?.string
    else { return }
    for contact in line["contacts"]?.elements ?? [] {
      guard let id = contact["id"]?.int else { continue }
      let key = "\(id) \(device)"
      switch contact["change"]?.string {
      case "up", "cancel": handlers.lift(key)
      default:
        // A hovering contact does not touch.
        guard contact["distance"]?.double ?? 0 <= 0, let x = contact["x"]?.double,
          let y = contact["y"]?.double
        else {
          handlers.lift(key)
          continue
        }
        handlers.update(
          key, x / screen.width, y / screen.height, contact["force"]?.double, time)
      }
    }
  }

  // MARK: Touches of views

  private func applyTouches(_ line: JSON, _ time: Int64) {
    let phase = line["phase"]?.string
    let window = line["window"]?.string
    for touch in line["touches"]?.elements ?? [] {
      guard let id = touch["id"]?.int else { continue }
      switch phase {
      case "began", "moved":
        guard let screen, let place = position(of: touch, in: window), place.screen == screen.id
        else { continue }
        handlers.update(
          "\(id)", place.x / screen.width, place.y / screen.height, touch["force"]?.double, time)
      default: handlers.lift("\(id)")
      }
    }
  }

  // The position of a touch on its screen; where the window lies is its frame, or beside it.
  private func position(
    of touch: JSON, in window: String?
  ) -> (screen: String, x: Double, y: Double)? {
    guard let x = touch["windowX"]?.double, let y = touch["windowY"]?.double, let window,
      let node = picture.view(window), let frame = (node["at"] ?? node["frame"])?.list,
      frame.count == 4,
      let left = frame[0].number, let top = frame[1].number
    else { return nil }
    return (node["screen"]?.text ?? screen?.id ?? "", left + x, top + y)
  }
}
