// The current tree, written as a configuration.

import Configuration
import Protocol
import ResponderKit

extension Daemon {
  /// The configuration of a view, or of everything, as text or as JSON, or the settings of a
  /// view.
  func writeTree(
    _ connection: Connection, of name: String?, _ form: Request.TreeForm
  ) throws(ProtocolError) -> Reply {
    let setting = try setting(of: name, form, for: connection)
    return try treeReply { writer in
      if form == .yaml {
        writer.member("text", YAMLText.text(of: setting))
      } else {
        writer.key(form.rawValue)
        writer.value(setting)
      }
    }
  }

  /// The puts of the program itself or of one with a name, as it would have to put them again.
  ///
  /// A batch of them changes nothing, now and when nothing lies over them any more.
  func writePuts(_ connection: Connection, of name: String?) throws(ProtocolError) -> Reply {
    let own = programs.owner(connection)
    let owners = name.map { programs.owners(named: $0) } ?? [own]
    guard connection.grant.editsEverywhere || owners.allSatisfy({ $0 == own }) else {
      throw ProtocolError(
        .forbidden, at: "tree.owner",
        "what other programs want is for those who may edit everything")
    }
    return try treeReply { [scenes] writer in
      writer.key("puts")
      writer.beginArray()
      for scene in scenes.all where scene === scenes.shared || reads(scene, owners, connection) {
        for put in owners.flatMap({ scene.wants.puts(of: $0) }) {
          writer.value(put.written(in: scene.window))
        }
      }
      writer.endArray()
    }
  }

  /// The text of the file in which the public windows are wanted as programs have left them, with what
  /// the program itself has put, or one with a name.
  func writeFile(_ connection: Connection, of name: String?) throws(ProtocolError) -> Reply {
    guard connection.grant.editsEverywhere, readsEverything(connection) else {
      throw ProtocolError(
        .forbidden, at: "tree.as",
        "the file is for those who may edit everything and read every private window")
    }
    let owners = name.map { programs.owners(named: $0) } ?? [programs.owner(connection)]
    let blueprint = configuration.blueprint
    let text: String
    do {
      text = try ChangedFile.text(
        of: blueprint.text, wanting: blueprint.wanted.application,
        now: scenes.shared.wants.lasting { owners.contains($0) })
    } catch {
      throw ProtocolError(.invalidEdit, at: "tree.as", error.message)
    }
    return try treeReply { $0.member("text", text) }
  }

  // What a program wants in a private window is for itself, and for those who read the window.
  private func reads(_ scene: Scene, _ owners: [PutOwner], _ connection: Connection) -> Bool {
    owners == [programs.owner(connection)] || mayRead(scene, connection)
  }

  private func setting(
    of name: String?, _ form: Request.TreeForm, for connection: Connection
  ) throws(ProtocolError) -> JSON {
    let tree = visibleTree
    let writer = TreeWriter(scene.tree, wants.tree) { [self] window in
      guard let room = scenes.scene(window), mayRead(room, connection),
        let view = VisibleTree(room.tree).view(window)
      else { return nil }
      return TreeWriter(room.tree, room.wants.tree).view(view)
    }
    guard let name else {
      if form != .settings { return writer.configuration }
      throw ProtocolError(
        .badRequest, at: "tree.view", "expected the view whose settings are wanted, found none")
    }
    guard let view = tree.view(name) else { throw tree.unknown("view", name, path: "tree.view") }
    return form == .settings ? writer.settings(of: view) : writer.view(view)
  }
}
