// The one message that describes a panel to Home Assistant: the device and its components, in the
// form of MQTT discovery.

import Linux
import Protocol

/// Writes the discovery message of one panel.
struct DeviceMessage {
  /// The topic of the message.
  let topic: String
  private let settings: HomeAssistantSettings
  private let publish: PublishSettings
  private let panel: String
  private let maker: ComponentMaker
  private let controls: ControlComponents

  /// The origin of every message of this program.
  static let origin = "responder-mqtt"

  /// The message of a panel of this name.
  init(_ settings: BridgeSettings, _ own: HomeAssistantSettings, panel: String) {
    self.settings = own
    self.panel = panel
    publish = settings.publish
    let node = DeviceMessage.identifier(settings.prefix)
    let object = DeviceMessage.identifier(panel)
    topic = "\(own.prefix)/device/\(node)/\(object)/config"
    maker = ComponentMaker(
      identifier: "\(node)_\(object)", topics: Topics(prefix: settings.prefix, panel: panel))
    controls = ControlComponents(
      maker: maker, canSet: settings.requests.allow.contains("set"))
  }

  /// A name of only `A-Z`, `a-z`, `0-9`, `-` and `_`; different names have different results.
  static func identifier(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "_" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
    return text
  }

  // MARK: The message

  /// The message about these components; removed ones are named with their platform, because Home
  /// Assistant keeps components that are omitted.
  func payload(
    of components: [Component], without gone: [String: String] = [:]
  ) -> ContiguousArray<UInt8> {
    var members: [JSON.Member] = components.map { .init($0.key, .object($0.members)) }
    for (key, platform) in gone.sorted(by: { $0.key < $1.key }) {
      members.append(.init(key, .object([.init("platform", .string(platform))])))
    }
    var device: [JSON.Member] = [
      .init("identifiers", .array([.string(maker.identifier)])),
      .init("name", .string(settings.name.map { "\($0) \(panel)" } ?? panel)),
      .init("manufacturer", .string("responderd")),
      .init("model", .string("Touch panel")),
      .init("sw_version", .string(ProgramVersion.current)),
    ]
    if let area = settings.area { device.append(.init("suggested_area", .string(area))) }
    let message: JSON = .object([
      .init("device", .object(device)),
      .init(
        "origin",
        .object([
          .init("name", .string(DeviceMessage.origin)),
          .init("sw_version", .string(ProgramVersion.current)),
        ])),
      .init("components", .object(members)),
    ])
    return ContiguousArray(message.text.utf8)
  }

  /// The components that a message of this program describes, by key, with their platforms.
  static func components(of payload: ContiguousArray<UInt8>) -> [String: String] {
    guard let message = try? JSON(parsing: Array(payload)),
      message["origin"]?["name"]?.string == origin
    else { return [:] }
    var found: [String: String] = [:]
    for member in message["components"]?.members ?? [] where member.value.members?.count ?? 0 > 1 {
      found[member.name] = member.value["platform"]?.string
    }
    return found
  }

  // MARK: The components

  /// One component: a platform of Home Assistant with its settings.
  struct Component: Hashable, Sendable {
    /// Its name within the device.
    var key: String
    /// Its settings, the platform first.
    var members: [JSON.Member]
  }

  /// The components of a panel with this tree.
  func components(of tree: PanelTree, hasActivity: Bool) -> [Component] {
    tree.controls.compactMap { controls.component(of: $0, isPublished: publishes($0)) }
      + tree.recognizers.compactMap { trigger(of: $0) } + (hasActivity ? [activity] : [])
      + diagnostics
  }

  // MARK: Gestures

  private func trigger(of recognizer: PanelTree.Recognizer) -> Component? {
    guard publishes(recognizer) else { return nil }
    return Component(
      key: "gesture_\(DeviceMessage.identifier(recognizer.id))",
      members: [
        .init("platform", .string("device_automation")),
        .init("automation_type", .string("trigger")),
        .init("topic", .string(maker.topics.topic(ofGesture: recognizer.id))),
        .init("type", .string(recognizer.kind)),
        .init("subtype", .string(recognizer.id)),
        .init("payload", .string(recognizer.actingState)),
        .init("value_template", .string("{{ value_json.state }}")),
      ])
  }

  // MARK: The panel

  private var activity: Component {
    maker.component(
      "binary_sensor", "Activity", subject: "panel activity", topic: maker.topics.activity,
      [
        ("device_class", .string("occupancy")),
        ("payload_on", .string("active")), ("payload_off", .string("idle")),
        ("value_template", .string("{{ value_json.state }}")),
      ])
  }

  // Keys of controls have other platforms or other names, so no id is used twice.
  private var diagnostics: [Component] {
    let category = ("entity_category", JSON.string("diagnostic"))
    func figure(
      _ name: String, _ part: String, _ member: String, _ more: [(String, JSON)]
    ) -> Component {
      maker.component(
        "sensor", name, subject: "\(part) \(member)", topic: maker.topics.health,
        [
          ("value_template", .string("{{ (value_json.\(part) or {}).get('\(member)') }}")),
          category,
        ] + more)
    }
    let counter = ("state_class", JSON.string("total_increasing"))
    return [
      maker.component(
        "binary_sensor", "Connection", subject: "panel status", topic: maker.topics.status,
        followsPanel: false,
        [
          ("device_class", .string("connectivity")), ("payload_on", .string("online")),
          ("payload_off", .string("offline")), category,
        ]),
      maker.component(
        "binary_sensor", "Problem", subject: "panel problem", topic: maker.topics.health,
        followsPanel: false,
        [
          ("device_class", .string("problem")),
          ("value_template", .string("{{ 'ON' if value_json.problems else 'OFF' }}")),
          ("json_attributes_topic", .string(maker.topics.health)),
          (
            "json_attributes_template",
            .string("{{ {'problems': value_json.problems} | tojson }}")
          ), category,
        ]),
      figure(
        "Uptime", "daemon", "uptime",
        [
          ("device_class", .string("duration")), ("unit_of_measurement", .string("s")),
        ]),
      figure("Touches", "daemon", "touches", [counter]),
      figure("Missed deadlines", "daemon", "missedDeadlines", [counter]),
      figure("Dropped events", "bridge", "droppedEvents", [counter]),
      figure("Expired messages", "bridge", "expired", [counter]),
      figure("Connections to the broker", "bridge", "connections", [counter]),
    ]
  }

  // MARK: Published values

  private func publishes(_ control: PanelTree.Control) -> Bool {
    (publish.types.isEmpty || publish.types.contains("control")) && publishes(control.path)
  }

  private func publishes(_ recognizer: PanelTree.Recognizer) -> Bool {
    (publish.types.isEmpty || publish.types.contains("gesture"))
      && (publish.phases.isEmpty || publish.phases.contains(recognizer.actingState))
      && (publish.recognizers.isEmpty || publish.recognizers.contains(recognizer.id))
      && publishes(recognizer.path)
  }

  private func publishes(_ path: [String]) -> Bool {
    publish.views.isEmpty || path.contains { publish.views.contains($0) }
  }
}

extension PanelTree.Recognizer {
  /// The state in which a hand expects that something happens.
  fileprivate var actingState: String { kind == "longPress" ? "began" : "ended" }
}
