// One step from one tree to another, small enough to be done between two frames.

import ResponderKit

/// A change of a living tree; whatever it names may have gone meanwhile.
enum TreeEdit {
  /// Puts a view into another one, in front, so that what it lies in can go.
  case move(String, to: String)
  /// Takes away a view with everything in it.
  case remove(String)
  /// Adds a view of the new tree, as it is written there, where it lies there.
  case add(String, Setting)
  /// Puts a view where it lies in the new tree.
  case place(String)
  /// Changes a view, its controller and its recognizers.
  case change(ViewChange)
  /// Sets keys of something that is no view and lies on none, such as the application.
  case set(String, [TreeValue])
  /// Gives the application another delegate.
  case delegate(Setting?)
}

/// A key with its value.
struct TreeValue: Hashable {
  let key: String
  let value: Setting
}

/// What is to be changed of one view.
struct ViewChange {
  let id: String
  /// Its place without its transform.
  var frame: (center: Point, size: Size)?
  /// The origin of its bounds.
  var origin: Point?
  /// Whether it is on another screen, as a window.
  var screen: String?
  var values: [TreeValue] = []
  var controllerValues: [TreeValue] = []
  /// The recognizers that go.
  var removed: [String] = []
  /// Those that come, in order.
  var added: [Setting] = []
  /// What is set of each that stays.
  var recognizerValues: [(id: String, values: [TreeValue])] = []
  /// The order of the file's recognizers, where it is another one.
  var order: [String]?

  init(_ id: String) { self.id = id }

  var isEmpty: Bool {
    frame == nil && origin == nil && screen == nil && order == nil && values.isEmpty
      && controllerValues.isEmpty && removed.isEmpty && added.isEmpty && recognizerValues.isEmpty
  }
}
