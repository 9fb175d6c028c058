// Access: rights for users, groups and units.

package import ConfigurationText
package import Protocol
import ResponderKit

/// Rights that the administrator gives to some programs, in addition to those of their socket.
package struct AccessSettings: Hashable, Sendable {
  /// The programs that have the rights.
  package var peer: PeerSettings
  /// The rights.
  package var rights: Set<Right>
  /// The views in and below which the right to edit holds; nil for everywhere.
  package var under: [String]?

  private struct Written {
    var peers: [PeerSettings] = []
    var rights: Set<Right>?
    var under: [Node]?
  }

  static var table: KeyTable { KeyTable("access", keys) }

  private static var keys: [Key<Written, Reader>] {
    PeerSettings.keys(\.peers) + [
      Key("rights", value: rightsForm.type, required: true) { written, node, reader in
        written.rights = rights(node, reader)
      },
      Key("under", value: "id of a view, or a list of ids") { written, node, reader in
        written.under = reader.oneOrMore(node) { reader.name($0) == nil ? nil : $0 }
      },
    ]
  }

  /// `all`, one right, or a list of rights.
  static var rightsForm: Form<Set<Right>> {
    let words = Right.allCases.map(\.rawValue)
    return Form(
      ValueType("one or a list of", choices: words + ["all"]),
      write: { rights in
        rights.count == words.count
          ? .string("all")
          : .array(
            words.filter { word in rights.contains { $0.rawValue == word } }.map { .string($0) })
      },
      read: { rights($1, $0) })
  }

  /// Reads `all`, one right, or a list of them.
  static func rights(_ node: Node, _ reader: Reader) -> Set<Right>? {
    if node.string == "all" { return Set(Right.allCases) }
    let words = Right.allCases.map { ($0.rawValue, $0) }
    if node.sequence != nil {
      return Set(reader.oneOrMore(node) { reader.choice($0, words) })
    }
    guard node.scalar?.isNull == false else {
      reader.expected("all, or a list of rights", at: node)
      return nil
    }
    let known = words.map { ($0.0, Set([$0.1])) } + [("all", Set(Right.allCases))]
    return reader.choice(node, known)
  }

  /// Reads the list of rules; the views that they name are given out to be looked for.
  static func read(_ node: Node, _ reader: Reader, views: inout [Node]) -> [AccessSettings]? {
    guard let entries = node.sequence else {
      reader.expected("a list of rules such as { group: kiosk, rights: [edit] }", at: node)
      return nil
    }
    var answer: [AccessSettings] = []
    for entry in entries {
      var written = Written()
      reader.fields(
        of: entry, into: &written, keys: keys, context: reader, what: "a rule of access")
      guard let peer = PeerSettings.one(of: written.peers, at: entry, reader),
        let rights = written.rights
      else { continue }
      if written.under != nil, !rights.contains(.edit), let under = entry["under"] {
        reader.complain(
          under.complaint("expected the right \"edit\" in rights, because under limits only this"))
      }
      views += written.under ?? []
      answer.append(
        AccessSettings(
          peer: peer, rights: rights, under: written.under?.compactMap(\.string)))
    }
    return answer
  }
}
