// The tree as it is now, written as a configuration.

import Blueprint
import Wire

extension Daemon {
  /// Answers with the configuration of a view, or of everything, as text or as JSON, or with the
  /// settings of a view.
  ///
  /// It names audiences and programs, so it is only for clients that may see and edit everything.
  func writeTree(
    _ connection: Connection, of name: String?, _ form: Request.TreeForm
  ) throws(ProtocolError) -> Reply {
    let grant = connection.grant
    guard grant.rights.contains(.edit) else { throw lacks(.edit, connection) }
    let tree = visibleTree(for: connection)
    // What programs own goes away with them.
    let owners = server.connections.filter { !$0.ownership.isEmpty }
    let writer = tree.writer(
      includes: { view in !owners.contains { $0.ownership.owns(view) } },
      includesRecognizer: { recognizer in !owners.contains { $0.ownership.owns(recognizer) } })
    guard grant.under == nil, let writer else {
      throw ProtocolError(
        .forbidden,
        "tree.as: the configuration of a tree is only for clients that may see and edit all of it",
        path: "tree.as")
    }
    if form == .settings, name == nil {
      throw ProtocolError(
        .badRequest, "tree.view: expected the view whose settings are wanted, found none",
        path: "tree.view")
    }
    let setting = try setting(of: name, form, in: tree, by: writer)
    return .result {
      if form == .yaml {
        $0.member("text", YAMLText.text(of: setting))
      } else {
        $0.key(form.rawValue)
        $0.value(JSON(setting))
      }
    }
  }

  private func setting(
    of name: String?, _ form: Request.TreeForm, in tree: VisibleTree, by writer: TreeWriter
  ) throws(ProtocolError) -> Setting {
    guard let name else { return writer.configuration }
    guard let view = tree.view(name) else { throw tree.unknown("view", name, path: "tree.view") }
    return form == .settings ? writer.settings(of: view) : writer.view(view)
  }
}

extension JSON {
  /// A value of a configuration.
  init(_ setting: Setting) {
    switch setting {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(Int64(value))
    case .number(let value): self = .number(value)
    case .text(let text): self = .string(text)
    case .list(let elements): self = .array(elements.map { JSON($0) })
    case .mapping(let entries):
      self = .object(entries.map { Member($0.key, JSON($0.value)) })
    }
  }
}
