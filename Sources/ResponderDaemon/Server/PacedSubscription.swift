// One subscription of a connection, with the pace that its peer asked for.

import ResponderKit
import Wire

/// What one peer wants to read, and how often.
final class PacedSubscription {
  /// Decides which records it wants; it must see them all, in order.
  var subscription: Subscription
  /// Holds passing records back, where the peer wants only so many a second.
  let pace: Pace?
  /// What it shares with all that ask for the same; nil when it must be asked itself.
  var wish: SharedWish?
  /// Whether it wanted the record that is looked at now.
  var wantsThis = false

  init(id: Int, filter: Filter, audience: Audience = .all, wish: SharedWish? = nil) {
    self.wish = wish
    // Records that come too soon are held here, so that the last place of a finger that rests is
    // told too.
    var plain = filter
    plain.rate = nil
    subscription = Subscription(id: id, filter: plain, audience: audience)
    pace = filter.rate.map { Pace(rate: $0) }
  }

  /// Its number, unique in its connection.
  var id: Int { subscription.id }
}
