// Every configuration that is shipped is valid, and nothing in it is doubtful.

import Configuration
import ConfigurationText
import ResponderKit
import TestSupport
import Testing

@Suite struct ShippedFilesTests {
  static let all =
    ["config/responderd.yaml"] + Repository.files(in: "config/examples", ending: ".yaml")
    + Repository.files(in: "config/examples/seeds", ending: ".yaml")
    + Repository.files(in: "config/examples/one-touch", ending: ".yaml")

  @Test func `there are the default, the kiosk, the touchpad and five seeds`() {
    #expect(Self.all.count >= 8)
  }

  // What a file is about may be what the lint warns of.
  private static let meant = [
    "config/examples/seeds/three-views.yaml": ["\"white\"", "sticks out"],
    "config/examples/seeds/chain.yaml": ["touches begin for it"],
    "config/examples/seeds/chain-without-super.yaml": ["touches begin for it"],
  ]

  @Test(arguments: all)
  func `a shipped file is valid`(path: String) throws {
    let blueprint = try Blueprint.load(try Repository.text(of: path), file: path)
    #expect(blueprint.build().application.checkInvariants() == [])
    for warning in blueprint.warnings {
      #expect(
        Self.meant[path]?.contains { warning.description.contains($0) } == true,
        "\(warning.description)")
    }
  }

  @Test func `the default covers a panel of any size`() throws {
    let text = try Repository.text(of: "config/responderd.yaml")
    let blueprint = try Blueprint.load(text, file: "responderd.yaml")
    #expect(blueprint.settings.screens.map(\.id) == ["panel"])
    #expect(blueprint.settings.screens[0].size == nil)
    let size = Size(width: 1920, height: 1080)
    let tree = blueprint.build(panels: ["panel": Blueprint.Panel(size: size)])
    #expect(tree.screen("panel")?.size == size)
    let corner = tree.application.hitTest(
      Point(x: 1919.5, y: 1079.5), on: tree.screen("panel"), with: nil)
    #expect(corner?.id == "surface")
  }
}
