// The current configuration: the settings of the file, and the tree that was built from it.

import Configuration
import Linux
import Protocol
import ResponderKit

/// Why a configuration cannot be used, with all errors.
struct RefusedConfiguration: Error, CustomStringConvertible {
  let reason: Refusal

  var description: String { reason.text }
}

/// A file that was read, and the responders it describes.
struct DaemonConfiguration {
  let blueprint: Blueprint
  let tree: Tree
  /// The displays of the screens when the file was read.
  let panels: [String: Blueprint.Panel]

  var settings: Settings { blueprint.settings }
  var application: Application { tree.application }

  /// Reads a file and builds its tree; logs warnings.
  init(reading path: String, log: Log) throws(RefusedConfiguration) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Blueprint.largestFile, waits: false)
    } catch {
      throw RefusedConfiguration(reason: .unread(error))
    }
    do throws(BlueprintError) {
      blueprint = try Blueprint.load(bytes, file: path)
    } catch {
      throw RefusedConfiguration(reason: .errors("\(error)"))
    }
    for warning in blueprint.warnings { log.write(.warning, .config, "\(warning)") }
    let displays = Display.connected()
    let screens = blueprint.settings.screens
    panels = DaemonConfiguration.panels(for: screens.map(\.id), among: displays)
    for warning in DaemonConfiguration.guesses(of: screens, panels, displays) {
      log.write(.warning, .config, warning)
    }
    tree = blueprint.build(panels: panels)
  }

  /// The settings of another configuration with an existing tree.
  init(_ other: DaemonConfiguration, over tree: Tree) {
    blueprint = other.blueprint
    panels = other.panels
    self.tree = tree
  }

  /// Warnings about screens without a size, and without a display of their name.
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

  /// The display of each screen: the one with the same name, or the only display of the only
  /// screen.
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

  /// The number of views, windows included.
  var viewCount: Int { VisibleTree(tree).viewCount }
}
