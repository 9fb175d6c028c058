// What follows from wants: the change of the tree, and programs that come and go with theirs.

import Blueprint
import LinuxKit
import Permissions
import ResponderKit
import Wire
import YAML

extension Daemon {
  // MARK: Changes

  /// Makes the tree what is wanted now.
  func change(by owner: PutOwner? = nil, replacing replaced: Set<String> = []) {
    make(wants.difference(replacing: replaced, in: configuration.tree), by: owner)
  }

  // A change of more views than this is one record, and a snapshot for those who read edits.
  private static let largeEdit = 1_000

  /// Makes a difference in the living tree.
  func make(_ difference: TreeDifference, by owner: PutOwner? = nil) {
    wants.follow(difference)
    let update = TreeUpdate(difference)
    let isLarge = difference.count > Daemon.largeEdit
    encoder.summarizesEdits = isLarge
    perform { update.run() }
    encoder.summarizesEdits = false
    if isLarge { requireSnapshots { $0.filter.types.contains(RecordTypes(.edit)) } }
    for problem in update.problems {
      log.write(.warning, .config, "not all is as wanted: \(problem)")
    }
    tellLosses(difference, but: owner)
    afterChange()
  }

  // Reports to each program which of its things have gone, unless it has removed them itself.
  private func tellLosses(_ difference: TreeDifference, but owner: PutOwner?) {
    struct Loss: Hashable {
      let owner: PutOwner
      let waits: Bool
    }
    var lost: [Loss: (views: [String], recognizers: [String])] = [:]
    for thing in difference.lost where thing.owner != owner {
      let loss = Loss(
        owner: thing.owner, waits: wants.put(with: thing.id)?.owner == thing.owner)
      if thing.isRecognizer {
        lost[loss, default: ([], [])].recognizers.append(thing.id)
      } else {
        lost[loss, default: ([], [])].views.append(thing.id)
      }
    }
    for (loss, ids) in lost {
      let reason =
        loss.waits
        ? "its place has gone, or the file has its id; it returns when that changes"
        : "another program or a finger has removed it; put it again to have it back"
      for connection in server.connections where programs.isOf(loss.owner, connection) {
        connection.send {
          $0.removed(
            views: ids.views.sorted(), recognizers: ids.recognizers.sorted(), waits: loss.waits,
            reason)
        }
      }
    }
  }

  /// Writes values that fingers change, too, where the things are there.
  func write(_ living: [(id: String, key: String, value: JSON)]) {
    let tree = visibleTree
    let editor = TreeEditor(tree)
    perform {
      for (id, key, value) in living { editor.write(key, value, of: id) }
      tree.endPlan()
    }
  }

  // MARK: Programs

  /// Keeps the rights of a program; it may outlive its connection, so it does not keep that.
  func useProgram(of connection: Connection) {
    programs.use(connection, connection.grant) { [unowned self, peer = connection.peer] in
      accessRules.opens($0, to: peer)
    }
  }

  /// Rights have changed: what lacks them waits.
  func renewPrograms() {
    var isNeeded = false
    for connection in server.connections where wants.hasPuts(of: programs.owner(connection)) {
      isNeeded = true
      useProgram(of: connection)
    }
    if !isNeeded { return }
    wants.renew()
    change()
  }

  /// A connection has gone, and with it what its program wants and has set for itself.
  func endWants(of connection: Connection) {
    let hadOverlays = wants.endOverlays(of: connection.number)
    let gone = programs.close(connection) { [unowned self] owner in
      wants.end(owner)
      change(by: owner)
      return wants.hasPuts(of: owner)
    }
    if hadOverlays { change() }
    guard let gone else { return }
    let owned = Set(liveTouches { wants.tree.owner(of: $0) == gone })
    guard !owned.isEmpty else { return }
    perform { for touch in owned { configuration.application.cancelTouch(touch, at: now) } }
  }

  private func liveTouches(in isMeant: (String) -> Bool) -> [Int] {
    configuration.application.liveTouches.filter { $0.view.map { isMeant($0.id) } ?? false }
      .map(\.id)
  }

  /// A connection has a name, by which its program may have put something before.
  func nameProgram(of connection: Connection, _ name: String) throws(ProtocolError) {
    let owner = PutOwner.program(user: connection.peer.uid, name: name)
    let before = programs.owner(connection)
    if before == owner { return }
    if wants.hasPuts(of: before) {
      throw ProtocolError(
        .refused, "identify: expected the name before the first put, which belongs to the name",
        path: "identify")
    }
    let wasAway = programs.name(connection, owner) { [unowned self] in
      wants.end(owner, onlyStale: true)
      change(by: owner)
    }
    if wasAway { wants.askAgain(owner) }
    if wants.hasPuts(of: owner) {
      useProgram(of: connection)
    }
  }
}
