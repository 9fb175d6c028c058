// The tree as JSON: windows with the views in them, and the chain of a responder.

package import Protocol
package import ResponderKit

/// Writes the members of a view's node, without its subviews: what the configuration would say of it.
package typealias NodeWriter = (View, LineWriter) -> Void

extension LineWriter {
  /// Writes the windows with all views, as a member.
  package func windows(of application: Application, _ node: NodeWriter) {
    key("windows")
    beginArray()
    for window in application.windows { view(window, node) }
    endArray()
  }

  /// Writes a view with all subviews.
  package func view(_ view: View, _ node: NodeWriter) {
    beginObject()
    node(view, self)
    if !view.subviews.isEmpty {
      key("subviews")
      beginArray()
      for child in view.subviews { self.view(child, node) }
      endArray()
    }
    endObject()
  }

  /// Writes the responders from one up to the end of the chain, as a member.
  package func chain(from responder: Responder) {
    key("chain")
    beginArray()
    for link in responder.chain {
      beginObject()
      member("id", link.id)
      member("kind", word: type(of: link).kindWord)
      if !link.handles.isEmpty { member("handles", link.handles.words(among: Handling.allWords)) }
      endObject()
    }
    endArray()
  }
}

extension Handling {
  /// The configuration's words for callbacks; the word for all of a kind comes before those for
  /// each.
  package static let allWords: [(String, Handling)] = [
    ("touches", .touches), ("touchesBegan", .touchesBegan), ("touchesMoved", .touchesMoved),
    ("touchesEnded", .touchesEnded), ("touchesCancelled", .touchesCancelled),
    ("presses", .presses), ("pressesBegan", .pressesBegan),
    ("pressesChanged", .pressesChanged), ("pressesEnded", .pressesEnded),
    ("pressesCancelled", .pressesCancelled), ("motion", .motion),
    ("motionBegan", .motionBegan), ("motionEnded", .motionEnded),
    ("motionCancelled", .motionCancelled), ("remoteControl", .remoteControl),
  ]
}

extension OptionSet where Element == Self {
  /// The words for these options; a word for several of them comes before those for each.
  package func words(among words: [(String, Self)]) -> [String] {
    var rest = self
    return words.compactMap { word, part in
      guard rest.isSuperset(of: part) else { return nil }
      rest.subtract(part)
      return word
    }
  }
}
