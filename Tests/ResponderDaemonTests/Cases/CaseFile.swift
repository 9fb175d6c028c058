// The cases of Tests/Golden/cases: a configuration, devices, requests, and the records they make.

import Glibc
import Linux
import TestSupport
import Testing

/// One case: what is played, and what a subscriber must read.
struct Case: Sendable, CustomTestStringConvertible {
  /// A request at a time in seconds.
  struct Request: Sendable {
    var time: Double
    var line: String
  }

  /// A recording or touch script that plays from zero.
  struct Player: Sendable {
    var name: String
    var text: String
  }

  let name: String
  let title: String
  var configuration = ""
  var devices: [Player] = []
  var requests: [Request] = []
  /// How long it is played, in seconds.
  var end = 10.0
  var records: [String] = []

  var testDescription: String { "\(name): \(title)" }
}

/// A file of cases with an invalid form.
struct CaseMistake: Error, CustomStringConvertible {
  let description: String
}

extension Case {
  /// The folder of the cases.
  static let folder = "Tests/Golden/cases"

  /// Every case of the folder.
  static let all: Result<[Case], any Error> = Result {
    try Repository.files(in: folder, ending: ".cases").flatMap { file in
      try read(Repository.text(of: file), file: String(file.dropFirst(folder.count + 1)))
    }
  }

  /// The cases of a text: `# name: title` begins one, `== part` a part of it.
  static func read(_ text: String, file: String) throws(CaseMistake) -> [Case] {
    var cases: [Case] = []
    var part: [Substring] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let mistake = CaseMistake(description: "\(file):\(index + 1): \"\(line)\"")
      if line.hasPrefix("# ") {
        let halves = line.dropFirst(2).split(separator: ":", maxSplits: 1)
        guard halves.count == 2 else { throw mistake }
        cases.append(Case(name: String(halves[0]), title: String(halves[1].drop { $0 == " " })))
        part = []
      } else if line.hasPrefix("== ") {
        part = line.dropFirst(3).split(separator: " ")
        if part.first == "device", part.count == 2, !cases.isEmpty {
          cases[cases.count - 1].devices.append(Player(name: String(part[1]), text: ""))
        }
      } else if !line.isEmpty {
        guard !cases.isEmpty, cases[cases.count - 1].add(line, to: part.first) else {
          throw mistake
        }
      }
    }
    return cases
  }

  private mutating func add(_ line: Substring, to part: Substring?) -> Bool {
    switch part {
    case "configuration":
      configuration += line + "\n"
    case "device" where !devices.isEmpty:
      devices[devices.count - 1].text += line + "\n"
    case "requests":
      let halves = line.split(separator: " ", maxSplits: 1)
      guard halves.count == 2, let time = Double(halves[0]) else { return false }
      requests.append(Request(time: time, line: String(halves[1])))
    case "end":
      guard let time = Double(line) else { return false }
      end = time
    case "records":
      records.append(String(line))
    case _:
      return false
    }
    return true
  }
}
