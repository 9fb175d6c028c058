// The requests that make the daemon do something: edits together, its configuration, made-up touches.

import CommandLine

extension Request.Declaration {
  static let batch = Self(
    "batch",
    readValue: { (value, path) throws(ProtocolError) in .batch(try edits(value, path)) })

  static let reload = Self("reload", members: ["force", "confirmWithin"]) {
    (fields) throws(ProtocolError) in
    let seconds = try fields.wholeIfAny("confirmWithin")
    if let seconds, !(1...3_600).contains(seconds) {
      let path = fields.path("confirmWithin")
      throw .init(
        .badRequest, at: path, "expected seconds, a whole number from 1 to 3600, found \(seconds)")
    }
    return .reload(force: try fields.flag("force", default: false), confirmWithin: seconds)
  }

  static let confirm = Self("confirm", members: []) { _ in .confirm }

  // A script; a lasting device; or actions of the contacts of such a device.
  static let inject = Self("inject", members: ["script", "device", "isLasting", "actions"]) {
    (fields) throws(ProtocolError) in
    let script = try fields.textIfAny("script")
    let actions = try fields.textIfAny("actions")
    let isLasting = try fields.flag("isLasting", default: false)
    guard [script != nil, actions != nil, isLasting].count(where: { $0 }) == 1 else {
      throw .init(
        .badRequest, at: fields.path, "expected one of script, actions, and isLasting: true")
    }
    if let script { return .inject(script: script, device: try fields.textIfAny("device")) }
    let device = try fields.text("device")
    return actions.map { .injectActions($0, device: device) } ?? .injectDevice(name: device)
  }

  private static func edits(_ value: JSON, _ path: String) throws(ProtocolError) -> [PlacedEdit] {
    guard let elements = value.elements, !elements.isEmpty else {
      let found = value.elements == nil ? value.kind : "an empty list"
      throw .init(.badRequest, at: path, "expected a list of edits, found \(found)")
    }
    var answer: [PlacedEdit] = []
    answer.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      let path = "\(path)[\(index)]"
      guard let members = element.members, members.count == 1 else {
        throw .init(
          .badRequest, at: path, "expected an object with one edit, found \(element.kind)")
      }
      let (word, value) = (members[0].name, members[0].value)
      let declaration = Self(word: word)
      let placed = try declaration?.inWindow(value, path: "\(path).\(word)")
      guard
        let edit = try declaration?.edit(placed?.value ?? value, path: "\(path).\(word)")
      else {
        let hint =
          didYouMean(word, among: editWords).map { "; \($0)" }
          ?? "; a batch holds \(editWords.joined(separator: ", "))"
        throw .init(.unknownRequest, at: path, "no edit is named \"\(word)\"\(hint)")
      }
      answer.append(PlacedEdit(edit, in: placed?.window))
    }
    return answer
  }
}
