// Access: rights for users, groups and units.

package import Permissions
import ResponderKit
import YAML

/// Rights that the administrator gives to some programs, in addition to those of their socket.
package struct AccessSettings: Hashable, Sendable {
  /// The programs that have the rights.
  package var peer: PeerSettings
  /// The rights.
  package var rights: Set<Right>
  /// The views in and below which the rights to subscribe and to edit hold; nil for everywhere.
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
          ? .text("all")
          : .list(
            words.filter { word in rights.contains { $0.rawValue == word } }.map { .text($0) })
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
      if written.under != nil, rights.isDisjoint(with: [.subscribe, .edit]),
        let under = entry["under"]
      {
        reader.complain(
          under.complaint(
            "expected the right \"subscribe\" or \"edit\" in rights, because under limits only "
              + "these"))
      }
      views += written.under ?? []
      answer.append(
        AccessSettings(
          peer: peer, rights: rights, under: written.under?.compactMap(\.string)))
    }
    return answer
  }
}

extension Settings {
  /// The views to which rules limit the right to subscribe, each once, in their order.
  package var places: [String] {
    var names: [String] = []
    for rule in access where rule.rights.contains(.subscribe) {
      for name in rule.under ?? [] where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Complains about more places than there may be, and of those who see everything anyway.
  func checkPlaces(in rules: [Node], _ reader: Reader) {
    guard let first = rules.first(where: { $0["under"] != nil }) else { return }
    if places.count > Audience.mostPlaces {
      reader.complain(
        (first["under"] ?? first).complaint(
          "expected at most \(Audience.mostPlaces) different views to which the right "
            + "\"subscribe\" is limited, found \(places.count)"))
    }
    guard socket.rights.contains(.subscribe) else { return }
    for (rule, node) in zip(access, rules)
    where rule.rights.contains(.subscribe) && rule.under != nil {
      var complaint = (node["under"] ?? node).complaint(
        "does not limit the right \"subscribe\", which socket.rights gives to all clients; write "
          + "socket: { rights: [] }")
      complaint.severity = .warning
      reader.complain(complaint)
    }
  }
}
