// Programs that connect, named by what the kernel knows of them: user, group, unit.

package import Protocol

/// The programs of one user, of one group's members, or of one unit of the service manager.
package struct PeerSettings: Hashable, Sendable {
  /// What the programs have in common.
  package enum Kind: String, Sendable, CaseIterable { case user, group, unit }

  /// The kind of name.
  package var kind: Kind
  /// The name; that of a user or group may be a number.
  package var name: String
  /// The origin of the pages of which the programs are, if only these are meant.
  package var origin: Origin?

  /// The programs of this user, group or unit.
  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// The programs that a view names as its actor; nil for an actor that is a name.
  package init?(actor: String) {
    let parts = actor.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind, String(parts[1]))
  }

  /// The actor of a view that names these programs; names have no spaces.
  package var actor: String { "\(kind.rawValue) \(name)" }

  /// The keys by which an entry names programs.
  package static func keys<Owner>(
    _ path: WritableKeyPath<Owner, [PeerSettings]>
  ) -> [Key<Owner, Reader>] {
    Kind.allCases.map { kind in
      Key(kind.rawValue, value: kind == .unit ? "name of a unit" : "name or number") {
        owner, node, reader in
        guard let name = reader.name(node) else { return }
        let isUnit = name.hasSuffix(".service") || name.hasSuffix(".scope")
        if kind == .unit, !isUnit || name.utf8.contains(UInt8(ascii: "/")) {
          reader.expected("the name of a unit such as kiosk.service", at: node)
          return
        }
        let peer = PeerSettings(kind, name)
        owner[keyPath: path].append(peer)
        reader.mention(peer, at: node)
      }
    }
  }

  /// The number of programs in a list.
  static let most = 64

  /// A list of entries such as `{ group: kiosk }`, or one of them.
  package static func list(
    _ node: Node, _ reader: Reader, keys: [Key<[PeerSettings], Reader>] = keys(\.self)
  ) -> [PeerSettings]? {
    let what = "programs such as { user: kiosk }, { group: kiosk } or { unit: kiosk.service }"
    guard node.scalar == nil, node.sequence?.isEmpty != true else {
      reader.expected("a list of \(what)", at: node)
      return nil
    }
    if let count = node.sequence?.count, count > most {
      reader.complain(node.complaint("expected at most \(most) programs, found \(count)"))
      return nil
    }
    return reader.oneOrMore(node) { entry in
      var found: [PeerSettings] = []
      reader.fields(
        of: entry, into: &found, keys: keys, context: reader, what: what)
      return one(of: found, at: entry, reader)
    }
  }

  /// The programs that read a private window; an empty list is for its owner alone.
  package static func readers(_ node: Node, _ reader: Reader) -> [PeerSettings]? {
    node.sequence?.isEmpty ?? false ? [] : list(node, reader, keys: keys(\.self) + [originKey])
  }

  // The pages of a gateway are programs of one user; the gateway says whose each is.
  private static var originKey: Key<[PeerSettings], Reader> {
    Key("origin", value: "origin of pages") { found, node, reader in
      guard let origin = node.string.flatMap({ Origin($0) }) else {
        reader.expected("the origin of pages such as https://kiosk.example", at: node)
        return
      }
      for index in found.indices { found[index].origin = origin }
    }
  }

  /// The user, group or unit of an entry; an error if the entry names none or several.
  package static func one(
    of found: [PeerSettings], at entry: Node, _ reader: Reader
  ) -> PeerSettings? {
    guard let mapping = entry.mapping else { return nil }
    let words = Kind.allCases.map(\.rawValue)
    let written = mapping.entries.map(\.key).filter { words.contains($0) }
    guard written.count == 1 else {
      let found = written.isEmpty ? "none" : written.joined(separator: " and ")
      reader.complain(entry.complaint("expected one of user, group and unit, found \(found)"))
      return nil
    }
    return found.first
  }
}

/// A place in a configuration that names programs.
package struct PeerMention: Sendable {
  /// The named programs.
  package let peer: PeerSettings
  /// The warning for a user or group that this machine does not have.
  package let complaint: Diagnostic
  /// Whether it is for the readers of a private window.
  package var isPrivate = false
}

extension Reader {
  /// Keeps in mind where a user or group is named; whether there is one is the machine's to say.
  func mention(_ peer: PeerSettings, at node: Node) {
    guard peer.kind != .unit else { return }
    mentions.append(
      PeerMention(
        peer: peer,
        complaint: node.complaint(
          "this machine has no \(peer.kind.rawValue) named \"\(peer.name)\"; it matches no client",
          severity: .warning)))
  }
}
