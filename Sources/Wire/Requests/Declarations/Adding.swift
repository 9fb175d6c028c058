// The requests that add something to the tree, described as in the configuration.

extension Request.Declaration {
  static let add = Self(
    edit: "add", members: ["to"] + kindsToAdd + ["own"] + EditPosition.members
  ) { (fields) throws(ProtocolError) in
    let given = kindsToAdd.filter { fields[$0] != nil }
    guard given.count == 1, let json = fields[given[0]] else {
      throw .init(
        .badRequest,
        "\(fields.path): expected one of \(kindsToAdd.dropLast().joined(separator: ", ")) and "
          + "gestureRecognizer, each with the keys of the configuration", path: fields.path)
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
      try fields.only(["to", given[0], "own"] + EditPosition.members)
      let parent = try fields.text("to")
      let position = try fields.position()
      return given[0] == "viewController"
        ? .addController(json, to: parent, position, owned: owned)
        : .addView(json, to: parent, position, owned: owned)
    }
  }

  static let present = Self(edit: "present", members: ["from", "viewController", "own"]) {
    (fields) throws(ProtocolError) in
    .present(
      try fields.controller(), from: try fields.text("from"),
      owned: try fields.flag("own", default: false))
  }

  static let push = Self(edit: "push", members: ["to", "viewController", "own"]) {
    (fields) throws(ProtocolError) in
    .push(
      try fields.controller(), to: try fields.text("to"),
      owned: try fields.flag("own", default: false))
  }

  private static let kindsToAdd = [
    "view", "views", "viewController", "rootViewController", "window", "gestureRecognizer",
  ]
}

extension Fields {
  fileprivate func controller() throws(ProtocolError) -> JSON {
    let path = path("viewController")
    guard let controller = self["viewController"] else {
      throw .init(
        .badRequest,
        "\(path): expected a view controller with the keys of the configuration, found nothing",
        path: path)
    }
    return controller
  }
}
