// The keys that every responder has.

import ResponderKit
import YAML

enum ResponderKeys {
  static var all: [TreeKey] {
    [
      .of(Responder.self, "handles", \.handles, handling),
      .of(Responder.self, "forwards", \.forwards) { $0.choice($1, Forwarding.self) },
      .of(Responder.self, "performs", \.performs) { reader, node in
        Set(reader.oneOrMore(node) { reader.name($0) })
      },
      .of(Responder.self, "canBecomeFirstResponder", \.mayBecomeFirstResponder) {
        $0.bool($1)
      },
      .of(Responder.self, "canResignFirstResponder", \.mayResignFirstResponder) {
        $0.bool($1)
      },
      .of(Responder.self, "next") { responder, node, builder in
        if node.isNull {
          builder.change { responder.nextOverride = nil }
          return
        }
        guard let id = builder.reader.name(node) else { return }
        builder.requireResponder(id, at: node) { next in
          builder.chain(responder, to: next, at: node)
        }
      },
    ]
  }

  private static let words: [(String, Handling)] = [
    ("touches", .touches), ("touchesBegan", .touchesBegan), ("touchesMoved", .touchesMoved),
    ("touchesEnded", .touchesEnded), ("touchesCancelled", .touchesCancelled),
    ("presses", .presses), ("pressesBegan", .pressesBegan),
    ("pressesChanged", .pressesChanged), ("pressesEnded", .pressesEnded),
    ("pressesCancelled", .pressesCancelled), ("motion", .motion),
    ("motionBegan", .motionBegan), ("motionEnded", .motionEnded),
    ("motionCancelled", .motionCancelled), ("remoteControl", .remoteControl),
  ]

  private static func handling(_ reader: Reader, _ node: Node) -> Handling? {
    reader.list(node, "callbacks such as touches or touchesBegan") {
      reader.choice($0, words)
    }?.reduce(into: []) { $0.formUnion($1) }
  }
}

extension Builder {
  /// Chooses a responder's next one, unless the chain would then run in a circle.
  func chain(_ responder: Responder, to next: Responder, at node: Node) {
    var path = [responder.id]
    var place: Responder? = next
    while let here = place {
      path.append(here.id)
      if here === responder {
        reader.complain(
          node.complaint(
            "expected a responder whose chain ends, found a circle: "
              + path.joined(separator: " → ")))
        return
      }
      // A chain this long has a circle further up, which is told at its own place.
      if path.count > 1000 { break }
      place = here.next
    }
    change { responder.nextOverride = next }
  }
}
