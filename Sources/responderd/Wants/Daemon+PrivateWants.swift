// What programs want of private windows: the limits of a request, and where a want is kept.
//
//     what the file or a put describes of a window ──► a want of the public windows' tree
//     what others put into it ──► a want of its own tree

import Configuration
import Linux
import Protocol
import ResponderKit

extension Daemon {
  // MARK: Where a want is kept

  /// The changes of a request in a scene.
  func changes(of scene: Scene, _ request: AskedRequest) -> AskedChanges {
    scenes.serve(scene) { request.changes(of: scene, in: visibleTree) }
  }

  /// Takes a thing out of what is wanted in the scene that is served; returns the scene whose tree has
  /// to follow.
  func takeOut(_ id: String) -> Scene {
    guard let window = scene.window, wants.put(with: id) == nil else {
      wants.remove(id)
      return scene
    }
    scenes.shared.wants.changeInside(of: window) { $0.replacing(id) { _ in nil } }
    return scenes.shared
  }

  /// Makes the values that a request sets of its program's own things part of their wants.
  func makeValues(_ asked: AskedChanges) {
    if let window = scene.window {
      let described = asked.values.filter { wants.put(with: $0.key) == nil }
      if !described.isEmpty {
        scenes.shared.wants.changeInside(of: window) { $0.setting(described) }
        changes(of: scenes.shared, asked.request).changesTree = true
      }
    }
    asked.makeValues(in: wants)
  }

  // MARK: What may be wanted

  /// Throws if a description of a private window exceeds the limits that such windows have.
  func requireRoom(
    forPrivate json: JSON, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    guard json[WantedThing.privateKey] != nil else { return }
    if scene.window != nil {
      throw ProtocolError(.invalidEdit, at: path, "expected no window in a private window")
    }
    let id = json["id"]?.name ?? ""
    try requireRoom(forPrivate: id, path)
    let most = asked.connection.limits.viewsOfPrivateWindow
    let size = AskedChanges.things(in: json)
    guard size > most else { return }
    throw ProtocolError(
      .limit, at: path,
      "a private window may have \(most) views, controllers and recognizers, this makes \(size)")
  }

  /// Throws if a value would take the keys from a private window that the program does not read.
  func requireKey(
    for json: JSON, of id: String?, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    guard scene === scenes.shared, json["isKeyWindow"] == .bool(true) else { return }
    let window = id.flatMap(visibleTree.view) as? Window
    guard let key = scene.tree.application.keyWindow(of: json["zone"]?.name ?? window?.zone),
      key.isPrivate,
      let room = scenes.scene(key.id), !mayRead(room, asked.connection)
    else { return }
    throw ProtocolError(
      .forbidden, at: path,
      "the private window \"\(key.id)\" is the key window, and this connection may not read it")
  }

  /// Throws if a key is one of the box and what is in the window is meant, or the other way round.
  func requireKind(
    of value: JSON.Member, _ thing: WantedThing, _ path: String
  ) throws(ProtocolError) {
    let isBox = thing.isPrivate
    guard isBox || thing.id == scene.window else { return }
    let isOfBox =
      WantedThing.boxKeys.contains(value.name) || ["above", "below"].contains(value.name)
    guard isBox != isOfBox else { return }
    throw ProtocolError(
      .invalidEdit, at: path,
      isBox
        ? "expected a key of the box of the private window, such as frame, level or isHidden; with "
          + "\"window\": \"\(thing.id)\" beside it, what is in the window is meant"
        : "expected no window beside it, as \(value.name) is a key of the box, which is among the "
          + "public windows")
  }
}
