// Edits of the tree, alone or in a batch.

/// The target of an edit.
package enum EditTarget: Hashable, Sendable {
  case view(String)
  case viewController(String)
  case recognizer(String)
  case device(String)

  /// The member that names the target.
  package var member: String {
    switch self {
    case .view: "view"
    case .viewController: "viewController"
    case .recognizer: "recognizer"
    case .device: "device"
    }
  }

  /// The id or name of the target.
  package var id: String {
    switch self {
    case .view(let id), .viewController(let id), .recognizer(let id), .device(let id): id
    }
  }
}

/// The position of a view among its siblings.
package enum EditPosition: Hashable, Sendable {
  /// In front of all siblings.
  case front
  /// At this index, counted from the back.
  case index(Int)
  /// Directly behind this sibling.
  case below(String)
  /// Directly in front of this sibling.
  case above(String)
}

/// One edit of the tree or of its state.
package enum Edit: Hashable, Sendable {
  /// Sets properties; names and values are those of the configuration.
  case set(EditTarget, [JSON.Member])
  /// Adds a view, described as in the configuration, or several, to a view.
  case addView(JSON, to: String, EditPosition, owned: Bool)
  /// Adds a controller, described as in the configuration, with its view, to a view.
  case addController(JSON, to: String, EditPosition, owned: Bool)
  /// Sets the root controller, described as in the configuration, of a window without one.
  case addRoot(JSON, to: String, owned: Bool)
  /// Shows a window, described as in the configuration.
  case addWindow(JSON, owned: Bool)
  /// Adds a recognizer, described as in the configuration, to a view.
  case addRecognizer(JSON, to: String, owned: Bool)
  /// Removes a view with its subviews, or a recognizer.
  case remove(EditTarget)
  /// Changes a view's index or parent.
  case move(String, to: String?, EditPosition)
  /// Makes a responder the first responder, or makes it resign.
  case becomeFirstResponder(String)
  case resignFirstResponder(String)
  /// Presents a controller, described as in the configuration, from another.
  case present(JSON, from: String, owned: Bool)
  /// Dismisses a presented controller.
  case dismiss(String)
  /// Shows a page, a controller described as in the configuration, in a navigation controller.
  case push(JSON, to: String, owned: Bool)
  /// Removes the page that is shown, or all pages in front of a controller's page.
  case pop(from: String, to: String?)
  /// Enables or disables a recognizer or a control.
  case enable(EditTarget)
  case disable(EditTarget)
  /// Cancels a recognizer's attempt, a view's touches, single touches, or everything.
  case cancelTarget(EditTarget)
  case cancelTouches([Int])
  case cancelAll
  /// Stops or allows recognition in a view and its subviews.
  case inhibit(String, Bool)
  /// Moves the content of a scroll view to an offset, on its way or at once.
  case scroll(String, toX: Double, y: Double, animated: Bool)

  /// Reads the edit with a name.
  package init(_ name: Request.Name, _ value: JSON, path: String) throws(ProtocolError) {
    let fields = try Fields(value, path: path)
    switch name {
    case .set:
      let target = try Self.target(fields)
      let values = fields.rest(without: [target.member])
      guard !values.isEmpty else {
        throw .init(.badRequest, "\(path): expected properties to set, found none", path: path)
      }
      self = .set(target, values)
    case .add: self = try Self.addition(fields, path)
    case .remove: self = .remove(try Self.onlyTarget(fields))
    case .move:
      try fields.only("view", "to", "index", "below", "above")
      self = .move(
        try fields.text("view"), to: try fields.textIfAny("to"), try Self.position(fields))
    case .becomeFirstResponder:
      try fields.only("responder")
      self = .becomeFirstResponder(try fields.text("responder"))
    case .resignFirstResponder:
      try fields.only("responder")
      self = .resignFirstResponder(try fields.text("responder"))
    case .present:
      try fields.only("from", "viewController", "own")
      self = .present(
        try Self.controller(fields), from: try fields.text("from"),
        owned: try fields.flag("own", default: false))
    case .dismiss:
      try fields.only("viewController")
      self = .dismiss(try fields.text("viewController"))
    case .push:
      try fields.only("to", "viewController", "own")
      self = .push(
        try Self.controller(fields), to: try fields.text("to"),
        owned: try fields.flag("own", default: false))
    case .pop:
      try fields.only("from", "to")
      self = .pop(from: try fields.text("from"), to: try fields.textIfAny("to"))
    case .enable: self = .enable(try Self.onlyTarget(fields))
    case .disable: self = .disable(try Self.onlyTarget(fields))
    case .cancel:
      if fields.members.isEmpty {
        self = .cancelAll
      } else if fields["touches"] != nil {
        try fields.only("touches")
        self = .cancelTouches(try fields.wholes("touches"))
      } else {
        self = .cancelTarget(try Self.onlyTarget(fields))
      }
    case .inhibit:
      try fields.only("view", "inhibited")
      self = .inhibit(try fields.text("view"), try fields.flag("inhibited", default: true))
    case .scrollTo:
      try fields.only("view", "offset", "animated")
      let offset = try fields.point("offset")
      self = .scroll(
        try fields.text("view"), toX: offset.x, y: offset.y,
        animated: try fields.flag("animated", default: true))
    case .subscribe, .unsubscribe, .hitTest, .why, .tree, .chain, .devices, .status, .describe,
      .batch, .reload, .inject, .identify, .answer:
      throw .init(.unknownRequest, "\(path): no edit is named \"\(name)\"", path: path)
    }
  }

  /// The name in an `edit` record: the name of the request.
  package var name: Request.Name {
    switch self {
    case .set: .set
    case .addView, .addController, .addRoot, .addWindow, .addRecognizer: .add
    case .remove: .remove
    case .move: .move
    case .becomeFirstResponder: .becomeFirstResponder
    case .resignFirstResponder: .resignFirstResponder
    case .present: .present
    case .dismiss: .dismiss
    case .push: .push
    case .pop: .pop
    case .enable: .enable
    case .disable: .disable
    case .cancelTarget, .cancelTouches, .cancelAll: .cancel
    case .inhibit: .inhibit
    case .scroll: .scrollTo
    }
  }

  private static func controller(_ fields: Fields) throws(ProtocolError) -> JSON {
    let path = fields.path("viewController")
    guard let controller = fields["viewController"] else {
      throw .init(
        .badRequest,
        "\(path): expected a view controller with the keys of the configuration, found nothing",
        path: path)
    }
    return controller
  }

  private static func addition(_ fields: Fields, _ path: String) throws(ProtocolError) -> Edit {
    let kinds = [
      "view", "views", "viewController", "rootViewController", "window", "gestureRecognizer",
    ]
    try fields.only(
      "to", "view", "views", "viewController", "rootViewController", "window",
      "gestureRecognizer", "own", "index", "below", "above")
    let given = kinds.filter { fields[$0] != nil }
    guard given.count == 1, let json = fields[given[0]] else {
      throw .init(
        .badRequest,
        "\(path): expected one of \(kinds.dropLast().joined(separator: ", ")) and "
          + "gestureRecognizer, each with the keys of the configuration", path: path)
    }
    let owned = try fields.flag("own", default: false)
    switch given[0] {
    case "window":
      try fields.only("window", "own")
      return .addWindow(json, owned: owned)
    case "rootViewController":
      try fields.only("to", "rootViewController", "own")
      return .addRoot(json, to: try fields.text("to"), owned: owned)
    case "gestureRecognizer":
      try fields.only("to", "gestureRecognizer", "own")
      return .addRecognizer(json, to: try fields.text("to"), owned: owned)
    default:
      try fields.only("to", given[0], "own", "index", "below", "above")
      let parent = try fields.text("to")
      let position = try Self.position(fields)
      return given[0] == "viewController"
        ? .addController(json, to: parent, position, owned: owned)
        : .addView(json, to: parent, position, owned: owned)
    }
  }

  // An edit with a target and no other member.
  private static func onlyTarget(_ fields: Fields) throws(ProtocolError) -> EditTarget {
    try fields.only("view", "viewController", "recognizer", "device")
    return try target(fields)
  }

  private static func target(_ fields: Fields) throws(ProtocolError) -> EditTarget {
    var answer: EditTarget?
    let targets: [(String, (String) -> EditTarget)] = [
      ("view", EditTarget.view), ("viewController", EditTarget.viewController),
      ("recognizer", EditTarget.recognizer), ("device", EditTarget.device),
    ]
    for (name, target) in targets {
      guard let id = try fields.textIfAny(name) else { continue }
      guard answer == nil else {
        throw .init(
          .badRequest, "\(fields.path): expected one target, found two", path: fields.path(name))
      }
      answer = target(id)
    }
    guard let answer else {
      throw .init(
        .badRequest,
        "\(fields.path): expected a target, one of view, viewController, recognizer, device",
        path: fields.path)
    }
    return answer
  }

  private static func position(_ fields: Fields) throws(ProtocolError) -> EditPosition {
    let given = ["index", "below", "above"].filter { fields[$0] != nil }
    guard given.count <= 1 else {
      throw .init(
        .badRequest,
        "\(fields.path): expected one of index, below and above, "
          + "found \(given.joined(separator: " and "))", path: fields.path(given[1]))
    }
    if let index = try fields.wholeIfAny("index") {
      guard index >= 0 else {
        throw .init(
          .badRequest, "\(fields.path("index")): expected a whole number from 0, found \(index)",
          path: fields.path("index"))
      }
      return .index(index)
    }
    if let sibling = try fields.textIfAny("below") { return .below(sibling) }
    if let sibling = try fields.textIfAny("above") { return .above(sibling) }
    return .front
  }
}
