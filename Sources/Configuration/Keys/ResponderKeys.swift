// The keys that every responder has.

import ConfigurationText
import Protocol
import Records
import ResponderKit

enum ResponderKeys {
  static var all: [TreeKey] {
    [
      .of(
        Responder.self, "handles", value: ValueType("list of", choices: Handling.allWords.map(\.0)),
        reading: \.handles
      ) { responder, node, builder in
        guard let handles = handling(builder.reader, node) else { return }
        builder.change(responder, to: handles) { $0.handles = $1 }
      },
      .of(Responder.self, "forwards", value: "none, first or last, or a mapping", \.forwards) {
        $0.forwards($1)
      },
      .of(Responder.self, "performs", value: "name, or list of names", \.performs) { reader, node in
        Set(reader.oneOrMore(node) { reader.name($0) })
      },
      .of(Responder.self, "canBecomeFirstResponder", \.mayBecomeFirstResponder, .bool),
      .of(Responder.self, "canResignFirstResponder", \.mayResignFirstResponder, .bool),
      .of(Responder.self, "next", value: "id of a responder", writing: .kept) {
        responder, node, builder in
        if node.isNull {
          builder.tree.planned.chain(responder, to: nil)
          builder.change { [tree = builder.tree] in tree.chain(responder, to: nil) }
          return
        }
        guard let id = builder.reader.name(node) else { return }
        builder.requireResponder(id, at: node) { next in
          builder.chain(responder, to: next, at: node)
        }
      },
    ]
  }

  private static func handling(_ reader: Reader, _ node: Node) -> Handling? {
    guard let nodes = node.sequence else {
      reader.expected("a list of callbacks such as touches or touchesBegan", at: node)
      return nil
    }
    var handling: Handling = []
    for node in nodes {
      if let callback = reader.choice(node, Handling.allWords) { handling.formUnion(callback) }
    }
    return handling
  }
}

extension Builder {
  /// Sets a responder's next responder, unless the chain would then have a cycle.
  func chain(_ responder: Responder, to next: Responder, at node: Node) {
    tree.planned.chain(responder, to: next)
    chain(responder, at: node) { [self] in
      change { [tree] in tree.chain(responder, to: next) }
    }
  }
}
