// A private window as two trees want it.
//
//     written ─┬─► box      its place, its level, who reads it: a window of the public tree
//              └─► inside   all else: the only window of a tree of its own

package import ConfigurationText
import Protocol

extension WantedThing {
  /// The key that makes a window private.
  package static let privateKey = "private"
  /// What of a private window all programs read, besides who reads the rest.
  package static let boxKeys: Set = [
    "screen", "frame", "center", "bounds", "level", "isHidden", "isKeyWindow", "zone",
  ]
  /// The keys that a private window cannot have: it takes every touch inside its frame.
  static let keysOfPublicWindows = [
    "hit", "alpha", "transform", "isUserInteractionEnabled", "isInhibited",
  ]

  /// Whether it is a private window.
  package var isPrivate: Bool { inside != nil }

  /// The programs that read what is in a private window, besides its owner.
  package var readers: [PeerSettings] {
    let reader = Reader(ofRequest: ())
    return self[WantedThing.privateKey].flatMap {
      PeerSettings.readers($0.node(in: Document(file: "request")), reader)
    } ?? []
  }

  /// The private windows of an application.
  package var privateWindows: [String] { children(.window).filter(\.isPrivate).map(\.id) }

  /// The window as its box, with what is in it beside it; a public window is itself.
  var boxed: WantedThing {
    guard let readers = self[WantedThing.privateKey] else { return self }
    func isOfBox(_ value: JSON.Member) -> Bool { WantedThing.boxKeys.contains(value.name) }
    let inside = WantedThing(
      id, kind, relation, values.filter { !isOfBox($0) && $0.name != WantedThing.privateKey },
      children, owner: owner)
    return WantedThing(
      id, kind, relation,
      values.filter(isOfBox) + [JSON.Member(WantedThing.privateKey, readers)], [], owner: owner,
      inside: inside)
  }

  /// What is in a private window, in the place of the box.
  private var insideInPlace: WantedThing? {
    let place = values.filter { !["level", "isKeyWindow", "zone"].contains($0.name) }
    return inside?.setting(place)
  }

  /// The application of a private window: as that of the public windows, with what is in the window
  /// as its only one, or with none.
  func application(of window: WantedThing?) -> WantedThing {
    let values = values.filter { $0.name != "firstResponder" && $0.name != "focused" }
    let windows = [window?.insideInPlace].compactMap(\.self)
    return with(values: values).with(children: children(.delegate) + windows)
  }

  /// The window with something else in it.
  func with(inside: WantedThing) -> WantedThing {
    WantedThing(id, kind, relation, values, children, owner: owner, inside: inside)
  }
}
