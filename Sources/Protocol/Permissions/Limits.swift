// How much clients and the tree may use: constants, each of which is kept here and nowhere else.

/// The limits of the daemon, which the first line of every connection lists.
///
/// The documents show the first sentence of each. Only tests make smaller ones.
package struct Limits: Hashable, Sendable {
  // MARK: The tree

  /// Views, controllers and recognizers in the tree.
  package var views = 8_192
  /// Views in each other, the window included.
  package var viewDepth = 64
  /// Subviews of a view.
  package var subviews = 4_096
  /// Recognizers on a view.
  package var recognizersOfView = 64
  /// Recognizers that one touch reaches: those of its view and of all views around it.
  package var recognizersOfTouch = 256
  /// Recognizers, each by its id, that one recognizer waits for.
  package var requirements = 64
  /// Views, controllers and recognizers of one program.
  package var viewsOfProgram = 2_000
  /// Views, controllers and recognizers of all programs of a user who may not edit everywhere.
  package var viewsOfUser = 4_000
  /// Private windows.
  package var privateWindows = 64
  /// Views, controllers and recognizers in a private window.
  package var viewsOfPrivateWindow = 500
  /// Scroll views that requests move at the same time.
  package var movingScrollViews = 64

  // MARK: Clients

  /// Connections.
  package var connections = 1_024
  /// Connections of one user.
  package var connectionsOfUser = 256
  /// Subscriptions of one connection.
  package var subscriptions = 16
  /// Requests of one connection in a second; further requests wait.
  package var requestsPerSecond = 1_000
  /// Bytes of a line that a client sends.
  package var lineBytes = 65_536
  /// Levels of nesting in a line that a client sends.
  package var lineDepth = 160
  /// Edits, views, controllers and recognizers in one request.
  package var viewsOfRequest = 300
  /// Bytes of an answer about the tree.
  package var answerBytes = 1_048_576
  /// Bytes that wait for all clients; above it, the slowest client is disconnected.
  package var allQueueBytes = 67_108_864
  /// Moves, and as many other records, that are kept for clients that are slow or connect again.
  package var history = 4_096

  /// The limits of every daemon.
  package static let standard = Limits()

  package init() {}

  /// All limits with the names that they have in the protocol.
  package var named: [(name: StaticString, value: Int)] {
    [
      ("views", views), ("viewDepth", viewDepth), ("subviews", subviews),
      ("recognizersOfView", recognizersOfView), ("recognizersOfTouch", recognizersOfTouch),
      ("requirements", requirements), ("viewsOfProgram", viewsOfProgram),
      ("viewsOfUser", viewsOfUser), ("privateWindows", privateWindows),
      ("viewsOfPrivateWindow", viewsOfPrivateWindow), ("movingScrollViews", movingScrollViews),
      ("connections", connections), ("connectionsOfUser", connectionsOfUser),
      ("subscriptions", subscriptions), ("requestsPerSecond", requestsPerSecond),
      ("lineBytes", lineBytes), ("lineDepth", lineDepth), ("viewsOfRequest", viewsOfRequest),
      ("answerBytes", answerBytes), ("allQueueBytes", allQueueBytes),
      ("history", history),
    ]
  }
}
