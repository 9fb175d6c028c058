// Recognizers, in the order in which they are attached.

import CommandLine
import ConfigurationText
import ResponderKit

extension Builder {
  /// The recognizers of a list, attached to a view one after the other.
  func recognizers(_ node: Node, on view: View) {
    guard let nodes = node.sequence else {
      reader.expected("a list of recognizers", at: node)
      return
    }
    for element in nodes {
      if let recognizer = recognizer(element) { view.addGestureRecognizer(recognizer) }
    }
  }

  /// A recognizer of any kind, not yet attached.
  func recognizer(_ node: Node) -> GestureRecognizer? {
    guard let id = id(of: node, "a recognizer") else { return nil }
    let words = TreeTables.recognizerWords
    guard
      let under = kind(
        of: node, "recognizer", isKind: { TreeTables.recognizerWords.contains($0.key) }),
      let kind = RecognizerKind(word: under.word)
    else {
      // A misspelt kind is reported as an unknown key, not as a missing kind.
      let others = node.entries.filter { $0.key != "id" }
      let strange =
        others.first { nearest(to: $0.key, in: words) != nil }
        ?? others.first { KeyHints.hint(for: $0.key, known: words) != nil }
        ?? others.first { tables.recognizer(.tap)[$0.key] == nil }
      reader.lose(id)
      if let strange {
        reader.unknown(strange, known: words)
      } else if node.mapping?.isIncomplete != true {
        reader.complain(
          node.complaint(
            "expected one of \(words.joined(separator: ", ")) in a recognizer, found none"))
      }
      return nil
    }
    let recognizer = kind.make(id)
    register(.recognizer(recognizer), id: id, node: node)
    var owner = recognizer
    apply(tables.recognizer(kind), node: node, under: under, to: &owner, what: "a recognizer")
    for key in kind.neededKeys
    where node.lacks(key.name) && under.fields?[key.name] == nil
      && under.fields?.isIncomplete != true
    {
      reader.complain(
        (node[under.word] ?? node).complaint(
          "expected the key \"\(key.name)\" in a \(kind.word), found none; "
            + "write for example \(key.example)"))
    }
    return recognizer
  }
}
