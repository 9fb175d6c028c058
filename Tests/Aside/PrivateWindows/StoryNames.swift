// The names in the tree at one moment, and the clients that may know them.

import Blueprint
import ResponderKit
import Wire

/// Everything that has a name in a tree, with its audience.
struct StoryNames {
  private(set) var conditions: [String: Audience] = [:]
  private(set) var views: [View] = []
  private(set) var recognizers: [GestureRecognizer] = []
  private(set) var controllers: [ViewController] = []

  init(of application: Application) {
    conditions[application.id] = []
    if let delegate = application.delegate as? Responder { conditions[delegate.id] = [] }
    for window in application.windows { add(window, outside: []) }
  }

  private mutating func add(_ view: View, outside: Audience) {
    views.append(view)
    conditions[view.id] = outside
    let inside = outside.union(view.audience)
    if let controller = view.viewController {
      controllers.append(controller)
      conditions[controller.id] = inside
    }
    for recognizer in view.gestureRecognizers {
      recognizers.append(recognizer)
      conditions[recognizer.id] = inside
    }
    for child in view.subviews { add(child, outside: inside) }
  }

  /// Whether a client with these audiences may know a name; nil for an unknown name.
  func shows(_ name: String, to seen: Audience) -> Bool? {
    conditions[name].map { $0.isSubset(of: seen) }
  }

  // Members that name something of the tree, alone or in a list.
  private static let members: Set<String> = [
    "view", "responder", "recognizer", "control", "window", "to", "for", "candidate",
    "firstResponder", "responders", "below", "above", "presentedBy", "topPage", "from",
  ]

  /// The names in a line.
  static func told(in line: JSON) -> [String] {
    var names: [String] = []
    for member in line.members ?? [] {
      switch member.value {
      case .string(let name) where members.contains(member.name): names.append(name)
      case .array(let elements):
        for element in elements {
          if members.contains(member.name), let name = element.string { names.append(name) }
          // A node's own name, but not the number of a finger.
          if let id = element["id"]?.string, member.name != "screens", member.name != "presses" {
            names.append(id)
          }
          names += told(in: element)
        }
      case .object where member.name == "node" || member.name == "viewController":
        if line["device"] == nil, let id = member.value["id"]?.string { names.append(id) }
        names += told(in: member.value)
      case .object: names += told(in: member.value)
      case .string, .null, .bool, .integer, .number: break
      }
    }
    return names
  }
}
