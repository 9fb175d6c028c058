// The scenarios as a collection: all can be read, and the list of known failures is honest.

import Testing

@Suite struct LibraryTests {
  private let library = Library.shared

  @Test func `the repository's scenarios are there, each id once`() {
    let ids = library.entries.filter(\.isOurs).compactMap(\.id)
    #expect(ids.count >= 110)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `every document of every file is a scenario`() {
    for case .failure(let problems) in library.entries.map(\.reading) {
      Issue.record("\(problems)")
    }
  }

  @Test func `the list of known failures names scenarios that exist, each once`() {
    let ids = Set(library.entries.filter(\.isOurs).compactMap(\.id))
    for failure in library.knownFailures where !ids.contains(failure.text) {
      Issue.record("\(failure.place): there is no scenario \"\(failure.text)\"")
    }
    let listed = library.knownFailures.map(\.text)
    #expect(Set(listed).count == listed.count)
  }
}
