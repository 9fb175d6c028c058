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

  static let scrollTo = Self(
    "scrollTo", members: ["view", "offset", "zoomScale", "point", "rect", "animated"]
  ) { (fields) throws(ProtocolError) in
    .act(
      .scroll(
        try fields.text("view"), to: try fields.scrollTarget(),
        animated: try fields.flag("animated", default: true)))
  }
}

extension Fields {
  /// Exactly one of an offset, a scale and a rectangle.
  fileprivate func scrollTarget() throws(ProtocolError) -> ScrollTarget {
    let given = ["offset", "zoomScale", "rect"].filter { self[$0] != nil }
    if self["point"] != nil, given != ["zoomScale"] {
      throw ProtocolError(
        .badRequest, at: path("point"), "expected zoomScale beside it, the scale about this point")
    }
    guard given.count == 1 else {
      throw ProtocolError(
        .badRequest, at: path,
        "expected one of offset, zoomScale, rect, found "
          + (given.isEmpty ? "none" : given.joined(separator: " and ")))
    }
    switch given[0] {
    case "zoomScale":
      let about = self["point"] == nil ? nil : try point("point")
      return .scale(
        try required("zoomScale", try positiveIfAny("zoomScale"), expected: "a number above zero"),
        about: about)
    case "rect": return try rectTarget()
    default: return .offset(try point("offset"))
    }
  }

  // A rectangle that is not empty.
  private func rectTarget() throws(ProtocolError) -> ScrollTarget {
    let sides = numbers("rect", 4).flatMap { $0[2] > 0 && $0[3] > 0 ? $0 : nil }
    let four = try required(
      "rect", sides,
      expected: "a rectangle, [x, y, width, height] with width and height above zero")
    return .rect(RequestedPoint(x: four[0], y: four[1]), width: four[2], height: four[3])
  }
}
