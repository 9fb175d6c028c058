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

  static let identify = Self("identify", members: ["name"], isOfConnection: true) {
    (fields) throws(ProtocolError) in
    .identify(name: try fields.text("name"))
  }

  static let answer = Self("answer", members: ["question", "yes"], isOfConnection: true) {
    (fields) throws(ProtocolError) in
    .answer(question: try fields.whole("question"), try fields.flag("yes", default: false))
  }

  private static func resumePoint(_ fields: Fields) throws(ProtocolError) -> ResumePoint? {
    guard let since = try fields.fieldsIfAny("since") else { return nil }
    try since.only("instance", "seq")
    // Without private windows a number is enough.
    let streams =
      since["seq"]?.members == nil
      ? ["": try since.whole("seq")] : try since.fieldsIfAny("seq")?.wholesByName() ?? [:]
    for seq in streams.values where seq < 0 {
      throw .init(
        .badRequest, "\(since.path("seq")): expected a whole number from 0, found \(seq)",
        path: since.path("seq"))
    }
    let seq = streams.mapValues { UInt64($0) }
    return ResumePoint(instance: try since.text("instance"), seq: seq)
  }
}
