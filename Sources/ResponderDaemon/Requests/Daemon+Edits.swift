// Edits of the tree by clients: all edits of a batch between two frames, or none.

import Blueprint
import LinuxKit
import Permissions
import TouchSources
import Wire

extension Daemon {
  /// Makes one edit, or a batch of them.
  func edit(
    _ connection: Connection, _ edits: [(edit: Edit, path: String)]
  ) throws(ProtocolError) -> Reply {
    if edits.contains(where: { isAboutWants($0.edit, of: connection) }) {
      return try want(connection, edits)
    }
    return try editTree(connection, edits)
  }

  /// Makes edits of the tree as it is.
  func editTree(
    _ connection: Connection, _ edits: [(edit: Edit, path: String)]
  ) throws(ProtocolError) -> Reply {
    let scope = scope(of: connection)
    let isOfTree = edits.contains { if case .set(.device, _) = $0.edit { false } else { true } }
    let tree = visibleTree
    guard !isOfTree || !scope.isEmpty(in: tree) else { throw lacks(.edit, connection) }
    let deviceEdits = DeviceEdits(sources.overrides, configuration.settings, sources.devices) {
      [sources] in sources.statuses
    }
    let plan = EditPlan(tree, sources.devices, deviceEdits, at: now, within: scope)
    do throws(ProtocolError) {
      try lookingUpFewNames { () throws(ProtocolError) in
        for (edit, path) in edits { try plan.plan(edit, path: path) }
      }
      try requireRoom(for: plan, of: connection)
    } catch {
      plan.abandon()
      throw error
    }
    perform { plan.perform() }
    if plan.deviceEdits.isChanged {
      sources.use(plan.deviceEdits.overrides)
      changes.insert(.devices)
      afterChange()
    }
    connection.ownership.add(plan.objects.owned, plan.objects.ownedRecognizers)
    return .result { [self] in
      $0.member("seq", encoder.seq)
      plan.steps.writeAnswer(in: $0)
    }
  }

  /// The part of the tree that a client may edit: by its rights, and its own views at mount points.
  func scope(of connection: Connection) -> EditScope {
    let grant = connection.grant
    var scope = EditScope()
    if grant.rights.contains(.edit), grant.under == nil {
      scope.isEverywhere = true
      return scope
    }
    if grant.rights.contains(.edit) { scope.under = grant.under ?? [] }
    if grant.rights.contains(.subscribe) {
      scope.opens = { [accessRules] in accessRules.opens($0, to: connection.peer) }
    }
    scope.ownership = connection.ownership
    let owner = programs.owner(connection)
    scope.hasPut = { [wants = configurations.wants] in wants.owner(of: $0) == owner }
    return scope
  }
}
