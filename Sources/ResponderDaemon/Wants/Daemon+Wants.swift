// What programs want of the tree: their puts, and what follows from them.
//
//     put, remove, set ──► Wants ──► the tree of all wants ──► its difference to the one before ──► the
//     living tree ──► records

import Blueprint
import LinuxKit
import Permissions
import Wire
import YAML

extension Daemon {
  private var wants: Wants { configurations.wants }

  // MARK: Requests

  /// Whether an edit is about what programs have put; nil where it may be in any batch.
  func isAboutWants(_ edit: Edit, of connection: Connection) -> Bool {
    switch edit {
    case .put: true
    case .remove(let target): wants.wanting(target.id) != nil
    case .set(.device, _): false
    case .set(let target, _): wants.wanting(target.id) == programs.owner(connection)
    default: false
    }
  }

  /// Makes puts, removes and sets together, or none of them.
  func want(
    _ connection: Connection, _ edits: [(edit: Edit, path: String)]
  ) throws(ProtocolError) -> Reply {
    guard !scope(of: connection).isEmpty(in: visibleTree) else { throw lacks(.edit, connection) }
    let owner = programs.owner(connection)
    programs.use(connection, connection.grant) { [unowned self] in
      accessRules.opens($0, to: connection.peer)
    }
    let before = wants.now
    var asked = WantedChanges()
    do throws(ProtocolError) {
      try lookingUpFewNames { () throws(ProtocolError) in
        for (edit, path) in edits { try want(edit, owner, connection, path, &asked) }
      }
      try requireRoom(for: owner, connection)
    } catch {
      wants.restore(before)
      throw error
    }
    change(from: before, by: owner, replacing: asked.replaced)
    if let living = asked.living { _ = try editTree(connection, living) }
    let unknown = asked.names.filter { visibleTree[$0] == nil }.sorted()
    return .result { [self] in
      $0.member("seq", encoder.seq)
      let waits = wants.waits(of: owner)
      if !waits.isEmpty { $0.member("waits", waits) }
      if !unknown.isEmpty { $0.member("unknown", unknown) }
    }
  }

  private func want(
    _ edit: Edit, _ owner: PutOwner, _ connection: Connection, _ path: String,
    _ asked: inout WantedChanges
  ) throws(ProtocolError) {
    switch edit {
    case .put(let wanted):
      let put = try put(wanted, owner, connection, path, &asked)
      asked.replaced.formUnion(asked.removed.intersection(put.ids))
      try refusing(path) { () throws(Wants.Refusal) in try wants.put(put) }
      try requireFreeNames(put, owner, connection, path)
    case .remove(let target):
      let whose = wants.wanting(target.id)
      if whose != owner { try requireEverywhere(connection, target.id, path) }
      if let put = whose.flatMap({ wants.put(with: target.id, of: $0) }) {
        asked.removed.formUnion(put.ids(in: target.id))
      }
      _ = wants.remove(target.id)
    case .set(let target, let values): try set(target, values, owner, connection, path, &asked)
    default:
      throw ProtocolError(
        .invalidEdit,
        "\(path): expected put, or remove and set of what was put, in a batch with one of these; use "
          + "two batches", path: path)
    }
  }

  private func put(
    _ wanted: WantedDescription, _ owner: PutOwner, _ connection: Connection, _ path: String,
    _ asked: inout WantedChanges
  ) throws(ProtocolError) -> Put {
    let inner = "\(path).\(wanted.kind.rawValue)"
    guard case .object = wanted.json else {
      throw ProtocolError(
        .invalidEdit, "\(inner): expected a mapping with the keys of the configuration", path: inner
      )
    }
    if wanted.isLasting, case .connection = owner {
      throw ProtocolError(
        .invalidEdit, "\(path).lasting: expected a program with a name; send identify first",
        path: "\(path).lasting")
    }
    if wanted.kind == .window { try requireEverywhere(connection, "a new window", path) }
    let place: Put.Place
    switch wanted.place?.relation {
    case nil: place = .application
    case .into: place = .into(wanted.place?.id ?? "")
    case .presentedBy: place = .presentedBy(wanted.place?.id ?? "")
    case .pushedOn: place = .pushedOn(wanted.place?.id ?? "")
    }
    var relation = WantedThing.Relation.subview
    if case .presentedBy = place {
      relation = .presented(isModal: wanted.json["modal"]?.bool ?? true)
    }
    let node = try NodeReader().node(wanted.json, inner)
    let thing = try read(wanted.kind, node, relation, connection, inner, &asked)
    var put = Put(thing, place, by: owner)
    put.above = wanted.above
    put.below = wanted.below
    put.isLasting = wanted.isLasting
    return put
  }

  private func read(
    _ kind: WantedDescription.Kind, _ node: Node, _ relation: WantedThing.Relation,
    _ connection: Connection, _ path: String, _ asked: inout WantedChanges
  ) throws(ProtocolError) -> WantedThing {
    let sort: WantedThing.Sort =
      switch kind {
      case .view: .view
      case .viewController: .viewController
      case .window: .window
      case .gestureRecognizer: .gestureRecognizer
      }
    let read: (thing: WantedThing, names: Set<String>)
    do throws(BlueprintError) {
      read = try WantedThing.read(sort, from: node, relation: relation, near: visibleTree)
    } catch {
      throw ProtocolError(.invalidEdit, error.message(at: path), path: path)
    }
    asked.names.formUnion(read.names)
    if !mayEditEverywhere(connection) { try requireOwnReach(node, connection, path) }
    return read.thing
  }

  private func read(
    _ put: Put, _ node: Node, _ connection: Connection, _ path: String,
    _ asked: inout WantedChanges
  ) throws(ProtocolError) -> WantedThing {
    let kind: WantedDescription.Kind =
      switch put.sort {
      case .view: .view
      case .viewController: .viewController
      case .window: .window
      case .gestureRecognizer: .gestureRecognizer
      }
    return try read(kind, node, put.relation, connection, path, &asked)
  }

  private func set(
    _ target: EditTarget, _ values: [JSON.Member], _ owner: PutOwner, _ connection: Connection,
    _ path: String, _ asked: inout WantedChanges
  ) throws(ProtocolError) {
    // Living values are written, and are no wants.
    let living = values.filter { Wants.living.contains($0.name) }
    if !living.isEmpty { asked.living = (asked.living ?? []) + [(.set(target, living), path)] }
    let wanted = values.filter { !Wants.living.contains($0.name) }
    guard !wanted.isEmpty, var put = wants.put(with: target.id, of: owner) else { return }
    var nodes: [(key: String, value: Node)] = []
    for value in wanted {
      nodes.append((value.name, try NodeReader().node(value.value, "\(path).\(value.name)")))
    }
    let changed = put.setting(nodes, of: target.id)
    _ = try read(put, changed.node, connection, path, &asked)
    put.use(changed)
    try refusing(path) { () throws(Wants.Refusal) in try wants.put(put) }
  }

  private func refusing(
    _ path: String, _ body: () throws(Wants.Refusal) -> Void
  ) throws(ProtocolError) {
    do throws(Wants.Refusal) {
      try body()
    } catch {
      throw ProtocolError(.refused, "\(path): \(error.message)", path: path)
    }
  }

  // MARK: Rights and room

  private func mayEditEverywhere(_ connection: Connection) -> Bool {
    connection.grant.rights.contains(.edit) && connection.grant.under == nil
  }

  private func requireEverywhere(
    _ connection: Connection, _ what: String, _ path: String
  ) throws(ProtocolError) {
    guard !mayEditEverywhere(connection) else { return }
    throw ProtocolError(
      .forbidden, "\(path): this connection may not edit \(what)", path: path)
  }

  // A program that may edit only some views has no effect beyond them.
  private func requireOwnReach(
    _ node: Node, _ connection: Connection, _ path: String
  ) throws(ProtocolError) {
    let plan = EditPlan(
      visibleTree, sources.devices,
      DeviceEdits(sources.overrides, configuration.settings, []) { [] },
      at: now, within: scope(of: connection))
    defer { plan.abandon() }
    try plan.requireReach(of: node, near: nil, path)
  }

  // A name that is free must not make a program the target of what it may not edit.
  private func requireFreeNames(
    _ put: Put, _ owner: PutOwner, _ connection: Connection, _ path: String
  ) throws(ProtocolError) {
    if mayEditEverywhere(connection) { return }
    let naming = wants.tree.naming(Set(put.ids)).first { wants.owner(of: $0) != owner }
    guard let naming else { return }
    throw ProtocolError(
      .forbidden,
      "\(path): \"\(naming)\" names an id of this, and this connection may not edit \"\(naming)\"; "
        + "use other ids", path: path)
  }

  private func requireRoom(for owner: PutOwner, _ connection: Connection) throws(ProtocolError) {
    if let obstacle = wants.tree.obstacle { throw ProtocolError(.limit, obstacle) }
    let limits = connection.limits
    if wants.tree.size > limits.views {
      throw ProtocolError(
        .limit,
        "there may be \(limits.views) views, controllers and recognizers in all, this makes "
          + "\(wants.tree.size); remove some")
    }
    let size = wants.size(of: owner)
    if size > limits.ownedViews {
      throw ProtocolError(
        .limit,
        "a program may want \(limits.ownedViews) views, controllers and recognizers, this makes "
          + "\(size); remove some")
    }
  }

  // MARK: Changes

  /// Makes the tree what is wanted now.
  func change(
    from before: Wants.Moment, by owner: PutOwner? = nil, replacing replaced: Set<String> = []
  ) {
    let tree = configuration.tree
    let difference = TreeDifference(
      from: before.tree, to: wants.tree, replacing: replaced, screens: tree.screens, in: tree)
    let losses = Losses(of: server.connections)
    perform { TreeUpdate(difference, delegate: losses).run() }
    losses.tell { _ in false }
    tellLosses(since: before, but: owner)
    afterChange()
  }

  /// Reports to each program which of its things have gone, unless it has removed them itself.
  func tellLosses(since before: Wants.Moment, but owner: PutOwner?) {
    for (whose, ids) in wants.lost(since: before) where whose != owner {
      for connection in server.connections where programs.isOf(whose, connection) {
        connection.send {
          $0.removed(views: ids.views, recognizers: ids.recognizers, "another program, or the file")
        }
      }
    }
  }

  // MARK: Programs

  /// Rights have changed: what lacks them waits.
  func renewPrograms() {
    for connection in server.connections where wants.hasPuts(of: programs.owner(connection)) {
      programs.use(connection, connection.grant) { [unowned self] in
        accessRules.opens($0, to: connection.peer)
      }
    }
    let before = wants.now
    if wants.renew() { change(from: before) }
  }

  /// A connection has gone, and with it what its program wants.
  func endWants(of connection: Connection) {
    let gone = programs.close(connection) { [unowned self] owner in
      let before = wants.now
      wants.end(owner)
      change(from: before, by: owner)
      return wants.hasPuts(of: owner)
    }
    guard let gone else { return }
    let tree = visibleTree
    perform { tree.cancelTouches(at: now) { wants.owner(of: $0) == gone } }
  }

  /// A connection has a name, by which its program may have put something before.
  func nameProgram(of connection: Connection, _ name: String) throws(ProtocolError) {
    if wants.hasPuts(of: programs.owner(connection)) {
      throw ProtocolError(
        .refused, "identify: expected the name before the first put, which belongs to the name",
        path: "identify")
    }
    let owner = PutOwner.program(user: connection.peer.uid, name: name)
    let wasAway = programs.name(connection, owner) { [unowned self] in
      let before = wants.now
      wants.end(owner, onlyStale: true)
      change(from: before, by: owner)
    }
    if wasAway { wants.askAgain(owner) }
    if wants.hasPuts(of: owner) {
      programs.use(connection, connection.grant) { [unowned self] in
        accessRules.opens($0, to: connection.peer)
      }
    }
  }
}

/// What the acts of one request ask for besides their wants.
private struct WantedChanges {
  /// The things that are removed, and put again.
  var removed: Set<String> = []
  var replaced: Set<String> = []
  /// The names of other things.
  var names: Set<String> = []
  /// The sets of living values, made last.
  var living: [(edit: Edit, path: String)]?
}
