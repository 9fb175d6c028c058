// Changes of a new configuration to the current tree, made in slices and reported like edits.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// Runs a closure once no merge is under way.
  func afterMerging(_ body: @escaping () -> Void) {
    guard let merging else { return body() }
    merging.afterwards.append(body)
  }

  /// Continues the merge, for as long as one turn may take.
  func mergeOn() {
    guard step != .ending, let merging else { return }
    let began = loop.clock.now()
    var isDone = false
    // A long answer about the tree must be written again.
    server.service.longAnswer?.markStale()
    performBatch {
      repeat {
        isDone = !merging.merge.proceed()
      } while !isDone && loop.clock.now() <= began + configurationReader.slice
      if isDone { merging.merge.finish() }
    }
    loop.record("reload", took: loop.clock.now() - began)
    merging.sendRemovals()
    guard isDone else {
      // Touches and clients are served before the merge continues.
      if mergingTimer == nil { mergingTimer = loop.timer { [unowned self] in mergeOn() } }
      mergingTimer?.deadline = loop.clock.now() + 1
      return
    }
    self.merging = nil
    configuration.missing = merging.merge.missing
    for problem in merging.merge.problems {
      log.write(.warning, .config, "what programs have set contradicts the file: \(problem)")
    }
    if merging.merge.difference.hasOtherScreens { requireSnapshots() }
    applyNextConfiguration()
    for body in merging.afterwards { afterMerging(body) }
  }

  // No record reports changes of screens.
  private func requireSnapshots() {
    sendRecords()
    for connection in server.connections {
      // A snapshot of a large tree takes a while for each client.
      if connection.subscriptions.requireSnapshots() { server.service.append(connection) }
    }
  }
}
