// Activity and idleness of a panel, as each group of clients sees it: a finger in a view with an
// audience is activity only for clients in this audience.

import ResponderKit

/// The activity for each group of clients with the same audiences.
struct Activities {
  /// A group that has become active or idle, and the time since which it was in the earlier state.
  struct Change {
    var seen: Audience
    var since: Int64
  }

  private struct Group {
    var seen: Audience
    var activity: Activity
  }

  // The number of groups without clients that are kept for clients that reconnect.
  private static let most = 32

  private var groups: ContiguousArray<Group>
  /// The time without a touch after which a group becomes idle.
  var patience: Int64 {
    didSet { for index in groups.indices { groups[index].activity.patience = patience } }
  }

  /// The activity for all clients, which becomes idle after so long without a touch.
  init(patience: Int64, now: Int64) {
    self.patience = patience
    groups = [Group(seen: [], activity: Activity(patience: patience, now: now))]
  }

  /// Adds a group for clients of these audiences; it starts with the state of smaller groups.
  mutating func follow(
    _ seen: Audience, at now: Int64, besides isConnected: (Audience) -> Bool
  ) {
    guard !groups.contains(where: { $0.seen == seen }) else { return }
    if groups.count >= Activities.most {
      groups.removeAll { !$0.seen.isEmpty && !isConnected($0.seen) }
    }
    // A group with limited sight has seen no touch yet.
    var latest =
      seen.isLimited ? Activity(patience: patience, now: now) : groups[0].activity
    for group in groups
    where !seen.isLimited && group.seen.isSubset(of: seen) && group.activity.last > latest.last {
      latest = group.activity
    }
    groups.append(Group(seen: seen, activity: latest))
  }

  /// Whether all groups have changed in the same way.
  func areAll(_ changes: ContiguousArray<Change>) -> Bool {
    changes.count == groups.count && changes.allSatisfy { $0.since == changes[0].since }
  }

  /// The time since which the panel is idle for these audiences; nil while it is active.
  func idleSince(seenBy seen: Audience) -> Instant? {
    let activity = (groups.first { $0.seen == seen } ?? groups[0]).activity
    return activity.isIdle ? Instant(microseconds: activity.last) : nil
  }

  /// The idle groups.
  var idle: ContiguousArray<Change> {
    groups.reduce(into: []) {
      if $1.activity.isIdle { $0.append(Change(seen: $1.seen, since: $1.activity.last)) }
    }
  }

  /// The time at which idleness must be checked; nil when only a touch can change the state.
  var deadline: Int64? { groups.lazy.compactMap(\.activity.deadline).min() }

  /// Handles a touch that these audiences see; returns the groups that become active.
  mutating func touched(at time: Int64, seenBy audience: Audience) -> ContiguousArray<Change> {
    var changes: ContiguousArray<Change> = []
    for index in groups.indices where audience.isShown(to: groups[index].seen) {
      if let since = groups[index].activity.touched(at: time) {
        changes.append(Change(seen: groups[index].seen, since: since))
      }
    }
    return changes
  }

  /// Returns the groups that become idle; a group with a finger down does not.
  mutating func becomeIdle(
    at now: Int64, isTouched: (Audience) -> Bool
  ) -> ContiguousArray<Change> {
    var changes: ContiguousArray<Change> = []
    for index in groups.indices {
      let seen = groups[index].seen
      if groups[index].activity.becomesIdle(at: now, isTouched: isTouched(seen)) {
        changes.append(Change(seen: seen, since: groups[index].activity.last))
      }
    }
    return changes
  }
}
