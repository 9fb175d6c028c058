// One table of keys: it reads configurations, serves `set`, and lists what must be documented.

import CommandLine
package import Protocol

/// How the value of a key gets into a configuration that is written from a tree.
package enum Writing<Owner> {
  /// The value is read from the owner; nil if there is nothing to write. For an owner that has the
  /// usual value there is a test whether another one has it as well: most have, and a tree has many.
  case read((Owner) -> JSON?, isAsIn: (Owner) -> ((Owner) -> Bool))

  /// The value is known as it was written only, because the engine has it as code.
  case kept
  /// The key is part of the tree's structure, or its value follows from other keys.
  case structure
}

extension Writing {
  /// The value is read from the owner.
  package static func read(_ read: @escaping (Owner) -> JSON?) -> Writing {
    .read(read) { usual in
      let value = read(usual)
      return { read($0) == value }
    }
  }

  /// The value is that of one class of owner.
  package static func read<Part, Value: JSONConvertible & Equatable>(
    _ path: KeyPath<Part, Value>
  ) -> Writing {
    .read(
      { ($0 as? Part)?[keyPath: path].json },
      isAsIn: { usual in
        let value = (usual as? Part)?[keyPath: path]
        return { ($0 as? Part)?[keyPath: path] == value }
      })
  }
}

/// One key of one kind of thing.
package final class Key<Owner, Context> {
  /// The word as it is written.
  package let name: String
  /// The type of the value in the reference.
  package let type: ValueType?
  /// Whether the key may be set while the daemon runs.
  package let isLive: Bool
  /// Whether a thing without it cannot be.
  package let isRequired: Bool
  /// Reads the value and sets it in the owner.
  package let apply: (inout Owner, Node, Context) -> Void
  /// How the value is written.
  package let writing: Writing<Owner>
  /// The value that an owner has, for the defaults of the reference.
  package let usual: (Owner) -> JSON?

  /// A key that does this with its value.
  package convenience init(
    _ name: String, value type: ValueType? = nil, live: Bool = false, required: Bool = false,
    writing: Writing<Owner> = .structure,
    _ apply: @escaping (inout Owner, Node, Context) -> Void
  ) {
    self.init(name, type, live, required, writing, { _ in nil }, apply)
  }

  private init(
    _ name: String, _ type: ValueType?, _ live: Bool, _ required: Bool,
    _ writing: Writing<Owner>, _ usual: @escaping (Owner) -> JSON?,
    _ apply: @escaping (inout Owner, Node, Context) -> Void
  ) {
    self.name = name
    self.type = type
    self.writing = writing
    if case .read(let read, _) = writing { self.usual = read } else { self.usual = usual }
    isLive = live
    isRequired = required
    self.apply = apply
  }
}

extension Key where Context == Reader {
  /// A key whose value is stored as it is read.
  package convenience init<Value>(
    _ name: String, value type: ValueType? = nil, _ path: WritableKeyPath<Owner, Value>,
    required: Bool = false, _ read: @escaping (Reader, Node) -> Value?
  ) {
    self.init(name, value: type, required: required) { owner, node, reader in
      if let value = read(reader, node) { owner[keyPath: path] = value }
    }
  }

  /// A key whose value is optional and stored as it is read.
  package convenience init<Value>(
    _ name: String, value type: ValueType? = nil, _ path: WritableKeyPath<Owner, Value?>,
    required: Bool = false, _ read: @escaping (Reader, Node) -> Value?
  ) {
    self.init(name, value: type, required: required) { owner, node, reader in
      if let value = read(reader, node) { owner[keyPath: path] = value }
    }
  }

  /// A key whose value is a mapping with keys of its own. What it leaves out has the usual value, or
  /// that of the owner.
  package convenience init<Part>(
    _ name: String, _ path: WritableKeyPath<Owner, Part>, over usual: Part? = nil,
    _ keys: [Key<Part, Reader>], _ what: String
  ) {
    self.init(name, value: "mapping") { owner, node, reader in
      var part = usual ?? owner[keyPath: path]
      reader.fields(of: node, into: &part, keys: keys, context: reader, what: what)
      owner[keyPath: path] = part
    }
  }

  /// A key with a value of a form that several keys share.
  package convenience init<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value>, required: Bool = false,
    _ form: Form<Value>
  ) {
    self.init(
      name, form.type, false, required, .structure, { form.write($0[keyPath: path]) },
      { owner, node, reader in
        if let value = form.read(reader, node) { owner[keyPath: path] = value }
      })
  }

  /// A key with an optional value of a form that several keys share.
  package convenience init<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value?>, required: Bool = false,
    _ form: Form<Value>
  ) {
    self.init(
      name, form.type, false, required, .structure, { $0[keyPath: path].flatMap(form.write) },
      { owner, node, reader in
        if let value = form.read(reader, node) { owner[keyPath: path] = value }
      })
  }
}

extension Reader {
  /// The longest list of keys that a message holds.
  private static let mostListed = 16

  /// Reads a mapping key by key in the table's order, and complains of keys that are not in it.
  package func fields<Owner, Context>(
    of node: Node, into owner: inout Owner, keys: [Key<Owner, Context>], context: Context,
    what: String
  ) {
    guard let mapping = node.mapping else {
      expected(what, at: node)
      return
    }
    for key in keys {
      if let value = mapping[key.name] {
        key.apply(&owner, value, context)
      } else if key.isRequired, node.lacks(key.name) {
        complain(node.complaint("expected the key \"\(key.name)\" in \(what), found none"))
      }
    }
    let known = keys.map(\.name)
    for entry in mapping.entries where !known.contains(entry.key) {
      unknown(entry, known: known)
    }
  }

  /// Complains of a key that the table does not have.
  package func unknown(_ entry: Mapping.Entry, known: [String]) {
    // The search for the nearest of many keys takes time, and a file may have a million keys.
    guard !isFull else { return }
    let hint =
      KeyHints.hint(for: entry.key, known: known)
      ?? didYouMean(entry.key, among: known)
      ?? (known.count > Reader.mostListed
        ? "responderd.yaml(5) lists the keys" : "known here: \(known.joined(separator: ", "))")
    refuse(entry, "unknown key; \(hint)")
  }
}
