// The configuration in force: what the file says, and the tree that was built from it.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

/// Why a configuration cannot be used, with every place that is wrong.
struct ConfigurationError: Error, CustomStringConvertible {
  let description: String
}

/// A file that was read, and the responders it describes.
struct Configuration {
  let blueprint: Blueprint
  let tree: Tree
  /// What displays said of the screens when it was read.
  let panels: [String: Blueprint.Panel]

  var settings: Settings { blueprint.settings }
  var application: Application { tree.application }

  // A tree of a hundred thousand views is some 20 MB of text.
  private static let limit = 64 << 20

  /// Reads a file and builds its tree; says in the log what is doubtful about it. It breathes often,
  /// so that others can be served meanwhile.
  init(
    reading path: String, log: Log, breathing breathe: @escaping () -> Void = {}
  ) throws(ConfigurationError) {
    let bytes: ContiguousArray<UInt8>
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Configuration.limit, waits: false)
    } catch {
      throw ConfigurationError(description: "\(error)")
    }
    do throws(BlueprintError) {
      blueprint = try Blueprint.load(Array(bytes), file: path, breathing: breathe)
    } catch {
      throw ConfigurationError(description: "\(error)")
    }
    for warning in blueprint.warnings { log.say(.warning, .config, "\(warning)") }
    let displays = Display.connected()
    let screens = blueprint.settings.screens
    panels = Configuration.panels(for: screens.map(\.id), among: displays)
    for warning in Configuration.guesses(of: screens, panels, displays) {
      log.say(.warning, .config, warning)
    }
    tree = blueprint.build(panels: panels, breathing: breathe)
  }

  /// What another one says, over a tree that goes on living.
  init(_ other: Configuration, over tree: Tree) {
    blueprint = other.blueprint
    panels = other.panels
    self.tree = tree
  }

  /// What differs of the trees that the text of another one and its own describe.
  func difference(
    from other: Configuration, breathing breathe: @escaping () -> Void
  ) -> TreeDifference? {
    if blueprint.isSameText(as: other.blueprint), panels == other.panels {
      tree.dissolve()
      return nil
    }
    let before = other.blueprint.build(panels: other.panels, breathing: breathe)
    let difference = TreeDifference(from: before, to: tree, breathing: breathe)
    return difference.isEmpty ? nil : difference
  }

  /// What is said about screens whose size is not written, and that no display of their name tells.
  static func guesses(
    of screens: [ScreenSettings], _ panels: [String: Blueprint.Panel], _ displays: [Display]
  ) -> [String] {
    screens.compactMap { screen in
      guard screen.size == nil, !displays.contains(where: { $0.connector == screen.id }) else {
        return nil
      }
      let fix = "write screens: { \(screen.id): { size: [WIDTH, HEIGHT] } }"
      guard panels[screen.id]?.size != nil else {
        let size = Blueprint.unknownScreenSize
        return "screens.\(screen.id): expected a size, found none and no display that has one; "
          + "\(Int(size.width)) by \(Int(size.height)) points are assumed; \(fix)"
      }
      guard displays.count > 1 else { return nil }
      return "screens.\(screen.id): expected a size, found none and \(displays.count) displays; "
        + "the pixels of \(displays[0].connector) are used; \(fix), or name the screen after its "
        + "connector"
    }
  }

  /// Which panel is which screen: the one of the same name, or the only ones there are.
  static func panels(
    for screens: [String], among displays: [Display]
  ) -> [String: Blueprint.Panel] {
    var panels: [String: Blueprint.Panel] = [:]
    for screen in screens {
      let only = screens.count == 1 ? displays.first : nil
      guard let display = displays.first(where: { $0.connector == screen }) ?? only else {
        continue
      }
      panels[screen] = Blueprint.Panel(
        size: Size(width: Double(display.width), height: Double(display.height)),
        physicalSize: display.millimeters.map {
          Size(width: Double($0[0]), height: Double($0[1]))
        })
    }
    return panels
  }

  /// How many views there are, windows included.
  var viewCount: Int { VisibleTree(tree, for: .all).viewCount }
}
