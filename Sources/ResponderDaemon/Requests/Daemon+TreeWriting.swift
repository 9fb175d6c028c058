// The current tree, written as a configuration.

import Blueprint
import Permissions
import ResponderKit
import Wire

extension Daemon {
  /// The configuration of a view, or of everything, as text or as JSON, or the settings of a
  /// view.
  func writeTree(of name: String?, _ form: Request.TreeForm) throws(ProtocolError) -> Reply {
    let setting = try setting(of: name, form)
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
        .forbidden, "tree.owner: what other programs want is for those who may edit everything",
        path: "tree.owner")
    }
    return try treeReply { [wants] writer in
      writer.key("puts")
      writer.beginArray()
      for put in owners.flatMap({ wants.puts(of: $0) }) { writer.value(put.written) }
      writer.endArray()
    }
  }

  private func setting(
    of name: String?, _ form: Request.TreeForm
  ) throws(ProtocolError) -> JSON {
    let tree = visibleTree
    let writer = TreeWriter(configuration.tree, wants.tree)
    guard let name else {
      if form != .settings { return writer.configuration }
      throw ProtocolError(
        .badRequest, "tree.view: expected the view whose settings are wanted, found none",
        path: "tree.view")
    }
    guard let view = tree.view(name) else { throw tree.unknown("view", name, path: "tree.view") }
    return form == .settings ? writer.settings(of: view) : writer.view(view)
  }
}
