// Changes of the tree by peers: all of a batch between two frames, or nothing.

import Blueprint
import LinuxKit
import ResponderKit
import TouchSources
import Wire

extension Daemon {
  /// Does one edit, or a batch of them.
  func edit(
    _ connection: Connection, _ edits: [(edit: Edit, path: String)], _ id: RequestID?
  ) throws(ProtocolError) {
    let scope = scope(of: connection)
    let isOfTree = edits.contains { if case .set(.device, _) = $0.edit { false } else { true } }
    guard !scope.isEmpty || !isOfTree else { throw lacks(.edit, connection) }
    let deviceEdits = DeviceEdits(overrides, configuration.settings, devices) { [unowned self] in
      sources.flatMap { ($0 as? DeviceSource)?.status ?? [] }
    }
    let plan = EditPlan(configuration, encoder, devices, deviceEdits, at: now, within: scope)
    do throws(ProtocolError) {
      for (edit, path) in edits { try plan.plan(edit, path: path) }
      try requireRoom(for: plan, of: connection)
    } catch {
      plan.abandon()
      throw error
    }
    noteAudiences()
    perform { plan.perform() }
    if plan.deviceEdits.isChanged {
      overrides = plan.deviceEdits.overrides
      // Those that are used in another way now cancel what is down on them, and are opened anew.
      applyDeviceRules(isNew: false)
    }
    connection.owned.append(contentsOf: plan.owned)
    connection.ownedRecognizers.append(contentsOf: plan.ownedRecognizers)
    connection.say { writer in
      writer.reply(to: id) {
        $0.member("seq", encoder.seq)
        if let isAccepted = plan.isAccepted { $0.member("accepted", isAccepted) }
      }
    }
  }

  /// Where a peer may edit: where its right holds, and what it owns below mount points.
  func scope(of connection: Connection) -> EditScope {
    let grant = connection.grant
    var scope = EditScope(audience: grant.audience)
    if grant.rights.contains(.edit), grant.under == nil {
      scope.isEverywhere = true
      return scope
    }
    if grant.rights.contains(.edit) { scope.under = grant.under ?? [] }
    if grant.rights.contains(.subscribe) {
      for (id, point) in configuration.tree.mountPoints
      where doors.opens(point, to: connection.peer) {
        scope.mountPoints.insert(id)
      }
    }
    scope.owned = connection.owned
    scope.ownedRecognizers = connection.ownedRecognizers
    return scope
  }

  // What is added costs the daemon memory that no queue bounds.
  private func requireRoom(
    for plan: EditPlan, of connection: Connection
  ) throws(ProtocolError) {
    guard !plan.added.isEmpty || !plan.addedRecognizers.isEmpty else { return }
    let limits = connection.limits
    let all = configuration.tree.registry.count
    if all > limits.views {
      throw ProtocolError(
        .limit,
        "there may be \(limits.views) views, controllers and recognizers in all, this makes \(all); "
          + "remove some")
    }
    // Whoever may edit only what it owns owns all that it adds.
    let added = plan.scope.isEverywhere ? plan.owned : plan.added
    var count = connection.ownedRecognizers.count + plan.ownedRecognizers.count
    for view in connection.owned + added { view.forEachInSubtree { _ in count += 1 } }
    if count > limits.ownedViews {
      throw ProtocolError(
        .limit,
        "a connection may own \(limits.ownedViews) views and recognizers, this makes \(count); "
          + "remove some")
    }
  }

  /// Takes away the views of a peer that is gone, as a window goes with its program.
  func withdrawViews(of connection: Connection) {
    let tree = configuration.tree
    let views = connection.owned.filter { tree.registry.view($0.id) === $0 }
    let recognizers = connection.ownedRecognizers.filter {
      tree.registry.recognizer($0.id) === $0
    }
    connection.owned = []
    connection.ownedRecognizers = []
    guard !views.isEmpty || !recognizers.isEmpty else { return }
    perform {
      for recognizer in recognizers {
        EditPlan.takeAway(recognizer, from: tree, encoder, at: now)
      }
      // One may have been put into another since.
      for view in views where tree.registry.view(view.id) === view {
        encoder.removed(view, at: now)
        EditPlan.takeAway(view, from: tree)
      }
    }
  }
}
