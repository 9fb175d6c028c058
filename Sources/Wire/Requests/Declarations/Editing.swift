// The requests that change views, controllers and devices that are there, or their state.

extension Request.Declaration {
  static let set = Self(edit: "set") { (fields) throws(ProtocolError) in
    let target = try fields.target()
    let values = fields.rest(without: [target.member])
    guard !values.isEmpty else {
      throw .init(
        .badRequest, "\(fields.path): expected properties to set, found none", path: fields.path)
    }
    return .set(target, values)
  }

  static let remove = Self(edit: "remove", members: EditTarget.members) {
    (fields) throws(ProtocolError) in
    .remove(try fields.target())
  }

  static let move = Self(edit: "move", members: ["view", "to"] + EditPosition.members) {
    (fields) throws(ProtocolError) in
    .move(
      try fields.text("view"), to: try fields.textIfAny("to"), try fields.position())
  }

  static let becomeFirstResponder = Self(edit: "becomeFirstResponder", members: ["responder"]) {
    (fields) throws(ProtocolError) in
    .becomeFirstResponder(try fields.text("responder"))
  }

  static let resignFirstResponder = Self(edit: "resignFirstResponder", members: ["responder"]) {
    (fields) throws(ProtocolError) in
    .resignFirstResponder(try fields.text("responder"))
  }

  static let endEditing = Self(edit: "endEditing", members: ["view"]) {
    (fields) throws(ProtocolError) in
    .endEditing(try fields.text("view"))
  }

  static let dismiss = Self(edit: "dismiss", members: ["viewController"]) {
    (fields) throws(ProtocolError) in
    .dismiss(try fields.text("viewController"))
  }

  static let pop = Self(edit: "pop", members: ["from", "to"]) { (fields) throws(ProtocolError) in
    .pop(from: try fields.text("from"), to: try fields.textIfAny("to"))
  }

  static let enable = Self(edit: "enable", members: EditTarget.members) {
    (fields) throws(ProtocolError) in
    .enable(try fields.target())
  }

  static let disable = Self(edit: "disable", members: EditTarget.members) {
    (fields) throws(ProtocolError) in
    .disable(try fields.target())
  }

  static let cancel = Self(edit: "cancel") { (fields) throws(ProtocolError) in
    if fields.members.isEmpty { return .cancelAll }
    if fields["touches"] != nil {
      try fields.only("touches")
      return .cancelTouches(try fields.wholes("touches"))
    }
    try fields.only(EditTarget.members)
    return .cancelTarget(try fields.target())
  }

  static let inhibit = Self(edit: "inhibit", members: ["view", "inhibited"]) {
    (fields) throws(ProtocolError) in
    .inhibit(try fields.text("view"), try fields.flag("inhibited", default: true))
  }

  static let scrollTo = Self(edit: "scrollTo", members: ["view", "offset", "animated"]) {
    (fields) throws(ProtocolError) in
    let offset = try fields.point("offset")
    return .scroll(
      try fields.text("view"), toX: offset.x, y: offset.y,
      animated: try fields.flag("animated", default: true))
  }
}
