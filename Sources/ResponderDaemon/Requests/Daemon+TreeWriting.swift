// The current tree, written as a configuration.

import Blueprint
import Permissions
import Wire

extension Daemon {
  /// The configuration of a view, or of everything, as text or as JSON, or the settings of a
  /// view.
  ///
  /// It names programs, so it is only for clients that may edit everything.
  func writeTree(
    _ connection: Connection, of name: String?, _ form: Request.TreeForm
  ) throws(ProtocolError) -> Reply {
    guard connection.grant.rights.contains(.edit) else { throw lacks(.edit, connection) }
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

  private func setting(
    of name: String?, _ form: Request.TreeForm, for connection: Connection
  ) throws(ProtocolError) -> Setting {
    let tree = visibleTree
    // Views that programs own are removed with their programs.
    let owners = server.connections.filter { !$0.ownership.isEmpty }
    let writer = tree.writer(
      includes: { view in !owners.contains { $0.ownership.owns(view) } },
      includesRecognizer: { recognizer in !owners.contains { $0.ownership.owns(recognizer) } })
    guard connection.grant.under == nil else {
      throw ProtocolError(
        .forbidden,
        "tree.as: the configuration of a tree is only for clients that may edit all of it",
        path: "tree.as")
    }
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

extension LineWriter {
  /// Writes a value of a configuration.
  fileprivate func value(_ setting: Setting) {
    switch setting {
    case .null: value(JSON.null)
    case .bool(let value): self.value(JSON.bool(value))
    case .integer(let value): self.value(JSON.integer(Int64(value)))
    case .number(let value): self.value(JSON.number(value))
    case .text(let text): value(JSON.string(text))
    case .list(let elements):
      beginArray()
      for element in elements { value(element) }
      endArray()
    case .mapping(let entries):
      beginObject()
      for entry in entries {
        key(entry.key)
        value(entry.value)
      }
      endObject()
    }
  }
}
