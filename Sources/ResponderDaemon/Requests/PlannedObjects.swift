// The views and recognizers that a plan adds and removes.

/// What is in the tree after the edits of a plan that was not before, and what no longer is.
final class PlannedObjects {
  /// The added views, without those in them.
  private(set) var added: [ViewHandle] = []
  /// The added recognizers, without those of added views.
  private(set) var addedRecognizers: [RecognizerHandle] = []
  /// The views that the client will own.
  private(set) var owned: [ViewHandle] = []
  /// The recognizers that the client will own.
  private(set) var ownedRecognizers: [RecognizerHandle] = []
  private var removed: Set<ObjectIdentifier> = []

  /// Adds a view.
  func add(_ view: ViewHandle) { added.append(view) }

  /// Adds a recognizer.
  func add(_ recognizer: RecognizerHandle) { addedRecognizers.append(recognizer) }

  /// Makes the client the owner of a view.
  func own(_ view: ViewHandle) { owned.append(view) }

  /// Makes the client the owner of a recognizer.
  func own(_ recognizer: RecognizerHandle) { ownedRecognizers.append(recognizer) }

  /// Removes a view.
  func remove(_ view: ViewHandle) { removed.insert(ObjectIdentifier(view)) }

  /// Removes a recognizer.
  func remove(_ recognizer: RecognizerHandle) { removed.insert(ObjectIdentifier(recognizer)) }

  /// Whether this view is removed, apart from those above it.
  func removes(_ view: ViewHandle) -> Bool { removed.contains(ObjectIdentifier(view)) }

  /// Whether a recognizer is removed, apart from its view.
  func removes(_ recognizer: RecognizerHandle) -> Bool {
    removed.contains(ObjectIdentifier(recognizer))
  }

  /// Whether the plan makes the client the owner of a view.
  func owns(_ view: ViewHandle) -> Bool { owned.contains { $0 === view } }

  /// Whether the plan makes the client the owner of a recognizer.
  func owns(_ recognizer: RecognizerHandle) -> Bool {
    ownedRecognizers.contains { $0 === recognizer }
  }
}
