// All scenarios there are: the repository's own, and those of a further folder.

import Glibc
import Linux
import TestSupport
import Testing

/// One test case: a scenario, or a document that is none.
struct Entry: Sendable, CustomTestStringConvertible {
  var reading: ScenarioFile.Reading
  /// Whether the list of known failures names it.
  var isOurs: Bool

  /// The id of a scenario that could be read.
  var id: String? { (try? reading.get())?.id }

  var testDescription: String {
    switch reading {
    case .success(let scenario): "\(scenario.id) \(scenario.title)"
    case .failure(let problems): problems.description
    }
  }
}

/// The scenario files of the repository and of the folder that `CONFORMANCE_DIR` names.
struct Library: Sendable {
  /// Every scenario in the order of the files.
  var entries: [Entry]
  /// The ids of the scenarios that are known to fail, with their places.
  var knownFailures: [Word]

  /// What the disk holds; a folder that cannot be read is a failing entry.
  static let shared = Library()

  private init() {
    let here = Library.home
    entries = Library.read(folder: here + "Scenarios", isOurs: true)
    if let further = Library.environment("CONFORMANCE_DIR") {
      entries += Library.read(folder: further, isOurs: false)
    }
    knownFailures = Library.knownFailures(in: here + "known-failures.txt")
  }

  /// Whether a scenario is known to fail.
  func isKnownFailure(_ id: String?) -> Bool {
    knownFailures.contains { $0.text == id }
  }

  /// The scenarios of a folder.
  static func read(folder: String, isOurs: Bool) -> [Entry] {
    do throws(SystemError) {
      var entries: [Entry] = []
      for name in FileReader.names(in: folder) where name.hasSuffix(".yaml") {
        let text = try text(of: folder + "/" + name)
        entries += ScenarioFile.read(text, file: name).map { Entry(reading: $0, isOurs: isOurs) }
      }
      return entries.isEmpty ? [failure("no scenario file in it", in: folder)] : entries
    } catch {
      return [failure(error.description, in: folder)]
    }
  }

  private static func failure(_ message: String, in folder: String) -> Entry {
    let place = Place(file: folder, line: 1, column: 1)
    return Entry(
      reading: .failure(Problems(list: [Problem(at: place, message)])), isOurs: false)
  }

  private static func knownFailures(in path: String) -> [Word] {
    guard let text = try? text(of: path) else { return [] }
    let start = Place(file: "known-failures.txt", line: 1, column: 1)
    return TextLine.lines(of: text, from: start).compactMap(\.words.first)
  }

  /// The folder of these tests.
  private static let home = Repository.path("Tests/Conformance/")

  private static func text(of path: String) throws(SystemError) -> String {
    String(decoding: try FileReader.read(path, limit: 1 << 24), as: UTF8.self)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let path = unsafe String(cString: value)
    return path.isEmpty ? nil : path
  }
}
