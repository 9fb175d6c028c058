// The kinds of recognizer that a configuration can name. Each one declares itself in a file here.

package import ResponderKit

/// A kind of recognizer: its class, and the keys that it has beside those of all recognizers.
package struct RecognizerKind: Sendable {
  /// The kinds, in the order of the reference.
  package static let all = [
    tap, longPress, pan, screenEdgePan, swipe, pinch, rotation, hover, transform, path,
  ]

  /// The word under which its keys are written; the class has it.
  package let word: String
  /// The names of what it measures; the class has them, too.
  package let measureNames: MeasureNames
  /// A new recognizer of this kind, with an id.
  let make: @Sendable (String) -> GestureRecognizer
  /// The keys without which it is never recognized, each with an example.
  let neededKeys: [(name: String, example: String)]
  private let keys: @Sendable () -> [RecognizerKey]

  /// A kind by the initializer of its class.
  init<Recognizer: GestureRecognizer>(
    _ make: @escaping @Sendable (String) -> Recognizer,
    needs neededKeys: [(name: String, example: String)] = [],
    keys: @escaping @Sendable () -> [RecognizerKey]
  ) {
    word = Recognizer.kindWord.description
    measureNames = Recognizer.measureNames
    self.make = make
    self.neededKeys = neededKeys
    self.keys = keys
  }

  /// The kind with this word.
  init?(word: String) {
    guard let kind = Self.byWord[word] else { return nil }
    self = kind
  }

  /// The kind of a recognizer; nil for classes from outside the engine.
  package init?(of recognizer: GestureRecognizer) {
    self.init(word: type(of: recognizer).kindWord.description)
  }

  private static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// The keys of this kind alone.
  var ownKeys: [RecognizerKey] { keys() }
}

extension RecognizerKind: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.word == other.word }

  package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
