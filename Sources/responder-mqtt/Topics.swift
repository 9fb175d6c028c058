// The names of topics, for one panel.

import Linux
import Protocol

/// Every topic of one panel below `PREFIX/PANEL`.
struct Topics: Hashable, Sendable {
  /// The prefix of all topics of the panel.
  let base: String
  /// The topic with `online` or `offline`.
  let status: String
  /// The topic with counters of the panel and of the bridge.
  let health: String
  /// The tree of views.
  let tree: String
  /// The devices.
  let devices: String
  /// The topic with the activity.
  let activity: String
  /// The topic for requests.
  let request: String
  /// The topic for answers to requests without a response topic.
  let response: String

  /// The topics of a panel under a prefix.
  init(prefix: String, panel: String) {
    let base = "\(prefix)/\(panel)"
    self.base = base
    status = "\(base)/status"
    health = "\(base)/health"
    tree = "\(base)/tree"
    devices = "\(base)/devices"
    activity = "\(base)/activity"
    request = "\(base)/request"
    response = "\(base)/response"
  }

  /// The topic with the value of a control.
  func value(_ control: String) -> String { "\(base)/value/\(Topics.level(control))" }

  /// The topic of the records of a control.
  func topic(ofControl control: String) -> String { "\(base)/control/\(Topics.level(control))" }

  /// The topic of the records of a recognizer.
  func topic(ofGesture recognizer: String) -> String {
    "\(base)/gesture/\(Topics.level(recognizer))"
  }

  /// The topic of a record: its type, and the name of its subject.
  func topic(of record: JSON) -> String {
    let type = record["type"]?.string ?? "other"
    guard let name = Topics.subject(of: record, type: type) else {
      return "\(base)/\(Topics.level(type))"
    }
    return "\(base)/\(Topics.level(type))/\(Topics.level(name))"
  }

  // The subject of a record, as the last level of its topic.
  private static func subject(of record: JSON, type: String) -> String? {
    switch RecordType(word: type) {
    case .touches, .unhandled, .scroll, .edit, .feedback: record["view"]?.string
    case .gesture: record["recognizer"]?.string
    case .control: record["control"]?.string
    case .action: record["action"]?.string
    case .presses, .motion, .remoteControl: record["responder"]?.string
    case .device, .raw: record["device"]?.string
    case .explain: (record["recognizer"] ?? record["responder"])?.string
    case .health: record["fact"]?.string
    case .firstResponder, .focus, .activity, .question, nil: nil
    }
  }

  // MARK: Levels

  /// Whether text can be a level unchanged.
  static func isPlain(_ text: Substring) -> Bool {
    text.unicodeScalars.allSatisfy { isPlain($0) }
  }

  // Brokers may refuse control characters and noncharacters; the percent sign begins an escape.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2F, 0x2B, 0x23, 0x25, 0...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  /// A name as one level of a topic: characters that a level may not contain become `%XX`.
  static func level(_ name: String) -> String {
    if isPlain(name[...]), name.utf8.first != 0x24 { return name }
    var level = ""
    for scalar in name.unicodeScalars {
      if isPlain(scalar), !(level.isEmpty && scalar == "$") {
        level.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          level += "%" + byte.hexadecimal(digits: 2, uppercase: true)
        }
      }
    }
    return level
  }
}
