// A built tree: the application, and its objects by id.

import CommandLine
package import ConfigurationText
package import ResponderKit

/// An application built from a configuration.
package final class Tree {
  /// The engine with its windows.
  package let application: Application
  /// The screens, in the order of the configuration.
  package internal(set) var screens: [Screen]
  /// Whether it is what is in a private window, whose box says whether it is key.
  let isInside: Bool
  /// Every responder and recognizer by its id; others look names up in a `VisibleTree`.
  let registry = Registry()

  /// The mount points of views.
  var mountPoints = MountPoints()
  /// Whether any view names the program that acts on what happens in it.
  package internal(set) var namesActors = false

  /// Which responder each one names as its next, both by their ids.
  var nextNames = NextNames()

  /// The tables of keys by which it is read and changed.
  let tables = TreeTables()

  /// The requirements between recognizers.
  var requirements = Requirements()
  /// The changes of chains by what is being read.
  var planned = PlannedChains()
  /// The requirements after the planned edits; nil if no edit changes them.
  var plannedRequirements: Requirements?

  init(application: Application, screens: [Screen], isInside: Bool = false) {
    self.application = application
    self.isInside = isInside
    self.screens = screens
  }

  /// The screen of this name.
  package func screen(_ id: String) -> Screen? { screens.first { $0.id == id } }

  /// Whether its screens are as these.
  func hasSame(_ others: [Screen]) -> Bool {
    screens.elementsEqual(others) { one, other in
      one.id == other.id && one.size == other.size && one.edgeGate == other.edgeGate
        && one.pointsPerMillimeter == other.pointsPerMillimeter
    }
  }

  /// Other screens that are as its own, which the engine changes.
  package var copiedScreens: [Screen] {
    screens.map { screen in
      let copy = Screen(
        id: screen.id, size: screen.size, pointsPerMillimeter: screen.pointsPerMillimeter)
      copy.edgeGate = screen.edgeGate
      return copy
    }
  }

  /// The number of names.
  package var nameCount: Int { registry.count }

  /// Whether a view is the one of its name.
  package func holds(_ view: View) -> Bool { registry.view(view.id) === view }

  /// Whether a recognizer is the one of its name.
  package func holds(_ recognizer: GestureRecognizer) -> Bool {
    registry.recognizer(recognizer.id) === recognizer
  }

  /// Every user, group and unit that its mount points name.
  package var namedPrograms: Set<PeerSettings> {
    mountPoints.all.values.reduce(into: []) { $0.formUnion($1.programs) }
  }

  func builder(for visible: VisibleTree, isLive: Bool = true) -> Builder {
    let reader = Reader(ofRequest: ())
    reader.pointsPerMillimeter = screens.first?.pointsPerMillimeter
    return Builder(visible: visible, reader: reader, isLive: isLive)
  }
}
