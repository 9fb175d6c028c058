// The one message that describes a panel to Home Assistant: the device and its components, in the
// form of MQTT discovery.

package import Wire

/// Writes the discovery message of one panel.
package struct DeviceMessage {
  /// The topic of the message.
  package let topic: String
  private let settings: HomeAssistantSettings
  private let publish: PublishSettings
  private let topics: Topics
  private let panel: String
  /// The beginning of all names of this panel, unique among all panels of all prefixes.
  private let identifier: String
  private let canSet: Bool

  /// The origin of every message of this program.
  package static let origin = "responder-mqtt"

  /// The message of a panel of this name.
  package init(_ settings: BridgeSettings, _ own: HomeAssistantSettings, panel: String) {
    self.settings = own
    self.panel = panel
    publish = settings.publish
    topics = Topics(prefix: settings.prefix, panel: panel)
    canSet = settings.requests.allow.contains("set")
    let node = DeviceMessage.identifier(settings.prefix)
    let object = DeviceMessage.identifier(panel)
    topic = "\(own.prefix)/device/\(node)/\(object)/config"
    identifier = "\(node)_\(object)"
  }

  /// A name of only `A-Z`, `a-z`, `0-9`, `-` and `_`; different names have different results.
  package static func identifier(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "_0\(digits)" : "_\(digits)"
      }
    }
    return text
  }

  // MARK: The message

  /// The message about these components; removed ones are named with their platform, because Home
  /// Assistant keeps components that are omitted.
  package func payload(
    of components: [Component], without gone: [String: String] = [:]
  ) -> ContiguousArray<UInt8> {
    var members: [JSON.Member] = components.map { .init($0.key, .object($0.members)) }
    for (key, platform) in gone.sorted(by: { $0.key < $1.key }) {
      members.append(.init(key, .object([.init("platform", .string(platform))])))
    }
    var device: [JSON.Member] = [
      .init("identifiers", .array([.string(identifier)])),
      .init("name", .string(settings.name ?? panel)),
      .init("manufacturer", .string("responderd")),
      .init("model", .string("Touch panel")),
      .init("sw_version", .string(Bridge.version)),
    ]
    if let area = settings.area { device.append(.init("suggested_area", .string(area))) }
    let message: JSON = .object([
      .init("device", .object(device)),
      .init(
        "origin",
        .object([
          .init("name", .string(DeviceMessage.origin)),
          .init("sw_version", .string(Bridge.version)),
        ])),
      .init("components", .object(members)),
    ])
    return ContiguousArray(message.text.utf8)
  }

  /// The components that a message of this program describes, by key, with their platforms.
  package static func components(of payload: ContiguousArray<UInt8>) -> [String: String] {
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
  package struct Component: Hashable, Sendable {
    /// Its name within the device.
    package var key: String
    /// Its settings, the platform first.
    package var members: [JSON.Member]
  }

  /// The components of a panel with this tree.
  package func components(of tree: PanelTree, hasActivity: Bool) -> [Component] {
    tree.controls.compactMap { component(of: $0) } + tree.recognizers.compactMap { trigger(of: $0) }
      + (hasActivity ? [activity] : []) + diagnostics
  }

  private func component(
    _ platform: String, _ name: String, subject: String, topic: String,
    followsPanel: Bool = true, _ more: [(String, JSON)]
  ) -> Component {
    let key = "\(platform)_\(DeviceMessage.identifier(subject))"
    var members: [JSON.Member] = [
      .init("platform", .string(platform)), .init("name", .string(name)),
      .init("unique_id", .string("\(identifier)_\(key)")),
      .init("state_topic", .string(topic)),
    ]
    if followsPanel { members.append(.init("availability_topic", .string(topics.status))) }
    members += more.map { .init($0.0, $0.1) }
    return Component(key: key, members: members)
  }

  // MARK: Controls

  private func component(of control: PanelTree.Control) -> Component? {
    switch control.kind {
    case "button", "control": publishes(control) ? button(control) : nil
    case "switch": toggle(control)
    case "segmentedControl": selection(control)
    default: number(control)
    }
  }

  // Drag events are left out.
  private static let buttonEvents = [
    "touchDown", "touchDownRepeat", "touchUpInside", "touchUpOutside", "touchCancel",
    "primaryActionTriggered",
  ]

  private func button(_ control: PanelTree.Control) -> Component {
    let events: JSON = .array(DeviceMessage.buttonEvents.map(JSON.string))
    let template =
      "{% if value_json.event in \(events.text) %}"
      + "{\"event_type\": \"{{ value_json.event }}\"}{% endif %}"
    return component(
      "event", control.id, subject: control.id, topic: topics.topic(ofControl: control.id),
      [
        ("device_class", .string("button")), ("event_types", events),
        ("value_template", .string(template)),
      ])
  }

  private static let value = JSON.string("{{ value_json.value }}")

  private func valued(
    _ platform: String, _ control: PanelTree.Control, _ more: [(String, JSON)]
  ) -> Component {
    component(
      platform, control.id, subject: control.id, topic: topics.value(control.id),
      [("value_template", DeviceMessage.value)] + more)
  }

  private func toggle(_ control: PanelTree.Control) -> Component {
    guard canSet else {
      return valued(
        "binary_sensor", control,
        [("payload_on", .string("True")), ("payload_off", .string("False"))])
    }
    return valued(
      "switch", control,
      [
        ("command_topic", .string(topics.request)), ("state_on", .string("True")),
        ("state_off", .string("False")),
        ("payload_on", .string(request(control, "isOn", "true"))),
        ("payload_off", .string(request(control, "isOn", "false"))),
      ])
  }

  private func selection(_ control: PanelTree.Control) -> Component? {
    let count = control.node["numberOfSegments"]?.int ?? 2
    guard count > 0 else { return nil }
    let options: JSON = .array((0..<count).map { .string("\($0)") })
    guard canSet else {
      return valued("sensor", control, [("device_class", .string("enum")), ("options", options)])
    }
    return valued(
      "select", control,
      [
        ("command_topic", .string(topics.request)), ("options", options),
        ("command_template", .string(request(control, "selectedSegmentIndex", "{{ value }}"))),
      ])
  }

  private func number(_ control: PanelTree.Control) -> Component? {
    guard let member = PanelTree.valueMember(of: control.kind) else { return nil }
    let isPages = control.kind == "pageControl"
    let usual = control.kind == "slider" ? 1.0 : 100
    let minimum = control.node["minimumValue"]?.double ?? 0
    let maximum =
      isPages
      ? Double((control.node["numberOfPages"]?.int ?? 0) - 1)
      : control.node["maximumValue"]?.double ?? usual
    // Home Assistant has no number with only one possible value.
    guard canSet, minimum < maximum else { return valued("sensor", control, []) }
    let step =
      control.kind == "slider"
      ? DeviceMessage.step(maximum - minimum)
      : isPages ? 1 : max(0.001, control.node["stepValue"]?.double ?? 1)
    return valued(
      "number", control,
      [
        ("command_topic", .string(topics.request)),
        ("command_template", .string(request(control, member, "{{ value }}"))),
        ("min", .number(minimum)), ("max", .number(maximum)), ("step", .number(step)),
        ("mode", .string(control.kind == "slider" ? "slider" : "box")),
      ])
  }

  // A hundred to a thousand steps, each a power of ten that Home Assistant accepts.
  private static func step(_ range: Double) -> Double {
    var step = 0.001
    while step * 1_000 < range, step < 1_000_000 { step *= 10 }
    return step
  }

  /// A request as a template: nothing in the control's name may be evaluated as one.
  private func request(_ control: PanelTree.Control, _ member: String, _ value: String) -> String {
    var id = ""
    for scalar in JSON.string(control.id).text.unicodeScalars {
      switch scalar {
      case "{": id += "\\u007b"
      case "}": id += "\\u007d"
      default: id.unicodeScalars.append(scalar)
      }
    }
    return "{\"set\": {\"view\": \(id), \"\(member)\": \(value)} }"
  }

  // MARK: Gestures

  private func trigger(of recognizer: PanelTree.Recognizer) -> Component? {
    guard publishes(recognizer) else { return nil }
    return Component(
      key: "gesture_\(DeviceMessage.identifier(recognizer.id))",
      members: [
        .init("platform", .string("device_automation")),
        .init("automation_type", .string("trigger")),
        .init("topic", .string(topics.topic(ofGesture: recognizer.id))),
        .init("type", .string(recognizer.kind)),
        .init("subtype", .string(recognizer.id)),
        .init("payload", .string("ended")),
        .init("value_template", .string("{{ value_json.state }}")),
      ])
  }

  // MARK: The panel

  private var activity: Component {
    component(
      "binary_sensor", "Activity", subject: "panel activity", topic: topics.activity,
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
      component(
        "sensor", name, subject: "\(part) \(member)", topic: topics.health,
        [
          ("value_template", .string("{{ (value_json.\(part) or {}).get('\(member)') }}")),
          category,
        ] + more)
    }
    let counter = ("state_class", JSON.string("total_increasing"))
    return [
      component(
        "binary_sensor", "Connection", subject: "panel status", topic: topics.status,
        followsPanel: false,
        [
          ("device_class", .string("connectivity")), ("payload_on", .string("online")),
          ("payload_off", .string("offline")), category,
        ]),
      figure(
        "Uptime", "daemon", "uptime",
        [
          ("device_class", .string("duration")), ("unit_of_measurement", .string("s")),
        ]),
      figure("Touches", "daemon", "touches", [counter]),
      figure("Missed deadlines", "daemon", "missedDeadlines", [counter]),
      figure("Dropped events", "bridge", "droppedEvents", [counter]),
      figure("Connections to the broker", "bridge", "connections", [counter]),
    ]
  }

  // MARK: Published values

  private func publishes(_ control: PanelTree.Control) -> Bool {
    (publish.types.isEmpty || publish.types.contains("control")) && publishes(control.path)
  }

  private func publishes(_ recognizer: PanelTree.Recognizer) -> Bool {
    (publish.types.isEmpty || publish.types.contains("gesture"))
      && (publish.phases.isEmpty || publish.phases.contains("ended"))
      && (publish.recognizers.isEmpty || publish.recognizers.contains(recognizer.id))
      && publishes(recognizer.path)
  }

  private func publishes(_ path: [String]) -> Bool {
    publish.views.isEmpty || path.contains { publish.views.contains($0) }
  }
}
