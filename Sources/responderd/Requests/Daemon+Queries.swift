// Questions about the tree, answered for the current time.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  func hitTest(
    _ connection: Connection, screen name: String?, _ x: Double, _ y: Double, trace: Bool
  ) throws(ProtocolError) -> Reply {
    let tree = visibleTree
    try requireScreen(name, of: tree, path: "hitTest.screen")
    // The questions of the hit test use the outbox, which must be empty.
    session.encode()
    return .result { writer in
      tree.asking(at: x, y) {
        writer.hitTest(in: $0, at: $1, on: tree.screen(name), trace: trace)
      }
    }
  }

  private func requireScreen(
    _ name: String?, of tree: VisibleTree, path: String
  ) throws(ProtocolError) {
    guard tree.screen(name) == nil else { return }
    let known = tree.screenNames.joined(separator: ", ")
    throw ProtocolError(
      .notFound, at: path, "no screen is named \"\(name ?? "")\"; there are \(known)")
  }

  func explainReach(
    _ connection: Connection, _ name: String, screen: String?, _ x: Double, _ y: Double
  ) throws(ProtocolError) -> Reply {
    let tree = visibleTree
    try requireScreen(screen, of: tree, path: "why.screen")
    guard let recognizer = tree.recognizer(name) else {
      throw tree.unknown("recognizer", name, path: "why.recognizer")
    }
    return .result { writer in
      tree.asking(at: x, y) {
        writer.why(recognizer, in: $0, at: $1, on: tree.screen(screen))
      }
    }
  }

  func listViews(
    in name: String?, withDetail includesDetail: Bool
  ) throws(ProtocolError) -> Reply {
    let tree = visibleTree
    let node = includesDetail ? detailedNode : encoder.node
    guard let name else {
      return try treeReply { writer in tree.asking { writer.windows(of: $0, node) } }
    }
    guard let view = tree.view(name) else { throw tree.unknown("view", name, path: "tree.view") }
    return try treeReply { writer in
      writer.key("view")
      writer.view(view, node)
    }
  }

  /// A node that says whose the view is, unless it is the file's, and what others have set over it.
  private func detailedNode(of view: View, to writer: LineWriter) {
    encoder.node(view, writer)
    switch wants.tree.owner(of: view.id) {
    case .program(_, _, let name): writer.member("owner", name)
    case .connection(let number): writer.member("owner", number)
    case nil: break
    }
    let overlaid = wants.keys(over: view.id)
    if !overlaid.isEmpty { writer.member("overlaid", overlaid) }
  }

  /// The size of the largest answer about the tree, in bytes.
  private static var largestAnswer: Int { Limits.standard.answerBytes }

  /// The reply with the members that a closure writes; a reply that is too big is refused.
  func treeReply(_ result: (LineWriter) -> Void) throws(ProtocolError) -> Reply {
    let written = LineWriter()
    result(written)
    guard written.count <= Daemon.largestAnswer else {
      throw ProtocolError(
        .limit,
        "tree: expected an answer of at most \(Daemon.largestAnswer) bytes, found "
          + "\(written.count); name a smaller part of the tree with tree.view",
        path: "tree.view")
    }
    return .result { writer in
      unsafe written.withBytes(in: 0..<written.count) { unsafe writer.raw($0) }
    }
  }

  func listChain(_ connection: Connection, of name: String) throws(ProtocolError) -> Reply {
    let tree = visibleTree
    guard let responder = tree.responder(name) else {
      throw tree.unknown("responder", name, path: "chain.responder")
    }
    return .result { $0.chain(from: responder) }
  }

  /// Where a point of a view lies in another; nil is the screen.
  func convert(_ point: Point, from: String?, to: String?) throws(ProtocolError) -> Reply {
    let source = try shownView(from, path: "convert.from")
    let target = try shownView(to, path: "convert.to")
    let place = source?.convert(point, to: nil) ?? point
    return .result { $0.member("point", target?.convert(place, from: nil) ?? place) }
  }

  /// The view of a name, which has a place on the screen.
  private func shownView(_ name: String?, path: String) throws(ProtocolError) -> View? {
    guard let name else { return nil }
    guard let view = visibleTree.view(name) else {
      throw visibleTree.unknown("view", name, path: path)
    }
    guard view.window != nil else {
      throw ProtocolError(.notFound, at: path, "\(name) is in no window now")
    }
    return view
  }
}
