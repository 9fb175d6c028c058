// Questions about the tree, answered from the present moment.

import Blueprint
import LinuxKit
import Wire

extension Daemon {
  func hitTest(
    _ connection: Connection, screen name: String?, _ x: Double, _ y: Double, trace: Bool,
    _ id: RequestID?
  ) throws(ProtocolError) {
    let tree = visibleTree(for: connection)
    try requireScreen(name, of: tree, path: "hitTest.screen")
    // The questions go through the outbox, which must hold nothing else then.
    encodeOutbox()
    connection.say { writer in
      writer.reply(to: id) { writer in
        tree.asking(at: x, y) {
          writer.hitTest(in: $0, at: $1, on: tree.screen(name), trace: trace, for: $2)
        }
      }
    }
  }

  private func requireScreen(
    _ name: String?, of tree: VisibleTree, path: String
  ) throws(ProtocolError) {
    guard tree.screen(name) == nil else { return }
    let known = tree.screenNames.joined(separator: ", ")
    throw ProtocolError(
      .notFound, "\(path): no screen is named \"\(name ?? "")\"; there are \(known)", path: path)
  }

  func tellWhy(
    _ connection: Connection, _ name: String, screen: String?, _ x: Double, _ y: Double,
    _ id: RequestID?
  ) throws(ProtocolError) {
    let tree = visibleTree(for: connection)
    try requireScreen(screen, of: tree, path: "why.screen")
    guard let recognizer = tree.recognizer(name) else {
      throw tree.unknown("recognizer", name, path: "why.recognizer")
    }
    connection.say { writer in
      writer.reply(to: id) { writer in
        tree.asking(at: x, y) {
          writer.why(recognizer, in: $0, at: $1, on: tree.screen(screen), for: $2)
        }
      }
    }
  }

  func tellTree(
    _ connection: Connection, view name: String?, _ id: RequestID?
  ) throws(ProtocolError) {
    let tree = visibleTree(for: connection)
    guard let name else {
      connection.say { writer in
        writer.reply(to: id) { writer in tree.asking { writer.windows(of: $0, for: $1) } }
      }
      return
    }
    guard let view = tree.view(name) else {
      throw tree.unknown("view", name, path: "tree.view")
    }
    connection.say { writer in
      writer.reply(to: id) {
        $0.key("view")
        $0.view(view, for: tree.audience)
      }
    }
  }

  func tellChain(
    _ connection: Connection, of name: String, _ id: RequestID?
  ) throws(ProtocolError) {
    let tree = visibleTree(for: connection)
    guard let responder = tree.responder(name) else {
      throw tree.unknown("responder", name, path: "chain.responder")
    }
    connection.say { writer in
      writer.reply(to: id) { $0.chain(from: responder, for: tree.audience) }
    }
  }
}
