// The requests that act on what lives.

extension Request.Declaration {
  static let becomeFirstResponder = Self("becomeFirstResponder", members: ["responder"]) {
    (fields) throws(ProtocolError) in
    .act(.becomeFirstResponder(try fields.text("responder")))
  }

  static let resignFirstResponder = Self("resignFirstResponder", members: ["responder"]) {
    (fields) throws(ProtocolError) in
    .act(.resignFirstResponder(try fields.text("responder")))
  }

  static let endEditing = Self("endEditing", members: ["view"]) {
    (fields) throws(ProtocolError) in
    .act(.endEditing(try fields.text("view")))
  }

  static let cancel = Self("cancel") { (fields: Fields) throws(ProtocolError) in
    if fields.members.isEmpty { return .act(.cancelAll) }
    if fields["touches"] != nil {
      try fields.only("touches")
      return .act(.cancelTouches(try fields.wholes("touches")))
    }
    try fields.only(EditTarget.members)
    return .act(.cancelTarget(try fields.target()))
  }

  static let scrollTo = Self("scrollTo", members: ["view", "offset", "animated"]) {
    (fields) throws(ProtocolError) in
    let offset = try fields.point("offset")
    return .act(
      .scroll(
        try fields.text("view"), toX: offset.x, y: offset.y,
        animated: try fields.flag("animated", default: true)))
  }
}
