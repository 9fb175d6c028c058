// The names under which this machine has published, kept in a file: a purge finds what was published
// before the configuration changed.

import Glibc
import Linux
import Protocol

/// Every prefix and panel name under which the bridge has published, at each broker.
struct PublishedNames: Hashable, Sendable {
  /// The retained topics of one panel at one broker.
  struct Name: Hashable, Sendable {
    /// The host and the port of the broker.
    var broker: String
    /// The prefix of the topics.
    var prefix: String
    /// The name of the panel.
    var panel: String
    /// The topic of the announcement to Home Assistant; nil if there was none.
    var announcement: String?

    /// The name of a panel at the configured broker; `isAnnounced` includes the announcement even
    /// where the configuration has none.
    init(_ settings: BridgeSettings, panel: String, isAnnounced: Bool = false) {
      broker = "\(settings.broker.host):\(settings.broker.effectivePort)"
      prefix = settings.prefix
      self.panel = panel
      let own = settings.homeAssistant ?? (isAnnounced ? HomeAssistantSettings() : nil)
      announcement = own.map { DeviceMessage(settings, $0, panel: panel).topic }
    }

    fileprivate init?(_ json: JSON) {
      guard let broker = json["broker"]?.string, let prefix = json["prefix"]?.string,
        let panel = json["panel"]?.string
      else { return nil }
      self.broker = broker
      self.prefix = prefix
      self.panel = panel
      announcement = json["announcement"]?.string
    }

    fileprivate var json: JSON {
      var members: [JSON.Member] = [
        .init("broker", .string(broker)), .init("prefix", .string(prefix)),
        .init("panel", .string(panel)),
      ]
      if let announcement { members.append(.init("announcement", .string(announcement))) }
      return .object(members)
    }
  }

  /// The names, the latest last.
  private(set) var names: [Name] = []

  // A machine whose host name changes at each start must not fill its disk.
  private static let most = 200
  private static let mostBytes = 1 << 20

  /// No names.
  init() {}

  /// The file of the service; `STATE_DIRECTORY` is set by its unit.
  static func path(_ environment: Environment) -> String {
    "\(environment["STATE_DIRECTORY"] ?? "/var/lib/responder-mqtt")/published.json"
  }

  /// Reads a file; one that does not exist has no names.
  init(path: String) throws(SystemError) {
    do throws(SystemError) {
      let bytes = try FileReader.read(path, limit: PublishedNames.mostBytes)
      let list = (try? JSON(parsing: Array(bytes)))?.elements ?? []
      names = list.compactMap(Name.init)
    } catch {
      guard error.number == ENOENT else { throw error }
    }
  }

  /// Writes a file, or removes it if there are no names.
  func write(to path: String) throws(SystemError) {
    guard !names.isEmpty else {
      unsafe _ = unlink(path)
      return
    }
    let text = JSON.array(names.map(\.json)).text + "\n"
    try FileWriter.replace(path, with: ContiguousArray(text.utf8))
  }

  /// Adds a name; returns whether it is new.
  mutating func add(_ name: Name) -> Bool {
    guard !names.contains(name) else { return false }
    names.append(name)
    names.removeFirst(max(0, names.count - PublishedNames.most))
    return true
  }

  /// Removes names.
  mutating func remove(_ gone: [Name]) { names.removeAll(where: gone.contains) }
}
