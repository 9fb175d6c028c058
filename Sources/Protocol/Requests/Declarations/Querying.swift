// The requests that ask for something and change nothing.

extension Request.Declaration {
  static let hitTest = Self("hitTest", members: ["screen", "point", "trace"]) {
    (fields) throws(ProtocolError) in
    let point = try fields.point("point")
    return .hitTest(
      screen: try fields.textIfAny("screen"), x: point.x, y: point.y,
      trace: try fields.flag("trace", default: false))
  }

  static let why = Self("why", members: ["recognizer", "screen", "point"]) {
    (fields) throws(ProtocolError) in
    let point = try fields.point("point")
    return .why(
      recognizer: try fields.text("recognizer"), screen: try fields.textIfAny("screen"),
      x: point.x, y: point.y)
  }

  static let tree = Self("tree", members: ["view", "as", "owner", "detail"]) {
    (fields) throws(ProtocolError) in
    let form: Request.TreeForm = try fields.word("as", default: .nodes)
    let owner = try fields.textIfAny("owner")
    let isOfPrograms = form == .puts || form == .file
    let misplaced = isOfPrograms ? "view" : "owner"
    guard fields[misplaced] == nil else {
      throw .init(
        .badRequest, at: fields.path(misplaced),
        "expected \(isOfPrograms ? "an owner" : "a view") with as: \(form.rawValue)")
    }
    guard form == .nodes || fields["detail"] == nil else {
      throw .init(
        .badRequest, at: fields.path("detail"),
        "expected it without as, found as: \(form.rawValue)")
    }
    if form == .puts { return .puts(owner: owner) }
    if form == .file { return .file(owner: owner) }
    return .tree(
      view: try fields.textIfAny("view"), form: form,
      detail: try fields.flag("detail", default: false))
  }

  static let chain = Self("chain", members: ["responder"]) { (fields) throws(ProtocolError) in
    .chain(responder: try fields.text("responder"))
  }

  static let convert = Self("convert", members: ["point", "from", "to"]) {
    (fields) throws(ProtocolError) in
    let point = try fields.point("point")
    return .convert(
      x: point.x, y: point.y, from: try fields.textIfAny("from"), to: try fields.textIfAny("to"))
  }

  static let devices = Self("devices", members: []) { _ in .devices }

  static let recording = Self("recording", members: ["seconds"]) {
    (fields) throws(ProtocolError) in
    .recording(seconds: try fields.positiveIfAny("seconds") ?? 30)
  }

  static let status = Self("status", members: ["prometheus"]) { (fields) throws(ProtocolError) in
    .status(prometheus: try fields.flag("prometheus", default: false))
  }

  static let describe = Self("describe", members: []) { _ in .describe }
}
