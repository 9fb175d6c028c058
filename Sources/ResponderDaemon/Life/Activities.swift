// Whether somebody is there, as each group of clients sees it: a finger in a view with an audience
// is activity for those alone who may see it.

import ResponderKit

/// The activity that clients see which belong to the same audiences.
struct Activities {
  /// A group for which it has begun or ended, and since when it was as before.
  struct Change {
    var seen: Audience
    var since: Int64
  }

  private struct Group {
    var seen: Audience
    var activity: Activity
  }

  // Clients come and go; so many groups of those that are gone are kept for those that come back.
  private static let most = 32

  private var groups: ContiguousArray<Group>
  /// How long without a touch it stays active.
  var patience: Int64 {
    didSet { for index in groups.indices { groups[index].activity.patience = patience } }
  }

  /// The activity that everybody sees, which becomes idle after so long without a touch.
  init(patience: Int64, now: Int64) {
    self.patience = patience
    groups = [Group(seen: [], activity: Activity(patience: patience, now: now))]
  }

  /// Follows what clients of these audiences see; they begin with what smaller groups saw.
  mutating func follow(_ seen: Audience, besides isConnected: (Audience) -> Bool) {
    guard !groups.contains(where: { $0.seen == seen }) else { return }
    if groups.count >= Activities.most {
      groups.removeAll { !$0.seen.isEmpty && !isConnected($0.seen) }
    }
    var latest = groups[0].activity
    for group in groups where group.seen.isSubset(of: seen) && group.activity.last > latest.last {
      latest = group.activity
    }
    groups.append(Group(seen: seen, activity: latest))
  }

  /// Whether all groups have changed alike.
  func areAll(_ changes: ContiguousArray<Change>) -> Bool {
    changes.count == groups.count && changes.allSatisfy { $0.since == changes[0].since }
  }

  /// Since when nobody is there for clients of these audiences; nil while somebody is.
  func idleSince(seenBy seen: Audience) -> Instant? {
    let activity = (groups.first { $0.seen == seen } ?? groups[0]).activity
    return activity.isIdle ? Instant(microseconds: activity.last) : nil
  }

  /// The groups for which nobody is there.
  var idle: ContiguousArray<Change> {
    groups.reduce(into: []) {
      if $1.activity.isIdle { $0.append(Change(seen: $1.seen, since: $1.activity.last)) }
    }
  }

  /// When to ask whether it is idle; nil when only a touch can change anything.
  var deadline: Int64? { groups.lazy.compactMap(\.activity.deadline).min() }

  /// Notes a touch that these audiences may see; says for whom somebody is there again.
  mutating func touched(at time: Int64, seenBy audience: Audience) -> ContiguousArray<Change> {
    var changes: ContiguousArray<Change> = []
    for index in groups.indices where audience.isSubset(of: groups[index].seen) {
      if let since = groups[index].activity.touched(at: time) {
        changes.append(Change(seen: groups[index].seen, since: since))
      }
    }
    return changes
  }

  /// Says for whom it has become idle; while a finger that they may see is down it is not.
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
