// Whether handled events are passed on: one word for all kinds of event, or a word for each kind.

import ConfigurationText
import ResponderKit

enum ForwardsKeys {
  static var all: [Key<Forwards, Reader>] {
    [
      Key("touches", \.touches, .choice(Forwarding.self)),
      Key("presses", \.presses, .choice(Forwarding.self)),
      Key("motion", \.motion, .choice(Forwarding.self)),
      Key("remoteControl", \.remoteControl, .choice(Forwarding.self)),
    ]
  }
}

extension Reader {
  /// The forwarding of all kinds of event, or of each kind in a mapping.
  func forwards(_ node: Node) -> Forwards? {
    guard node.mapping != nil else { return choice(node, Forwarding.self).map { Forwards($0) } }
    var answer = Forwards.none
    fields(of: node, into: &answer, keys: ForwardsKeys.all, context: self, what: "forwards")
    return answer
  }
}
