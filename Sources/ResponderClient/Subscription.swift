// The filter of a subscription.

internal import Protocol

/// The records that a client subscribes to; empty lists filter nothing.
public struct Subscription: Hashable, Sendable {
  /// The private window that is meant, with the names below; nil = all windows that the program reads.
  public var window: String?
  /// The types of records; empty means the standard ones.
  public var types: [String] = []
  /// The phases, for records that have one.
  public var phases: [String] = []
  /// Views, each with all its subviews.
  public var views: [String] = []
  /// Recognizers.
  public var recognizers: [String] = []
  /// Devices.
  public var devices: [String] = []
  /// Whether explanations of recognizers are included.
  public var explain = false
  /// Whether raw contacts are included, which needs the right `raw`.
  public var raw = false
  /// Whether touches have force, size, angle and hover distance if the device reports them.
  public var detail = false
  /// Whether all positions of touches are kept while the program is slow, up to the limit of the queue.
  public var coalescedTouches = false
  /// Whether records of views that another program acts on are included.
  public var observed = true
  /// The most moved and changed records of one subject per second; nil = all.
  public var rate: Double?
  /// Whether a snapshot comes first, from which the client makes its picture.
  public var snapshot = true
  /// The records of the last so many seconds come first, as far as the daemon keeps them; nil = none.
  /// No snapshot comes then.
  public var since: Double?

  /// A subscription to the standard records of everything.
  public init() {}

  /// A subscription to some kinds of records of some views.
  public init(types: [String] = [], views: [String] = []) {
    self.types = types
    self.views = views
  }

  var request: [JSON.Member] {
    var members: [JSON.Member] = []
    func add(_ name: String, _ list: [String]) {
      if !list.isEmpty { members.append(.init(name, .array(list.map(JSON.string)))) }
    }
    if let window { members.append(.init("window", .string(window))) }
    add("types", types)
    add("phases", phases)
    add("views", views)
    add("recognizers", recognizers)
    add("devices", devices)
    if explain { members.append(.init("explain", .bool(true))) }
    if raw { members.append(.init("raw", .bool(true))) }
    if !observed { members.append(.init("observed", .bool(false))) }
    if detail { members.append(.init("detail", .bool(true))) }
    if coalescedTouches { members.append(.init("coalescedTouches", .bool(true))) }
    if let rate { members.append(.init("rate", .number(rate))) }
    if snapshot { members.append(.init("snapshot", .bool(true))) }
    return members
  }
}
