// Controls as components of Home Assistant: buttons, switches, choices and numbers.

import Protocol

/// Describes the controls of one panel.
struct ControlComponents {
  typealias Component = DeviceMessage.Component

  let maker: ComponentMaker
  /// Whether Home Assistant may set the values of controls.
  let canSet: Bool

  /// The component of a control; nil for none.
  func component(of control: PanelTree.Control, isPublished: Bool) -> Component? {
    guard let key = control.facts.value else { return isPublished ? button(control) : nil }
    if case .bool = control.facts.usual[key] { return toggle(control, key) }
    // Where each choice has a part that is touched, people choose from a list.
    if let choices = control.facts.parts.string { return selection(control, key, of: choices) }
    return number(control, key)
  }

  // Drag events are left out.
  private static let buttonEvents = [
    "touchDown", "touchDownRepeat", "touchUpInside", "touchUpOutside", "touchCancel",
    "primaryActionTriggered",
  ]

  private func button(_ control: PanelTree.Control) -> Component {
    let events: JSON = .array(Self.buttonEvents.map(JSON.string))
    let template =
      "{% if value_json.event in \(events.text) %}"
      + "{\"event_type\": \"{{ value_json.event }}\"}{% endif %}"
    return maker.component(
      "event", control.id, subject: control.id, topic: maker.topics.topic(ofControl: control.id),
      [
        ("device_class", .string("button")), ("event_types", events),
        ("value_template", .string(template)),
      ])
  }

  private static let value = JSON.string("{{ value_json.value }}")

  private func valued(
    _ platform: String, _ control: PanelTree.Control, _ more: [(String, JSON)]
  ) -> Component {
    maker.component(
      platform, control.id, subject: control.id, topic: maker.topics.value(control.id),
      [("value_template", Self.value)] + more)
  }

  private func toggle(_ control: PanelTree.Control, _ key: String) -> Component {
    guard canSet else {
      return valued(
        "binary_sensor", control,
        [("payload_on", .string("True")), ("payload_off", .string("False"))])
    }
    return valued(
      "switch", control,
      [
        ("command_topic", .string(maker.topics.request)), ("state_on", .string("True")),
        ("state_off", .string("False")),
        ("payload_on", .string(request(control, key, "true"))),
        ("payload_off", .string(request(control, key, "false"))),
      ])
  }

  private func selection(
    _ control: PanelTree.Control, _ key: String, of choices: String
  ) -> Component? {
    let count = control.facts.member(choices, of: control.own)?.int ?? 0
    guard count > 0 else { return nil }
    let options: JSON = .array((0..<count).map { .string("\($0)") })
    guard canSet else {
      return valued("sensor", control, [("device_class", .string("enum")), ("options", options)])
    }
    return valued(
      "select", control,
      [
        ("command_topic", .string(maker.topics.request)), ("options", options),
        ("command_template", .string(request(control, key, "{{ value }}"))),
      ])
  }

  private func number(_ control: PanelTree.Control, _ key: String) -> Component? {
    func number(_ key: String) -> Double? {
      control.facts.member(key, of: control.own)?.double
    }
    let choices = control.facts.choices.map { Int(number($0) ?? 0) }
    let minimum = number("minimumValue") ?? 0
    let maximum = choices.map { Double($0 - 1) } ?? number("maximumValue") ?? 1
    // Home Assistant has no number with only one possible value.
    guard canSet, minimum < maximum else { return valued("sensor", control, []) }
    let isStepped = choices != nil || control.facts.usual["stepValue"] != nil
    let step = number("stepValue") ?? (isStepped ? 1 : Self.step(maximum - minimum))
    return valued(
      "number", control,
      [
        ("command_topic", .string(maker.topics.request)),
        ("command_template", .string(request(control, key, "{{ value }}"))),
        ("min", .number(minimum)), ("max", .number(maximum)), ("step", .number(max(0.001, step))),
        ("mode", .string(isStepped ? "box" : "slider")),
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
}
