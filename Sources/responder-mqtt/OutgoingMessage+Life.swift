// How long a message about a record is of use, and what it begins or ends for its readers.

import Protocol

extension OutgoingMessage {
  /// What begins or ends with a message.
  enum Life: Hashable, Sendable {
    case begins([String])
    case ends([String])

    /// What a record of touches, presses, a gesture or a control begins or ends; nil for others.
    init?(of record: JSON, _ type: RecordType) {
      let subjects: [String]
      let word: String?
      switch type {
      case .touches, .unhandled:
        subjects = (record["touches"]?.elements ?? []).compactMap {
          $0["id"]?.int.map { "touch \($0)" }
        }
        word = record["phase"]?.string
      case .presses:
        subjects = (record["presses"]?.elements ?? []).compactMap {
          $0["id"]?.int.map { "press \($0)" }
        }
        word = record["phase"]?.string
      case .gesture:
        subjects = ["gesture \(record["recognizer"]?.string ?? "")"]
        word = record["state"]?.string
      case .control:
        subjects = ["control \(record["control"]?.string ?? "")"]
        word = record["event"]?.string
      default: return nil
      }
      switch word {
      case "began", "touchDown": self = .begins(subjects)
      case "ended", "cancelled", "touchUpInside", "touchUpOutside", "touchCancel":
        self = .ends(subjects)
      default: return nil
      }
    }
  }

  /// The same end as that of something that was cancelled, which acts on nothing.
  var cancelled: OutgoingMessage {
    guard case .object(var members)? = try? JSON(parsing: Array(payload)) else { return self }
    for index in members.indices {
      switch members[index].name {
      case "phase", "state": members[index].value = .string("cancelled")
      case "event": members[index].value = .string("touchCancel")
      default: break
      }
    }
    var message = self
    message.payload = ContiguousArray(JSON.object(members).text.utf8)
    message.expires = nil
    return message
  }
}

extension AgeSettings {
  /// The seconds for which a record of a type is of use; nil without end.
  func age(of type: RecordType?) -> Double? {
    switch type {
    case .touches, .unhandled, .presses, .motion, .remoteControl: touches
    case .gesture: gesture
    case .control, .action, .feedback: control
    case .scroll, .edit, .device, .raw, .explain, .health, .firstResponder, .focus, .activity,
      .question, nil:
      nil
    }
  }
}
