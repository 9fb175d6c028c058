// Private windows: who reads them, and how they follow what is wanted of the public windows' tree.
//
//     change of the public tree ──► box: there · another one · gone ──► scene ──► change of its tree
//                                                                  └──► who reads it

import Configuration
import ConfigurationText
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// The scene in which the names of the present request lie.
  var scene: Scene { scenes.served }

  // MARK: Readers

  /// Whether a program reads what is in a scene.
  func mayRead(_ scene: Scene, _ connection: Connection) -> Bool {
    mayRead(scene, programs.owner(connection)) {
      accessRules.mayRead($0, connection.peer, connection.origin)
    }
  }

  private func mayRead(
    _ scene: Scene, _ owner: PutOwner, _ isReader: ([PeerSettings]) -> Bool
  ) -> Bool {
    guard let window = scene.window else { return true }
    guard let box = scenes.shared.wants.tree.thing(window), box.isPrivate else { return false }
    return box.owner == owner || isReader(box.readers)
  }

  /// Whether a program reads all that there is.
  func readsEverything(_ connection: Connection) -> Bool {
    scenes.rooms.allSatisfy { mayRead($0, connection) }
  }

  /// Whether a program reads every private window of the file.
  func readsFile(_ connection: Connection) -> Bool {
    let file = configuration.blueprint.wanted
    return file.application.privateWindows.allSatisfy { window in
      accessRules.mayRead(file.thing(window)?.readers ?? [], connection.peer, connection.origin)
    }
  }

  /// The scene that a request names. What a program puts waits where its window is not there.
  func scene(
    _ window: String?, _ path: String, _ connection: Connection, waits: Bool = false
  ) throws(ProtocolError) -> Scene {
    guard let window else { return scenes.shared }
    let path = "\(path).window"
    guard let box = scenes.shared.wants.tree.thing(window) else {
      if waits { return try room(of: window, path) }
      throw ProtocolError(.notFound, at: path, "no window is named \"\(window)\"")
    }
    guard box.isPrivate else {
      throw ProtocolError(
        .notFound, at: path,
        "expected a private window, found \"\(window)\", whose names need no window")
    }
    let scene = try room(of: window, path)
    guard mayRead(scene, connection) else {
      throw ProtocolError(
        .forbidden, at: path, "\"\(window)\" is private, and this connection may not read it")
    }
    return scene
  }

  private func room(of window: String, _ path: String) throws(ProtocolError) -> Scene {
    if let known = scenes.scene(window) { return known }
    try requireRoom(forPrivate: window, path, waits: true)
    return open(window)
  }

  /// Throws if there are too many private windows for another one; those into which something waits to
  /// be put are counted apart.
  func requireRoom(
    forPrivate window: String, _ path: String, waits: Bool = false
  ) throws(ProtocolError) {
    let most = Limits.standard.privateWindows
    let count = scenes.rooms.count { ($0.box == nil) == waits }
    guard scenes.scene(window)?.box == nil, count >= most else { return }
    throw ProtocolError(
      .limit, at: path, "there may be \(most) private windows, and there are; remove one")
  }

  private func open(_ window: String) -> Scene {
    let scene = Scene(
      window: window, beside: scenes.shared, keeping: options.limits.history
    ) { [unowned self] (owner, around) in
      guard let scene = scenes.scene(window) else { return false }
      return mayRead(scene, owner) { [programs] in programs.mayRead(owner, $0) }
        && programs.mayPut(owner, around)
    }
    answerEngine(of: scene)
    scenes.open(scene)
    changes.insert(.listeners)
    return scene
  }

  // MARK: Following

  /// Brings the private windows to what the public windows' tree wants of them.
  func followPrivateWindows(by owner: PutOwner? = nil) {
    let shared = scenes.shared
    for window in shared.wants.tree.application.privateWindows where scenes.scene(window) == nil {
      _ = open(window)
    }
    for room in scenes.rooms { follow(room, by: owner) }
    keepPrivate()
  }

  private func follow(_ room: Scene, by owner: PutOwner?) {
    let box = room.box(among: scenes.shared)
    let isOther = room.box !== box
    let madeAgain = isOther && room.box != nil
    // What goes with a window is cancelled before its readers are others.
    let difference = room.difference(following: scenes.shared, madeAgain: madeAgain)
    if let difference { scenes.serve(room) { make(difference, by: owner) } }
    if isOther || difference != nil {
      sendReports()
      if isOther { scenes.use(box, for: room) }
      for connection in server.connections { renew(room, of: connection) }
    }
    noteVacancy(of: room)
    if room.box == nil, !room.wants.hasPuts { scenes.close(room) }
  }

  /// A private window without contents is as good as hidden.
  func noteVacancy(of room: Scene) {
    guard let box = room.box, box.isVacant != room.isVacant else { return }
    scenes.serve(scenes.shared) { perform { box.isVacant = room.isVacant } }
    keepPrivate()
  }

  /// While a private window is shown, no other program reads the panel itself.
  private func keepPrivate() { if panel.showsPrivateWindow { sources.endReleases() } }

  // MARK: Subscriptions

  /// A client may read other windows than before: it is subscribed to those that it may read.
  func renewReadings(of connection: Connection) {
    for room in scenes.rooms { renew(room, of: connection) }
  }

  private func renew(_ room: Scene, of connection: Connection) {
    // What goes with a window is still for its former readers.
    guard connection.isOpen, room.box === room.box(among: scenes.shared) else { return }
    let subscriptions = connection.subscriptions
    let has = subscriptions.all.contains { $0.stream === room.stream }
    guard has != (room.box != nil && mayRead(room, connection)) else { return }
    changes.insert(.listeners)
    if has { return subscriptions.remove(of: room.stream) }
    for known in subscriptions.all
    where known.stream === scenes.shared.stream && known.filter.isOfAllWindows {
      let fresh = Subscription(
        id: known.id, filter: known.filter, to: room.stream, for: connection.names)
      subscriptions.append(fresh)
      _ = subscriptions.requireSnapshots { $0 === fresh }
    }
    server.service.append(connection)
  }
}
