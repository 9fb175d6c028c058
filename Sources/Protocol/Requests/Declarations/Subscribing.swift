// The requests of a program about its own connection.

extension Request.Declaration {
  static let subscribe = Self("subscribe", isOfConnection: true) {
    (fields) throws(ProtocolError) in
    let filter = try Filter(fields)
    let since = try resumePoint(fields)
    return .subscribe(filter, snapshot: try fields.flag("snapshot", default: false), since: since)
  }

  static let unsubscribe = Self("unsubscribe", members: ["subscription"], isOfConnection: true) {
    (fields) throws(ProtocolError) in
    .unsubscribe(try fields.whole("subscription"))
  }

  static let identify = Self(
    "identify", members: ["name", "origin", "problems"], isOfConnection: true
  ) { (fields) throws(ProtocolError) in
    let origin = try fields.optional(
      "origin", { $0.string.flatMap { Origin($0) } },
      expected: "the origin of a page such as \"https://kiosk.example\"")
    let problems = fields["problems"] == nil ? nil : try fields.texts("problems")
    let needsName = origin == nil && problems == nil
    let name = needsName ? try fields.text("name") : try fields.textIfAny("name")
    return .identify(name: name, origin: origin, problems: problems)
  }

  static let answer = Self("answer", members: ["question", "yes", "offset"], isOfConnection: true) {
    (fields) throws(ProtocolError) in
    let question = try fields.whole("question")
    guard fields["offset"] != nil else {
      return .answer(question: question, .yes(try fields.flag("yes", default: false)))
    }
    if fields["yes"] != nil {
      throw .init(.badRequest, at: fields.path("yes"), "expected one of yes and offset, found both")
    }
    return .answer(question: question, .offset(try fields.point("offset")))
  }

  private static func resumePoint(_ fields: Fields) throws(ProtocolError) -> ResumePoint? {
    guard let since = try fields.fieldsIfAny("since") else { return nil }
    if let seconds = try since.positiveIfAny("seconds") {
      try since.only("seconds")
      return .seconds(seconds)
    }
    try since.only("instance", "seq", "seconds")
    // Without private windows a number is enough.
    let streams =
      since["seq"]?.members == nil
      ? ["": try since.whole("seq")] : try since.fieldsIfAny("seq")?.wholesByName() ?? [:]
    for seq in streams.values where seq < 0 {
      throw .init(
        .badRequest, at: since.path("seq"), "expected a whole number from 0, found \(seq)")
    }
    let seq = streams.mapValues { UInt64($0) }
    return .after(seq, of: try since.text("instance"))
  }
}
