// What a program wants to be told.

internal import Wire

/// Which records a client asks for; empty lists filter nothing.
public struct Subscription: Hashable, Sendable {
  /// The kinds of records; empty means the standard ones.
  public var types: [String] = []
  /// The phases, for records that have one.
  public var phases: [String] = []
  /// Views, each with everything below it.
  public var views: [String] = []
  /// Recognizers.
  public var recognizers: [String] = []
  /// Devices.
  public var devices: [String] = []
  /// Whether recognizers also say why they did not.
  public var explain = false
  /// Whether raw contacts come too, which needs a right of its own.
  public var raw = false
  /// Whether touches carry force, size, angle and hover distance where devices give them.
  public var detail = false
  /// Whether records of views that another program acts on come too.
  public var observed = true
  /// The most moved and changed records of one thing in a second; nil = all.
  public var rate: Double?
  /// Whether the present state comes first, which the client's picture is made of.
  public var snapshot = true

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
    add("types", types)
    add("phases", phases)
    add("views", views)
    add("recognizers", recognizers)
    add("devices", devices)
    if explain { members.append(.init("explain", .bool(true))) }
    if raw { members.append(.init("raw", .bool(true))) }
    if !observed { members.append(.init("observed", .bool(false))) }
    if detail { members.append(.init("detail", .bool(true))) }
    if let rate { members.append(.init("rate", .number(rate))) }
    if snapshot { members.append(.init("snapshot", .bool(true))) }
    return members
  }
}
