// What follows from wants: the change of the tree, and programs that come and go with theirs.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  // MARK: Changes

  /// Makes the tree what is wanted now.
  func change(by owner: PutOwner? = nil, replacing replaced: Set<String> = []) {
    make(wants.difference(replacing: replaced, in: scene.tree), by: owner)
  }

  /// A finger has popped a page: its owner does not want it any more, until the next put that names it.
  func popPage(_ page: ViewController, in scene: Scene) {
    let changed = scenes.serve(scene) { takeOut(page.id) }
    scenes.serve(changed) { change() }
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
    if isLarge {
      requireSnapshots { [scene] in
        $0.stream === scene.stream && $0.filter.types.contains(RecordTypes(.edit))
      }
    }
    log(update.problems)
    tellLosses(difference, but: owner)
    if scene === scenes.shared { followPrivateWindows(by: owner) } else { noteVacancy(of: scene) }
    afterChange()
  }

  // The journal has no names of what is in a private window.
  private func log(_ problems: [String]) {
    guard let window = scene.window else {
      for problem in problems { log.write(.warning, .config, "not all is as wanted: \(problem)") }
      return
    }
    guard !problems.isEmpty else { return }
    log.write(
      .warning, .config,
      "window \(window): \(problems.count) of its values could not be made as wanted")
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
    // A program reads first of what has gone for good.
    for (loss, ids) in lost.sorted(by: { !$0.key.waits && $1.key.waits }) {
      let reason =
        loss.waits
        ? "its place has gone, or the file has its id; it returns when that changes"
        : "another program or a finger has removed it; put it again to have it back"
      for connection in server.connections where programs.isOf(loss.owner, connection) {
        connection.send {
          $0.removed(
            views: ids.views.sorted(), recognizers: ids.recognizers.sorted(),
            stream: scene.window, waits: loss.waits, reason)
        }
      }
    }
  }

  /// Writes values that fingers change, too, where the things are there.
  func write(_ living: [LivingValue]) {
    let tree = visibleTree
    let editor = TreeEditor(tree)
    perform {
      for each in living { editor.write(each.member.name, each.member.value, of: each.id) }
      tree.endPlan()
    }
  }

  // MARK: Programs

  /// Keeps the rights of a program; it may outlive its connection, so it does not keep that.
  func useProgram(of connection: Connection) {
    let (peer, origin) = (connection.peer, connection.origin)
    programs.use(
      connection, connection.grant, opens: { [unowned self] in accessRules.opens($0, to: peer) },
      reads: { [unowned self] in accessRules.mayRead($0, peer, origin) })
  }

  /// Rights have changed: what lacks them waits.
  func renewPrograms() {
    var isNeeded = false
    for connection in server.connections where hasPuts(programs.owner(connection)) {
      isNeeded = true
      useProgram(of: connection)
    }
    if !isNeeded { return }
    inEachScene {
      wants.renew()
      change()
    }
  }

  // Where the program wants something, or any program does. Others have no turn, in which those who read
  // them would notice that something was wanted elsewhere.
  private func inEachScene(of owner: PutOwner? = nil, _ body: () -> Void) {
    for scene in scenes.all
    where owner.map({ scene.wants.hasPuts(of: $0) }) ?? scene.wants.hasPuts {
      scenes.serve(scene, body)
    }
  }

  private func hasPuts(_ owner: PutOwner) -> Bool {
    scenes.all.contains { $0.wants.hasPuts(of: owner) }
  }

  /// A connection has gone, and with it what its program wants and has set for itself.
  func endWants(of connection: Connection) {
    let overlaid = scenes.all.filter { $0.wants.endOverlays(of: connection.number) }
    let gone = programs.close(connection) { [unowned self] owner in
      inEachScene(of: owner) {
        wants.end(owner)
        change(by: owner)
      }
      return hasPuts(owner)
    }
    for scene in overlaid { scenes.serve(scene) { change() } }
    guard let gone else { return }
    inEachScene(of: gone) { cancelTouches(on: gone) }
  }

  // The touches on what a program has put.
  private func cancelTouches(on owner: PutOwner) {
    let application = scene.tree.application
    let owned = application.liveTouches.filter {
      $0.view.map { wants.tree.owner(of: $0.id) == owner } ?? false
    }
    guard !owned.isEmpty else { return }
    perform { for touch in owned { application.cancelTouch(touch.id, at: now) } }
  }

  /// A connection of a page says whose it is: once, and before all that depends on it.
  func stateOrigin(of connection: Connection, _ origin: Origin) throws(ProtocolError) {
    if let known = connection.origin {
      throw ProtocolError(
        .refused, at: "identify.origin", "this connection is of \(known), and stays so")
    }
    if connection.names.name != nil || hasPuts(programs.owner(connection)) {
      throw ProtocolError(
        .refused, at: "identify.origin", "expected the origin before a name and the first put")
    }
    connection.origin = origin
  }

  /// A connection has a name, by which its program may have put something before.
  func nameProgram(of connection: Connection, _ name: String) throws(ProtocolError) {
    let owner = PutOwner.program(
      user: connection.peer.uid, origin: connection.origin, name: name)
    let before = programs.owner(connection)
    if before == owner { return }
    if hasPuts(before) {
      throw ProtocolError(
        .refused, at: "identify",
        "expected the name before the first put, which belongs to the name")
    }
    let wasAway = programs.name(connection, owner) { [unowned self] in
      inEachScene(of: owner) {
        wants.end(owner, onlyStale: true)
        change(by: owner)
      }
    }
    if wasAway { for scene in scenes.all { scene.wants.askAgain(owner) } }
    if hasPuts(owner) { useProgram(of: connection) }
  }
}
