// One fact about what keeps touches from programs, or may.

import Linux
import Protocol

/// Something that keeps touches from programs, or may, with its fix.
struct HealthFact {
  /// What the fact is.
  enum Code: String, CaseIterable {
    case noTouchDevice, unmatchedEntry, shadowedEntry, unopenedDevice, nothingPassedOn, releasedGrab
    case touchesBesideScreen, lastingTouch, faultyDevice, lostSocket, unreadableConfiguration
    case refusedConfiguration, missedDeadline, jumpedClock, programProblem

    /// The part of the program that its log lines belong to.
    var origin: Log.Origin {
      switch self {
      case .noTouchDevice, .unopenedDevice, .nothingPassedOn, .releasedGrab, .touchesBesideScreen,
        .lastingTouch, .faultyDevice:
        .device
      case .unmatchedEntry, .shadowedEntry, .unreadableConfiguration, .refusedConfiguration: .config
      case .lostSocket, .missedDeadline, .jumpedClock: .service
      case .programProblem: .client
      }
    }
  }

  let code: Code
  /// The entry, device, file, socket or program that it is about.
  let about: String
  /// Whether it keeps touches from programs; otherwise it is only worth knowing.
  var isProblem = true
  /// The fact in words.
  let text: String
  /// The command or change that fixes it.
  let fix: String
  /// How often it happened, if it is something that happens.
  var count: Int?

  /// Whether it is the same fact, which may have happened more often since.
  func isSame(as other: HealthFact) -> Bool {
    code == other.code && about == other.about && isProblem == other.isProblem
      && text == other.text
  }

  /// Writes its members to an object.
  func write(to writer: LineWriter) {
    writer.member("fact", code.rawValue)
    writer.member("about", about)
    writer.member("isProblem", isProblem)
    writer.member("text", text)
    writer.member("fix", fix)
    if let count { writer.member("count", count) }
  }
}
