// One step from one tree to another, small enough to be done between two frames.

import ResponderKit

/// A change of an existing tree; the things that it names may have been removed meanwhile.
enum TreeEdit {
  /// Moves a view into another one, in front, so that its parent can be removed.
  case move(String, to: String)
  /// Removes a view with all its subviews.
  case remove(String)
  /// Adds a view of the new tree, with its description, at its position there.
  case add(String, Setting)
  /// Moves a view to its position in the new tree.
  case position(String)
  /// Changes a view, its controller and its recognizers.
  case change(ViewChange)
  /// Sets keys of something that is no view and has none, such as the application.
  case set(String, [TreeValue])
  /// Sets another delegate of the application.
  case delegate(Setting?)
}

/// A key with its value.
struct TreeValue: Hashable {
  let key: String
  let value: Setting
}

/// The changes of one view.
struct ViewChange {
  let id: String
  /// The frame without the transform.
  var frame: (center: Point, size: Size)?
  /// The origin of its bounds.
  var origin: Point?
  /// The other screen of a window.
  var screen: String?
  var values: [TreeValue] = []
  var controllerValues: [TreeValue] = []
  /// The recognizers that go.
  var removed: [String] = []
  /// The added recognizers, in order.
  var added: [Setting] = []
  /// The changed values of the others.
  var recognizerValues: [(id: String, values: [TreeValue])] = []
  /// The order of the file's recognizers, where it is another one.
  var order: [String]?

  init(_ id: String) { self.id = id }

  var isEmpty: Bool {
    frame == nil && origin == nil && screen == nil && order == nil && values.isEmpty
      && controllerValues.isEmpty && removed.isEmpty && added.isEmpty && recognizerValues.isEmpty
  }
}
