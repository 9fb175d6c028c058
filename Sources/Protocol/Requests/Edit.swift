// What a batch may contain: what programs want of the tree.

/// A change of what is wanted.
package enum Edit: Hashable, Sendable {
  /// Makes a subtree so.
  case put(WantedDescription)
  /// Ends a put, or takes a view with all in it, a controller or a recognizer away.
  case remove(EditTarget)
  /// Sets properties; names and values are those of the configuration. With `own` they go with the
  /// connection.
  case set(EditTarget, [JSON.Member], own: Bool)

  /// The declaration of the request that makes the edit.
  package var declaration: Request.Declaration {
    switch self {
    case .put: .put
    case .remove: .remove
    case .set: .set
    }
  }
}

/// An edit of a batch.
package struct PlacedEdit: Hashable, Sendable {
  package let edit: Edit
  /// The private window in which its names are looked up; nil for the public ones.
  package let window: String?

  package init(_ edit: Edit, in window: String? = nil) {
    self.edit = edit
    self.window = window
  }
}
