// All tables by name: for hints at keys in the wrong place, and for the reference.

package import ConfigurationText
import Protocol
import ResponderKit

/// The facts about one key in the reference.
package struct KeyFact: Hashable, Sendable {
  /// The name of the key.
  package let name: String
  /// The type of the value; nil for a word inside a value.
  package let type: ValueType?
  /// The default as it is written; nil where it depends on something else.
  package let usual: String?
  /// Whether the value is required.
  package let isRequired: Bool

  init(_ name: String, _ type: ValueType? = nil, usual: String? = nil, isRequired: Bool = false) {
    self.name = name
    self.type = type
    self.usual = usual
    self.isRequired = isRequired
  }
}

/// The keys of one kind of thing.
package struct KeyTable: Sendable {
  /// The kind, as the reference's heading has it.
  package let kind: String
  /// The facts about each key, in the order of the table.
  package let facts: [KeyFact]

  /// The names of its keys.
  package var keys: [String] { facts.map(\.name) }

  init(_ kind: String, _ facts: [KeyFact]) {
    self.kind = kind
    self.facts = facts
  }

  /// The table of these keys, with the defaults that a new owner has.
  init<Owner, Context>(
    _ kind: String, _ keys: [Key<Owner, Context>], of owner: Owner? = nil,
    required: [String] = []
  ) {
    self.init(
      kind,
      keys.map { key in
        let isRequired = key.isRequired || required.contains(key.name)
        let usual = isRequired ? nil : owner.flatMap { key.usual($0) }?.inWords
        return KeyFact(key.name, key.type, usual: usual, isRequired: isRequired)
      })
  }
}

/// Every table there is.
package enum KeyTables {
  /// The tables, in the order of the reference.
  package static let all: [KeyTable] = settings + responders + recognizers + relations

  private static var settings: [KeyTable] {
    [
      KeyTable("configuration", ConfigurationFile.keys, of: ConfigurationFile()),
      KeyTable("screens", ScreenSettings.keys, of: ScreenSettings(id: "")),
      KeyTable("edgeGate", ScreenSettings.gateKeys, of: EdgeGate(edges: [])),
      KeyTable("devices", DeviceRule.keys, of: DeviceRule()),
      KeyTable("noise", NoiseSettings.keys, of: NoiseSettings()),
      KeyTable("touchAccommodations", TouchAccommodations.keys, of: TouchAccommodations()),
      KeyTable("grabEscape", GrabEscape.keyTable, of: GrabEscape()),
      KeyTable("match", DeviceMatch.keys, of: DeviceMatch()),
      KeyTable("socket", SocketSettings.keys, of: SocketSettings()),
      KeyTable("controlSocket", SocketSettings.keys, of: SocketSettings.control),
      AccessSettings.table,
      KeyTable("presses", KeySettings.pressKeys, of: KeySettings()),
      KeyTable("remoteControl", KeySettings.remoteControlKeys, of: KeySettings()),
      KeyTable("motion", ShakeSettings.motionKeys, of: ShakeSettings()),
      KeyTable("shake", ShakeSettings.keys, of: ShakeSettings()),
      KeyTable("activity", ActivitySettings.keys, of: ActivitySettings()),
    ]
  }

  private static var responders: [KeyTable] {
    let view = View(id: "", frame: .zero) as Responder
    return [
      KeyTable(
        "responder",
        [KeyFact("id", "name, at most 128 bytes", isRequired: true)]
          + KeyTable("", ResponderKeys.all, of: Responder(id: "")).facts),
      KeyTable("forwards", ForwardsKeys.all, of: Forwards.none),
      KeyTable("application", own(ApplicationKeys.all), of: Application(id: "")),
      KeyTable("constants", ConstantKeys.all, of: Constants()),
      KeyTable("window", WindowKeys.all, of: Window(id: "", frame: .zero)),
      KeyTable("viewController", own(ViewControllerKeys.all), of: ViewController(id: "")),
      KeyTable(
        "navigationController", NavigationKeys.all, of: NavigationController(id: "")),
      KeyTable("view", own(ViewKeys.all), of: view),
      KeyTable("stack", Arrangement.stackKeys, of: Arrangement()),
      KeyTable("grid", Arrangement.gridKeys, of: Arrangement()),
      ViewKeys.hitTable, ViewKeys.transformTable,
      KeyTable("control", ControlKeys.all, of: Control(id: "", frame: .zero)),
      ControlKeys.trackingTable,
    ] + kinds
  }

  // The kinds of view that have keys beside those of every control.
  private static var kinds: [KeyTable] {
    ViewKind.written.filter { $0 != .control }.map { kind in
      KeyTable(
        kind.rawValue, own(kind.ownKeys, beside: ControlKeys.all),
        of: kind.make(id: "", frame: .zero))
    }.filter { !$0.facts.isEmpty }
  }

  private static var recognizers: [KeyTable] {
    [
      KeyTable(
        "gestureRecognizer", RecognizerKeys.all,
        of: TapGestureRecognizer(id: "") as GestureRecognizer)
    ]
      + RecognizerKind.all.map { kind in
        KeyTable(
          kind.word, kind.ownKeys, of: kind.make(""), required: kind.neededKeys.map(\.name))
      }
  }

  private static var relations: [KeyTable] {
    [
      KeyTable("selectors of views", Builder.viewSelectorWords.map { KeyFact($0) }),
      KeyTable("selectors of recognizers", Builder.recognizerSelectorWords.map { KeyFact($0) }),
      KeyTable("rules", (Builder.touchRuleWords + ["allow", "deny"]).map { KeyFact($0) }),
      KeyTable("conditions", Builder.beginWords.map { KeyFact($0) }),
    ]
  }

  private static func own(
    _ keys: [TreeKey], beside others: [TreeKey] = ResponderKeys.all
  ) -> [TreeKey] {
    let common = Set(others.map(\.name))
    return keys.filter { !common.contains($0.name) }
  }

  /// The kinds of thing that have a key of this name, for a hint; at most three.
  static func owners(of key: String) -> [String] {
    if key == "id" { return [] }
    return Array(
      (hinted + recognized).filter { $0.kind != "constants" && $0.keys.contains(key) }
        .map(\.kind).prefix(3))
  }

  private static let hinted = responders
  private static let recognized = recognizers
}

extension ViewKeys {
  /// The keys of `hit`.
  static var hitTable: KeyTable {
    KeyTable(
      "hit",
      [
        KeyFact("shape", "rectangle, ellipse or { polygon: [[x, y], …] }", usual: "rectangle"),
        KeyFact("inset", Form.insets.type, usual: "0"),
        KeyFact("passthrough", Form.bool.type, usual: "false"),
        KeyFact("redirect", "id of a view"),
      ])
  }

  /// The keys of `transform`.
  static var transformTable: KeyTable {
    KeyTable(
      "transform of a view",
      [
        KeyFact("rotate", "degrees", usual: "0"),
        KeyFact("scale", "number or [x, y], -10000 to 10000", usual: "1"),
        KeyFact("translate", Form.point.type, usual: "[0, 0]"),
      ])
  }
}

extension ControlKeys {
  /// The keys of `tracking`.
  static var trackingTable: KeyTable {
    KeyTable(
      "tracking",
      [
        KeyFact("slop", Form.distance.type),
        KeyFact("begin", "true, false or rules", usual: "true"),
      ])
  }
}

extension JSON {
  /// The value as the reference writes it; nil where there is nothing to write.
  fileprivate var inWords: String? {
    switch self {
    case .null, .object: nil
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): plain((value * 1e6).rounded() / 1e6)
    case .string(let text): text
    case .array(let elements):
      elements.isEmpty
        ? nil : "[\(elements.map { $0.inWords ?? "" }.joined(separator: ", "))]"
    }
  }
}
