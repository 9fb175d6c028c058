// The requests: one JSON object per line, with an id and one request.

import Words

/// The record after which a subscription continues when a connection was lost.
package struct ResumePoint: Hashable, Sendable {
  /// The instance of the daemon that numbered the record.
  package var instance: String
  /// The connection that received the record, as its hello line names it; nil if the number is one
  /// as the connection of the request counts.
  package var connection: Int?
  /// The number of the last record that the client received.
  package var seq: UInt64

  /// The point after a record of an instance.
  package init(instance: String, connection: Int? = nil, seq: UInt64) {
    self.instance = instance
    self.connection = connection
    self.seq = seq
  }
}

/// One decoded request.
package struct Request: Hashable, Sendable {
  /// The kinds of request.
  package enum Kind: Hashable, Sendable {
    case subscribe(Filter, snapshot: Bool, since: ResumePoint?)
    case unsubscribe(Int)
    case hitTest(screen: String?, x: Double, y: Double, trace: Bool)
    case why(recognizer: String, screen: String?, x: Double, y: Double)
    case tree(view: String?, form: TreeForm)
    case chain(responder: String)
    case devices
    case status(prometheus: Bool)
    case describe
    case edit(Edit)
    case batch([Edit])
    case reload(force: Bool)
    case inject(script: String, device: String?)
    case injectDevice(name: String)
    case injectActions(String, device: String)
    case identify(name: String)
    case answer(question: Int, Bool)

    /// The request's name.
    package var name: Name {
      switch self {
      case .subscribe: .subscribe
      case .unsubscribe: .unsubscribe
      case .hitTest: .hitTest
      case .why: .why
      case .tree: .tree
      case .chain: .chain
      case .devices: .devices
      case .status: .status
      case .describe: .describe
      case .edit(let edit): edit.name
      case .batch: .batch
      case .reload: .reload
      case .inject, .injectDevice, .injectActions: .inject
      case .identify: .identify
      case .answer: .answer
      }
    }
  }

  /// The form in which a tree is written.
  package enum TreeForm: String, Sendable, CaseIterable {
    /// Nodes with the current state of each view.
    case nodes
    /// A configuration from which the same tree can be built.
    case configuration
    /// The settings of one view and its recognizers, default values included.
    case settings
    /// The text of such a configuration.
    case yaml
  }

  /// The rights that requests need.
  package enum Right: String, Sendable, CaseIterable { case subscribe, raw, edit, inject, control }

  /// The id that the answer repeats; nil if the request has none.
  package var id: RequestID?
  /// The kind of request.
  package var kind: Kind

  /// A request with an id.
  package init(id: RequestID?, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// The rights that the request needs, all of them.
  package var rights: Set<Right> {
    switch kind {
    case .subscribe(let filter, _, _): Request.rights(of: filter)
    case .unsubscribe, .hitTest, .why, .tree, .chain, .devices, .status, .describe, .identify,
      .answer:
      [.subscribe]
    case .edit(.set(.device, _)), .reload: [.control]
    case .batch(let edits):
      edits.contains { if case .set(.device, _) = $0 { true } else { false } }
        ? [.edit, .control] : [.edit]
    case .edit: [.edit]
    case .inject, .injectDevice, .injectActions: [.inject]
    }
  }

  /// The rights that a subscription with this filter needs as long as it lasts.
  package static func rights(of filter: Filter) -> Set<Right> {
    filter.types.contains(RecordTypes(.raw)) ? [.subscribe, .raw] : [.subscribe]
  }
}

/// A line that is not a valid request, with its id if that could be read.
package struct RefusedRequest: Error, Hashable, Sendable {
  package var id: RequestID?
  package var error: ProtocolError
}

extension Request {
  /// Decodes one line; an unknown member is an error.
  package init(_ line: JSON) throws(RefusedRequest) {
    guard let members = line.members else {
      throw .init(
        id: nil, error: .init(.badJSON, "expected one JSON object, found \(line.kind)"))
    }
    let id: RequestID? =
      switch line["id"] {
      case .integer(let number): .number(number)
      case .string(let text): .text(text)
      default: nil
      }
    if let given = line["id"], given != .null, id == nil {
      throw .init(
        id: nil,
        error: .init(
          .badRequest, "id: expected a whole number or a text, found \(given.kind)", path: "id"))
    }
    let known = members.filter { Name(rawValue: $0.name) != nil }
    guard let request = known.first, known.count == 1, let name = Name(rawValue: request.name)
    else {
      throw .init(id: id, error: Self.notOne(known: known, members: members))
    }
    if let other = members.first(where: { $0.name != "id" && $0.name != request.name })?.name {
      throw .init(
        id: id,
        error: .init(
          .badRequest,
          "\(other): unknown member beside \(request.name); write the members of a request inside it",
          path: other))
    }
    do throws(ProtocolError) {
      self.init(id: id, kind: try Self.kind(name, request.value))
    } catch {
      throw .init(id: id, error: error)
    }
  }

  private static func notOne(known: [JSON.Member], members: [JSON.Member]) -> ProtocolError {
    guard known.isEmpty else {
      let found = known.map(\.name).joined(separator: " and ")
      return .init(.badRequest, "expected one request a line, found \(found)")
    }
    guard let name = members.first(where: { $0.name != "id" })?.name else {
      return .init(.unknownRequest, "expected a request beside the id, found none")
    }
    let hint = didYouMean(name, among: names).map { "; \($0)" } ?? ""
    return .init(.unknownRequest, "no request is named \"\(name)\"\(hint)", path: name)
  }

  private static func kind(_ name: Name, _ value: JSON) throws(ProtocolError) -> Kind {
    func fields(_ known: String...) throws(ProtocolError) -> Fields {
      let fields = try Fields(value, path: name.rawValue)
      try fields.only(known)
      return fields
    }
    switch name {
    case .subscribe: return try subscription(Fields(value, path: name.rawValue))
    case .unsubscribe: return .unsubscribe(try fields("subscription").whole("subscription"))
    case .hitTest:
      let fields = try fields("screen", "point", "trace")
      let point = try fields.point("point")
      return .hitTest(
        screen: try fields.textIfAny("screen"), x: point.x, y: point.y,
        trace: try fields.flag("trace", default: false))
    case .why:
      let fields = try fields("recognizer", "screen", "point")
      let point = try fields.point("point")
      return .why(
        recognizer: try fields.text("recognizer"), screen: try fields.textIfAny("screen"),
        x: point.x, y: point.y)
    case .tree:
      let fields = try fields("view", "as")
      return .tree(
        view: try fields.textIfAny("view"), form: try fields.word("as", default: .nodes))
    case .chain: return .chain(responder: try fields("responder").text("responder"))
    case .devices:
      _ = try fields()
      return .devices
    case .status:
      return .status(prometheus: try fields("prometheus").flag("prometheus", default: false))
    case .describe:
      _ = try fields()
      return .describe
    case .batch: return .batch(try edits(value))
    case .reload: return .reload(force: try fields("force").flag("force", default: false))
    case .inject: return try injection(fields("script", "device", "isLasting", "actions"))
    case .identify: return .identify(name: try fields("name").text("name"))
    case .answer:
      let fields = try fields("question", "yes")
      return .answer(question: try fields.whole("question"), try fields.flag("yes", default: false))
    case .set, .add, .remove, .move, .becomeFirstResponder, .resignFirstResponder, .present,
      .dismiss, .push, .pop, .enable, .disable, .cancel, .inhibit, .scrollTo:
      return .edit(try Edit(name, value, path: name.rawValue))
    }
  }

  private static func subscription(_ fields: Fields) throws(ProtocolError) -> Kind {
    var since: ResumePoint?
    let filter = try Filter(fields)
    if let inner = try fields.fieldsIfAny("since") {
      try inner.only("instance", "connection", "seq")
      let seq = try inner.whole("seq")
      guard seq >= 0 else {
        throw .init(
          .badRequest, "\(inner.path("seq")): expected a whole number from 0, found \(seq)",
          path: inner.path("seq"))
      }
      since = ResumePoint(
        instance: try inner.text("instance"),
        connection: try inner.textIfAny("connection").map { Int($0) ?? 0 }, seq: UInt64(seq))
    }
    return .subscribe(filter, snapshot: try fields.flag("snapshot", default: false), since: since)
  }

  // A script; a lasting device; or actions of the contacts of such a device.
  private static func injection(_ fields: Fields) throws(ProtocolError) -> Kind {
    let script = try fields.textIfAny("script")
    let actions = try fields.textIfAny("actions")
    let isLasting = try fields.flag("isLasting", default: false)
    guard [script != nil, actions != nil, isLasting].count(where: { $0 }) == 1 else {
      throw .init(
        .badRequest, "inject: expected one of script, actions, and isLasting: true",
        path: "inject")
    }
    if let script { return .inject(script: script, device: try fields.textIfAny("device")) }
    let device = try fields.text("device")
    return actions.map { .injectActions($0, device: device) } ?? .injectDevice(name: device)
  }

  private static func edits(_ value: JSON) throws(ProtocolError) -> [Edit] {
    guard let elements = value.elements, !elements.isEmpty else {
      let found = value.elements == nil ? value.kind : "an empty list"
      throw .init(.badRequest, "batch: expected a list of edits, found \(found)", path: "batch")
    }
    var answer: [Edit] = []
    for (index, element) in elements.enumerated() {
      let path = "batch[\(index)]"
      guard let members = element.members, members.count == 1 else {
        throw .init(
          .badRequest, "\(path): expected an object with one edit, found \(element.kind)",
          path: path)
      }
      guard let name = Name(rawValue: members[0].name), name.isEdit else {
        let edits = Name.allCases.filter(\.isEdit).map(\.rawValue)
        let hint = didYouMean(members[0].name, among: edits).map { "; \($0)" } ?? ""
        throw .init(
          .unknownRequest, "\(path): no edit is named \"\(members[0].name)\"\(hint)", path: path)
      }
      answer.append(try Edit(name, members[0].value, path: "\(path).\(name.rawValue)"))
    }
    return answer
  }
}
