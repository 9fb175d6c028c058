// Requests as methods.

internal import Wire

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

  /// Sets properties of a view; names and values are those of the configuration.
  public func set(view: String, _ properties: Value) throws(ClientError) {
    try request("set", properties.setting("view", to: Value(view)))
  }

  /// Adds a view, written as in the configuration, to another view; `owned` views are removed with
  /// this connection. Added views are added again after a restart or a reload of the daemon.
  public func add(view: Value, to parent: String, owned: Bool = false) throws(ClientError) {
    try request("add", ["to": Value(parent), "view": view, "own": Value(owned)])
  }

  /// Adds a gesture recognizer, written as in the configuration, to a view.
  public func add(
    gestureRecognizer: Value, to view: String, owned: Bool = false
  ) throws(ClientError) {
    try request(
      "add", ["to": Value(view), "gestureRecognizer": gestureRecognizer, "own": Value(owned)])
  }

  /// Removes a view with all its subviews; their touches are cancelled.
  public func remove(view: String) throws(ClientError) {
    try request("remove", ["view": Value(view)])
  }

  /// Presents a controller, written as in the configuration, over another; `owned` ones are
  /// dismissed with this connection.
  public func present(
    _ viewController: Value, from presenter: String, owned: Bool = false
  ) throws(ClientError) {
    try request(
      "present",
      ["from": Value(presenter), "viewController": viewController, "own": Value(owned)])
  }

  /// Dismisses a presented controller, and the controllers that it presents.
  public func dismiss(_ viewController: String) throws(ClientError) {
    try request("dismiss", ["viewController": Value(viewController)])
  }

  /// Shows a page, a controller written as in the configuration, in a navigation controller;
  /// `owned` pages are removed with this connection.
  public func push(
    _ viewController: Value, to navigationController: String, owned: Bool = false
  ) throws(ClientError) {
    try request(
      "push",
      ["to": Value(navigationController), "viewController": viewController, "own": Value(owned)])
  }

  /// Removes the page that a navigation controller shows, or all pages in front of a page; returns
  /// the controllers of the removed pages.
  @discardableResult
  public func pop(
    from navigationController: String, to page: String? = nil
  ) throws(ClientError) -> [String] {
    var arguments: Value = ["from": Value(navigationController)]
    if let page { arguments = arguments.setting("to", to: Value(page)) }
    return try request("pop", arguments)["popped"]?.list?.compactMap { $0.text } ?? []
  }

  /// Makes several edits at once, or none of them if one fails.
  public func batch(_ edits: [Value]) throws(ClientError) {
    try request("batch", Value(edits))
  }

  /// Enables or disables a recognizer.
  public func enable(recognizer: String, _ isEnabled: Bool = true) throws(ClientError) {
    try request(isEnabled ? "enable" : "disable", ["recognizer": Value(recognizer)])
  }

  /// Asks a responder to become first responder; returns whether it is.
  public func becomeFirstResponder(_ responder: String) throws(ClientError) -> Bool {
    try request("becomeFirstResponder", ["responder": Value(responder)])["accepted"]?.flag ?? false
  }

  /// Stops or allows recognition in a view and its subviews.
  public func inhibit(view: String, _ isInhibited: Bool = true) throws(ClientError) {
    try request("inhibit", ["view": Value(view), "inhibited": Value(isInhibited)])
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
}
