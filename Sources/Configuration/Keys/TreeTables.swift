// The tables of keys that a tree is read and changed by, each made once.

import ConfigurationText
import ResponderKit

/// The tables of a tree's kinds, made when they are first asked for.
final class TreeTables {
  private var views: [ViewKind: KeyIndex<Responder, Builder>] = [:]
  private var recognizers: [RecognizerKind: KeyIndex<GestureRecognizer, Builder>] = [:]

  static let viewWords = ViewKind.written.map(\.rawValue)
  static let recognizerWords = RecognizerKind.all.map(\.word)

  /// Whether an entry names a kind of view.
  func isViewKind(_ entry: Mapping.Entry) -> Bool { plainView.meaning(of: entry) == .kind }

  private lazy var plainView = KeyIndex<Responder, Builder>(
    ViewKeys.own + ViewKeys.content, kinds: Self.viewWords, of: View(id: "", frame: .zero))
  /// The indices of keys of a view without a kind.
  private(set) lazy var frame = plainView["frame"]
  private(set) lazy var width = plainView["width"]
  private(set) lazy var height = plainView["height"]
  private(set) lazy var repetition = plainView["repeat"]
  private(set) lazy var responder = KeyIndex<Responder, Builder>(
    ResponderKeys.all, of: Responder(id: ""))
  private(set) lazy var controller = KeyIndex<Responder, Builder>(
    ViewControllerKeys.all, of: ViewController(id: ""))
  private(set) lazy var application = KeyIndex<Responder, Builder>(
    ApplicationKeys.all, of: Application(id: ""))

  /// The keys of a kind of view.
  func view(_ kind: ViewKind) -> KeyIndex<Responder, Builder> {
    if case .view = kind { return plainView }
    if let table = views[kind] { return table }
    let keys = ViewKeys.own + kind.ownKeys + ViewKeys.content
    // A window has no kind as its key.
    let table = KeyIndex<Responder, Builder>(
      keys, own: kind == .window ? [] : kind.ownKeys, kinds: kind == .window ? [] : Self.viewWords,
      of: kind.make(id: "", frame: .zero))
    views[kind] = table
    return table
  }

  /// The keys of the pan or pinch that a scroll view brings along, with usual values of its own: it
  /// has its name and kind already.
  func part(_ kind: RecognizerKind) -> KeyIndex<GestureRecognizer, Builder> {
    kind == .pan ? scrollPan : scrollPinch
  }

  private lazy var scrollPan = TreeTables.part(.pan) { $0.panGestureRecognizer }
  private lazy var scrollPinch = TreeTables.part(.pinch) { $0.pinchGestureRecognizer }

  private static func part(
    _ kind: RecognizerKind, _ recognizer: @escaping (ScrollView) -> GestureRecognizer?
  ) -> KeyIndex<GestureRecognizer, Builder> {
    func usual() -> GestureRecognizer {
      let view = ScrollView(id: "", frame: .zero)
      view.maximumZoomScale = 2
      return recognizer(view) ?? kind.make("")
    }
    return KeyIndex(RecognizerKeys.all + kind.ownKeys, hasID: false, of: usual())
  }

  /// The keys of a recognizer; the common keys if it has no kind of the configuration.
  func keys(of kind: RecognizerKind?) -> KeyIndex<GestureRecognizer, Builder> {
    kind.map { recognizer($0) } ?? anyRecognizer
  }

  private lazy var anyRecognizer = KeyIndex<GestureRecognizer, Builder>(
    RecognizerKeys.all, of: RecognizerKind.tap.make(""))

  /// The keys of a kind of recognizer.
  func recognizer(_ kind: RecognizerKind) -> KeyIndex<GestureRecognizer, Builder> {
    if let table = recognizers[kind] { return table }
    let table = KeyIndex<GestureRecognizer, Builder>(
      RecognizerKeys.all + kind.ownKeys, own: kind.ownKeys, kinds: Self.recognizerWords,
      of: kind.make(""))
    recognizers[kind] = table
    return table
  }
}
