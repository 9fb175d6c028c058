// The value of each key that is not in the file; such values need not be written.

import ResponderKit
import Wire

/// The keys of each kind with the values that they have by default.
final class UsualSettings {
  /// One key and its default value.
  struct Entry<Owner> {
    let key: Key<Owner, Builder>
    let usual: JSON?
    /// Whether an owner has it; nil for what cannot be read.
    let isUsual: ((Owner) -> Bool)?
    /// Whether fingers change it, too; also the transform, of zoomed content that moves elsewhere.
    let isLiving: Bool
  }

  typealias Part = [Entry<GestureRecognizer>]

  private var views: [ViewKind: (common: [Entry<Responder>], own: [Entry<Responder>])] = [:]
  private var recognizers: [RecognizerKind: Part] = [:]

  private(set) lazy var applicationKeys = UsualSettings.entries(
    ApplicationKeys.all, of: Application(id: "") as Responder)
  private(set) lazy var controllerKeys = UsualSettings.entries(
    ViewControllerKeys.all, of: ViewController(id: "") as Responder)
  private(set) lazy var responderKeys = UsualSettings.entries(
    ResponderKeys.all, of: Responder(id: ""))

  // A scroll view's own recognizers have defaults of their own.
  private lazy var scrollView = {
    let view = ScrollView(id: "", frame: .zero)
    view.maximumZoomScale = 2
    return view
  }()
  private(set) lazy var scrollPan = part(scrollView.panGestureRecognizer, .pan)
  private(set) lazy var scrollPinch =
    scrollView.pinchGestureRecognizer.map { part($0, .pinch) } ?? []

  /// The keys that every view has.
  func keys(of kind: ViewKind) -> [Entry<Responder>] { view(kind).common }

  /// The keys of this kind of view alone.
  func ownKeys(of kind: ViewKind) -> [Entry<Responder>] { view(kind).own }

  /// The keys of a kind of recognizer.
  func keys(of kind: RecognizerKind) -> Part {
    if let known = recognizers[kind] { return known }
    let entries = part(kind.make(""), kind)
    recognizers[kind] = entries
    return entries
  }

  private func view(
    _ kind: ViewKind
  ) -> (common: [Entry<Responder>], own: [Entry<Responder>]) {
    if let known = views[kind] { return known }
    let view = kind.make(id: "", frame: .zero) as Responder
    let entries = (
      UsualSettings.entries(ViewKeys.own, of: view), UsualSettings.entries(kind.ownKeys, of: view)
    )
    views[kind] = entries
    return entries
  }

  private func part(_ recognizer: GestureRecognizer, _ kind: RecognizerKind) -> Part {
    UsualSettings.entries(RecognizerKeys.all + kind.ownKeys, of: recognizer)
  }

  /// The default value of one of these keys.
  static func value<Owner>(of name: String, in entries: [Entry<Owner>]) -> JSON? {
    entries.first { $0.key.name == name }?.usual
  }

  private static func entries<Owner>(
    _ keys: [Key<Owner, Builder>], of owner: Owner
  ) -> [Entry<Owner>] {
    keys.map { key in
      guard case .read(let read, let isAsIn) = key.writing else {
        return Entry(key: key, usual: nil, isUsual: nil, isLiving: false)
      }
      return Entry(
        key: key, usual: read(owner), isUsual: isAsIn(owner),
        isLiving: Wants.living.contains(key.name) || key.name == "transform")
    }
  }
}
