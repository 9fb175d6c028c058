// The requests that change or end what is wanted of something that is there.

extension Request.Declaration {
  static let set = Self(edit: "set") { (fields) throws(ProtocolError) in
    let target = try fields.target()
    let own = try fields.flag("own", default: false)
    let values = fields.rest(without: target.member, "own")
    guard !values.isEmpty else {
      throw .init(.badRequest, at: fields.path, "expected properties to set, found none")
    }
    return .set(target, values, own: own)
  }

  static let remove = Self(edit: "remove", members: EditTarget.members) {
    (fields) throws(ProtocolError) in
    .remove(try fields.target())
  }
}
