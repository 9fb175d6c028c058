// Requests as methods.

internal import Protocol

/// A place beside a sibling.
public enum Sibling: Hashable, Sendable {
  case above(String)
  case below(String)
}

/// The place of a controller.
public enum ControllerPlace: Hashable, Sendable {
  /// In a view or a window, or as a child of another controller.
  case into(String)
  case presentedBy(String)
  /// In front of the pages of a navigation controller.
  case pushedOn(String)

  fileprivate var member: (word: String, id: String) {
    switch self {
    case .into(let id): ("in", id)
    case .presentedBy(let id): ("presentedBy", id)
    case .pushedOn(let id): ("pushedOn", id)
    }
  }
}

extension Client {
  /// The view that a finger at a point of a screen would hit; nil if there is none.
  public func hitTest(x: Double, y: Double, screen: String? = nil) throws(ClientError) -> String? {
    var arguments: Value = ["point": [Value(x), Value(y)]]
    if let screen { arguments = arguments.setting("screen", to: Value(screen)) }
    return try request("hitTest", arguments)["view"]?.text
  }

  /// The responder chain from a responder on.
  public func chain(of responder: String) throws(ClientError) -> [String] {
    try request("chain", ["responder": Value(responder)])["chain"]?.list?
      .compactMap { $0["id"]?.text } ?? []
  }

  /// Where a point of a view lies in another; nil is the screen.
  public func convert(
    x: Double, y: Double, from source: String? = nil, to target: String? = nil
  ) throws(ClientError) -> (x: Double, y: Double)? {
    var arguments: Value = ["point": [Value(x), Value(y)]]
    if let source { arguments = arguments.setting("from", to: Value(source)) }
    if let target { arguments = arguments.setting("to", to: Value(target)) }
    let point = try request("convert", arguments)["point"]?.list?.compactMap(\.number) ?? []
    return point.count == 2 ? (point[0], point[1]) : nil
  }

  /// Sets properties of a view; names and values are those of the configuration.
  public func set(view: String, _ properties: Value) throws(ClientError) {
    try request("set", properties.setting("view", to: Value(view)))
  }

  /// Makes a view so, written as in the configuration, in another view; with `sibling` in front of it
  /// or behind it. The next put of its id replaces it. It is put again after a restart of the daemon.
  public func put(
    view: Value, in parent: String, _ sibling: Sibling? = nil, lasting isLasting: Bool = false
  ) throws(ClientError) {
    try put(["in": Value(parent), "view": view], sibling, isLasting)
  }

  /// Makes a gesture recognizer of a view so.
  public func put(
    gestureRecognizer: Value, in view: String, lasting isLasting: Bool = false
  ) throws(ClientError) {
    try put(["in": Value(view), "gestureRecognizer": gestureRecognizer], nil, isLasting)
  }

  /// Makes a window so.
  public func put(window: Value, lasting isLasting: Bool = false) throws(ClientError) {
    try put(["window": window], nil, isLasting)
  }

  /// Makes a controller with its view so: in a view, presented by another controller, or as a page.
  public func put(
    viewController: Value, _ place: ControllerPlace, lasting isLasting: Bool = false
  ) throws(ClientError) {
    let (word, id) = place.member
    try put([word: Value(id), "viewController": viewController], nil, isLasting)
  }

  private func put(
    _ arguments: [String: Value], _ sibling: Sibling?, _ isLasting: Bool
  ) throws(ClientError) {
    var arguments = Value(arguments)
    switch sibling {
    case .above(let id): arguments = arguments.setting("above", to: Value(id))
    case .below(let id): arguments = arguments.setting("below", to: Value(id))
    case nil: break
    }
    if isLasting { arguments = arguments.setting("lasting", to: true) }
    try request("put", arguments)
  }

  /// Removes a view with all in it; its touches are cancelled.
  public func remove(view: String) throws(ClientError) {
    try request("remove", ["view": Value(view)])
  }

  /// Removes a controller: a page, or one that is presented, with what it presents.
  public func remove(viewController: String) throws(ClientError) {
    try request("remove", ["viewController": Value(viewController)])
  }

  /// Makes several puts, removes and sets at once, or none of them if one fails.
  public func batch(_ edits: [Value]) throws(ClientError) {
    try request("batch", Value(edits))
  }

  /// Sets properties of a recognizer, such as `isEnabled`.
  public func set(recognizer: String, _ properties: Value) throws(ClientError) {
    try request("set", properties.setting("recognizer", to: Value(recognizer)))
  }

  /// Asks a responder to become first responder; returns whether it is.
  public func becomeFirstResponder(_ responder: String) throws(ClientError) -> Bool {
    try request("becomeFirstResponder", ["responder": Value(responder)])["accepted"]?.flag ?? false
  }

  /// Moves the content of a scroll view to an offset, on its way or at once.
  public func scroll(
    view: String, toX x: Double, y: Double, animated isAnimated: Bool = true
  ) throws(ClientError) {
    try request(
      "scrollTo",
      [
        "view": Value(view), "offset": [Value(x), Value(y)], "animated": Value(isAnimated),
      ])
  }

  /// Zooms the content of a scroll view to a scale, on its way or at once; a point of the content at
  /// scale 1 stays where it is, or the one in the middle of the view.
  public func zoom(
    view: String, to scale: Double, about point: (x: Double, y: Double)? = nil,
    animated isAnimated: Bool = true
  ) throws(ClientError) {
    var members: [String: Value] = [
      "view": Value(view), "zoomScale": Value(scale), "animated": Value(isAnimated),
    ]
    if let point { members["point"] = [Value(point.x), Value(point.y)] }
    try request("scrollTo", Value(members))
  }

  /// Zooms so that the view shows a rectangle of the content at scale 1 in its middle, as large as it
  /// fits.
  public func zoom(
    view: String, toX x: Double, y: Double, width: Double, height: Double,
    animated isAnimated: Bool = true
  ) throws(ClientError) {
    try request(
      "scrollTo",
      [
        "view": Value(view), "rect": [Value(x), Value(y), Value(width), Value(height)],
        "animated": Value(isAnimated),
      ])
  }
}
