// What a client may read about the views and recognizers that its request names.

package import ResponderKit

extension VisibleTree {
  // MARK: Names

  /// The name of a responder, for a message.
  package func name(of responder: Responder) -> String { responder.id }

  /// The name of a recognizer, for a message.
  package func name(of recognizer: GestureRecognizer) -> String { recognizer.id }
}
