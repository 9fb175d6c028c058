// The tables of keys that a tree is read and changed by, each made once.

import ResponderKit

/// The tables of a tree's kinds, made when they are first asked for.
final class TreeTables {
  private var views: [ViewKind: KeyIndex<Responder, Builder>] = [:]
  private var recognizers: [RecognizerKind: KeyIndex<GestureRecognizer, Builder>] = [:]

  static let viewWords = ViewKind.written.map(\.rawValue)
  static let recognizerWords = RecognizerKind.all.map(\.word)

  // The first letters of the words above: most keys can be passed over at a glance.
  private static let initials = Set((viewWords + recognizerWords).compactMap(\.utf8.first))
  private let isInitial = (UInt8.min...UInt8.max).map { TreeTables.initials.contains($0) }

  /// Whether a key names a kind of view.
  func isViewWord(_ key: String) -> Bool {
    guard let first = key.utf8.first, isInitial[Int(first)] else { return false }
    return Self.viewWords.contains(key)
  }

  private(set) lazy var responder = KeyIndex<Responder, Builder>(ResponderKeys.all)
  private(set) lazy var controller = KeyIndex<Responder, Builder>(ViewControllerKeys.all)
  private(set) lazy var application = KeyIndex<Responder, Builder>(ApplicationKeys.all)

  /// The keys of a kind of view.
  func view(_ kind: ViewKind) -> KeyIndex<Responder, Builder> {
    if let table = views[kind] { return table }
    let keys = ViewKeys.own + kind.ownKeys + ViewKeys.content
    // A window has no kind as its key.
    let table = KeyIndex(
      keys, own: kind == .window ? [] : kind.ownKeys,
      kinds: kind == .window ? [] : Self.viewWords)
    views[kind] = table
    return table
  }

  /// The keys of a recognizer that a view brings along: it has its name and kind already.
  func part(_ kind: RecognizerKind) -> KeyIndex<GestureRecognizer, Builder> {
    KeyIndex(RecognizerKeys.all + kind.ownKeys, hasID: false)
  }

  /// The keys of a recognizer; the common keys if it has no kind of the configuration.
  func keys(of kind: RecognizerKind?) -> KeyIndex<GestureRecognizer, Builder> {
    kind.map { recognizer($0) } ?? anyRecognizer
  }

  private lazy var anyRecognizer = KeyIndex<GestureRecognizer, Builder>(RecognizerKeys.all)

  /// The keys of a kind of recognizer.
  func recognizer(_ kind: RecognizerKind) -> KeyIndex<GestureRecognizer, Builder> {
    if let table = recognizers[kind] { return table }
    let table = KeyIndex(
      RecognizerKeys.all + kind.ownKeys, own: kind.ownKeys, kinds: Self.recognizerWords)
    recognizers[kind] = table
    return table
  }
}
