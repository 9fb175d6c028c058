// Keys that only some classes of responders or recognizers have.

import ConfigurationText
import Protocol

extension Key where Context == Builder, Owner: AnyObject {
  /// A key of one class of owner, whose value is stored as it is read.
  static func of<Part: AnyObject, Value: JSONConvertible & Equatable>(
    _ type: Part.Type, _ name: String, _ path: ReferenceWritableKeyPath<Part, Value>,
    _ form: Form<Value>
  ) -> Key {
    .of(type, name, value: form.type, path, form.read)
  }

  /// A key of one class of owner, whose value is stored as it is read.
  static func of<Part: AnyObject, Value: JSONConvertible & Equatable>(
    _ type: Part.Type, _ name: String, value: ValueType? = nil,
    _ path: ReferenceWritableKeyPath<Part, Value>,
    _ read: @escaping (Reader, Node) -> Value?
  ) -> Key {
    Key(name, value: value, live: true, writing: .read(path)) { owner, node, builder in
      guard let part = owner as? Part, let value = read(builder.reader, node) else { return }
      builder.change { part[keyPath: path] = value }
    }
  }

  /// A key of one class of owner whose value null takes away.
  static func of<Part: AnyObject, Value: JSONConvertible & Equatable>(
    _ type: Part.Type, _ name: String, optional path: ReferenceWritableKeyPath<Part, Value?>,
    _ form: Form<Value>
  ) -> Key {
    .of(type, name, value: form.type, writing: .read(path)) { part, node, builder in
      if node.isNull {
        builder.change { part[keyPath: path] = nil }
      } else if let value = form.read(builder.reader, node) {
        builder.change { part[keyPath: path] = value }
      }
    }
  }

  /// A key of one class of owner with a closure that applies it.
  static func of<Part: AnyObject>(
    _ type: Part.Type, _ name: String, value: ValueType? = nil, live: Bool = true,
    writing: Writing<Owner>,
    _ apply: @escaping (Part, Node, Builder) -> Void
  ) -> Key {
    Key(name, value: value, live: live, writing: writing) { owner, node, builder in
      if let part = owner as? Part { apply(part, node, builder) }
    }
  }

  /// A key of one class of owner with a closure that applies it, and a value that can be read back.
  static func of<Part: AnyObject, Value: JSONConvertible & Equatable>(
    _ type: Part.Type, _ name: String, value: ValueType? = nil, reading path: KeyPath<Part, Value>,
    _ apply: @escaping (Part, Node, Builder) -> Void
  ) -> Key {
    .of(type, name, value: value, writing: .read(path), apply)
  }
}
