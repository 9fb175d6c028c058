// The stories of config/examples/seeds: each script is played with the command in its comment.

import TestSupport
import Testing

@testable import responderctl

@Suite struct SeedStoryTests {
  private static let folder = "config/examples/seeds"
  static let stories = Repository.files(in: folder, ending: ".touch")

  @Test func `every script has what it prints, and every configuration a script`() throws {
    #expect(Self.stories.count >= 28)
    let printed = Repository.files(in: Self.folder, ending: ".expected")
    #expect(printed.map(Self.name) == Self.stories.map(Self.name))
    let commands = try Self.stories.map { try Self.command(of: $0).joined(separator: " ") }
    for file in Repository.files(in: Self.folder, ending: ".yaml") {
      #expect(commands.contains { $0.contains("/\(Self.name(file)).yaml ") }, "\(file)")
    }
  }

  @Test(arguments: stories)
  func `a story prints what its seed and the rules say`(story: String) throws {
    let command = try Self.command(of: story)
    #expect(command.last == Repository.path(story))
    let expected = Repository.path("\(Self.folder)/\(Self.name(story)).expected")
    let run = Run(command + ["--diff", expected])
    #expect(run.status == .done, "\(run.output)\(run.errors)")
    #expect(run.lines.last?.hasSuffix(" lines, all as expected") == true)
    #expect(run.errors == "")
  }

  private static func name(_ path: String) -> String {
    String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
  }

  /// The words of the command in a story's comment, after the name of the program; its files are
  /// those of the project.
  private static func command(of story: String) throws -> [String] {
    let start = "#     responderctl "
    let line = try Repository.text(of: story).split(separator: "\n").first { $0.hasPrefix(start) }
    return try #require(line).dropFirst(start.count).split(separator: " ").map { word in
      word.hasPrefix("seeds/") ? Repository.path("config/examples/\(word)") : String(word)
    }
  }
}
