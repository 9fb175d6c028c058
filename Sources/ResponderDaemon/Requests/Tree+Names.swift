// Names that peers say, as far as the peer that is served may know of them.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Tree {
  /// The responder of this name.
  func shownResponder(_ name: String) -> Responder? {
    registry.responder(name).flatMap { shows(.responder($0)) ? $0 : nil }
  }

  /// The view of this name.
  func shownView(_ name: String) -> View? { shownResponder(name) as? View }

  /// The recognizer of this name.
  func shownRecognizer(_ name: String) -> GestureRecognizer? {
    registry.recognizer(name).flatMap { shows(.recognizer($0)) ? $0 : nil }
  }

  /// The refusal of a name that is not in the tree.
  func unknown(_ what: String, _ name: String, path: String) -> ProtocolError {
    let hint =
      nearest(to: name, in: registry.ids(where: shows)).map { "; did you mean \"\($0)\"?" } ?? ""
    return ProtocolError(
      .notFound, "\(path): no \(what) is named \"\(name)\"\(hint)", path: path)
  }
}
