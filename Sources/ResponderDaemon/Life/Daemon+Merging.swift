// What differs of a new configuration's tree becomes the living tree's, a little in each turn, and
// is told as edits are.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// Does something once nothing is being merged.
  func afterMerging(_ body: @escaping () -> Void) {
    guard let merging else { return body() }
    merging.afterwards.append(body)
  }

  /// Goes on with the merging, for as long as one turn may take.
  func mergeOn() {
    guard step != .ending, let merging else { return }
    let began = loop.clock.now()
    var isDone = false
    // What is being written of the tree has to be written anew.
    server.longAnswer?.isStale = true
    perform {
      repeat {
        let keyWindow = configuration.application.keyWindow
        isDone = !merging.merge.proceed()
        merging.followKeyWindow(from: keyWindow)
      } while !isDone && loop.clock.now() <= began + readingSlice
      if isDone { merging.merge.finish() }
    }
    loop.note("reload", took: loop.clock.now() - began)
    merging.tellOwners()
    guard isDone else {
      // Fingers and clients come before it goes on.
      if mergingTimer == nil { mergingTimer = loop.timer { [unowned self] in mergeOn() } }
      mergingTimer?.deadline = loop.clock.now() + 1
      return
    }
    self.merging = nil
    for problem in merging.merge.problems {
      log.say(.warning, .config, "what programs have set contradicts the file: \(problem)")
    }
    if merging.merge.difference.hasOtherScreens { oweSnapshots() }
    applyNextConfiguration()
    for body in merging.afterwards { afterMerging(body) }
  }

  // No record tells of screens.
  private func oweSnapshots() {
    sayRecords()
    for connection in server.connections {
      // Of a big tree it takes a while for each of them.
      connection.owedSnapshots = connection.subscriptions
      if !connection.owedSnapshots.isEmpty { server.enqueue(connection) }
    }
  }
}
