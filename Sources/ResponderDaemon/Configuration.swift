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

  var settings: Settings { blueprint.settings }
  var application: Application { tree.application }

  // A tree of a hundred thousand views is some 20 MB of text.
  private static let limit = 64 << 20

  /// Reads a file and builds its tree; says in the log what is doubtful about it.
  init(reading path: String, log: Log) throws(ConfigurationError) {
    let bytes: ContiguousArray<UInt8>
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Configuration.limit)
    } catch {
      throw ConfigurationError(description: "\(error)")
    }
    do throws(BlueprintError) {
      blueprint = try Blueprint.load(Array(bytes), file: path)
    } catch {
      throw ConfigurationError(description: "\(error)")
    }
    for warning in blueprint.warnings { log.say(.warning, .config, "\(warning)") }
    let panels = Configuration.panels(
      for: blueprint.settings.screens.map(\.id), among: Display.connected())
    tree = blueprint.build(panels: panels)
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
  var viewCount: Int { viewCount(for: .all) }

  /// How many views these know of.
  func viewCount(for audience: Audience) -> Int {
    var count = 0
    for window in application.windows {
      window.forEachInSubtree { if audience == .all || audience.knows($0) { count += 1 } }
    }
    return count
  }
}
