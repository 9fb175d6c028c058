// The requests: one JSON object per line, with an id and one request.

import CommandLine

/// Where among the records that are kept a subscription begins.
package enum ResumePoint: Hashable, Sendable {
  /// After the last record of each stream that the client received of an instance of the daemon.
  /// That of the public windows has an empty name.
  case after([String: UInt64], of: String)
  /// With the records of the last so many seconds.
  case seconds(Double)
}

/// One decoded request.
package struct Request: Hashable, Sendable {
  /// The kinds of request.
  package enum Kind: Hashable, Sendable {
    case subscribe(Filter, snapshot: Bool, since: ResumePoint?)
    case unsubscribe(Int)
    case hitTest(screen: String?, x: Double, y: Double, trace: Bool)
    case why(recognizer: String, screen: String?, x: Double, y: Double)
    case tree(view: String?, form: TreeForm, detail: Bool)
    case puts(owner: String?)
    case file(owner: String?)
    case chain(responder: String)
    case convert(x: Double, y: Double, from: String?, to: String?)
    case devices
    case recording(seconds: Double)
    case status(prometheus: Bool)
    case describe
    case edit(Edit)
    case batch([PlacedEdit])
    case act(Act)
    case reload(force: Bool, confirmWithin: Int?)
    case confirm
    case inject(script: String, device: String?)
    case injectDevice(name: String)
    case injectActions(String, device: String)
    /// What a program says of itself; what is nil stays as it was.
    case identify(name: String? = nil, origin: Origin? = nil, problems: [String]? = nil)
    case answer(question: Int, Answer)

    /// The answer to a question.
    package enum Answer: Hashable {
      case yes(Bool)
      /// Where content comes to rest.
      case offset(RequestedPoint)
    }

    /// The declaration of the request.
    package var declaration: Declaration {
      switch self {
      case .subscribe: .subscribe
      case .unsubscribe: .unsubscribe
      case .hitTest: .hitTest
      case .why: .why
      case .tree, .puts, .file: .tree
      case .chain: .chain
      case .convert: .convert
      case .devices: .devices
      case .recording: .recording
      case .status: .status
      case .describe: .describe
      case .edit(let edit): edit.declaration
      case .act(let act): act.declaration
      case .batch: .batch
      case .reload: .reload
      case .confirm: .confirm
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
    /// What a program wants, whether it is there or waits.
    case puts
    /// The text of the configuration file in which the same tree is wanted.
    case file
  }

  /// The id that the answer repeats; nil if the request has none.
  package var id: RequestID?
  /// The kind of request.
  package var kind: Kind
  /// The private window in which the names of the request are looked up; nil for the public ones.
  package var window: String?

  /// A request with an id.
  package init(id: RequestID?, kind: Kind, window: String? = nil) {
    self.id = id
    self.kind = kind
    self.window = window
  }

  /// The rights that the request needs, all of them.
  package var rights: Set<Right> {
    switch kind {
    case .subscribe(let filter, _, _): Request.rights(of: filter)
    case .unsubscribe, .hitTest, .why, .tree, .puts, .chain, .convert, .devices, .status,
      .describe, .identify, .answer:
      [.subscribe]
    case .edit(.set(.device, _, _)), .reload, .confirm: [.control]
    case .batch(let edits):
      edits.contains { if case .set(.device, _, _) = $0.edit { true } else { false } }
        ? [.edit, .control] : [.edit]
    case .edit, .act, .file: [.edit]
    case .inject, .injectDevice, .injectActions: [.inject]
    case .recording: [.subscribe, .raw]
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
    let id = RequestID(line["id"])
    if let given = line["id"], given != .null, id == nil {
      throw .init(
        id: nil,
        error: .init(
          .badRequest, at: "id", "expected a whole number or a text, found \(given.kind)"))
    }
    let known = members.filter { Declaration(word: $0.name) != nil }
    guard let request = known.first, known.count == 1,
      let declaration = Declaration(word: request.name)
    else {
      throw .init(id: id, error: Self.notOne(known: known, members: members))
    }
    if let other = members.first(where: { $0.name != "id" && $0.name != request.name })?.name {
      throw .init(
        id: id,
        error: .init(
          .badRequest, at: other,
          "unknown member beside \(request.name); write the members of a request inside it"))
    }
    do throws(ProtocolError) {
      let (value, window) = try declaration.inWindow(request.value, path: request.name)
      self.init(id: id, kind: try declaration.kind(value), window: window)
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
    let hint = didYouMean(name, among: Declaration.words).map { "; \($0)" } ?? ""
    return .init(.unknownRequest, "no request is named \"\(name)\"\(hint)", path: name)
  }
}
