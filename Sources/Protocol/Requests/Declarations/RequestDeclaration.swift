// The requests that clients can send. Each one declares itself in a file here.

extension Request {
  /// The declaration of a request: its word, who may send it for whom, and how it is read.
  package struct Declaration: Sendable {
    /// The declarations, in the order of the lists that users read.
    package static let all = [
      subscribe, unsubscribe, hitTest, why, tree, chain, convert, devices, recording, status,
      describe, batch, reload, confirm, inject, identify, answer, put, remove, set,
      becomeFirstResponder, resignFirstResponder,
      endEditing, cancel, scrollTo,
    ]
    /// The words of all requests.
    package static let words = all.map(\.word)
    /// The words of the requests that a batch may contain.
    static let editWords = all.filter(\.isEdit).map(\.word)

    private static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

    /// The word of the request: the member that holds it.
    package let word: String
    /// Whether the request applies to the connection that sends it, so that no other program can
    /// send it instead.
    package let isOfConnection: Bool
    private let form: Form

    private enum Form {
      case request(@Sendable (JSON, _ path: String) throws(ProtocolError) -> Kind)
      case edit(@Sendable (JSON, _ path: String) throws(ProtocolError) -> Edit)
    }

    /// A request whose value is an object with these members; the closure checks the members itself
    /// if none are given.
    init(
      _ word: String, members: [String]? = nil, isOfConnection: Bool = false,
      read: @escaping @Sendable (Fields) throws(ProtocolError) -> Kind
    ) {
      self.init(word, isOfConnection: isOfConnection) {
        (value, path) throws(ProtocolError) in
        try read(Fields(value, path: path, only: members))
      }
    }

    /// A request with a value of any kind.
    init(
      _ word: String, isOfConnection: Bool = false,
      readValue: @escaping @Sendable (JSON, _ path: String) throws(ProtocolError) -> Kind
    ) {
      self.word = word
      self.isOfConnection = isOfConnection
      form = .request(readValue)
    }

    /// A request that changes what is wanted of the tree, so that a batch may contain it.
    init(
      edit word: String, members: [String]? = nil,
      read: @escaping @Sendable (Fields) throws(ProtocolError) -> Edit
    ) {
      self.word = word
      isOfConnection = false
      form = .edit { (value, path) throws(ProtocolError) in
        try read(Fields(value, path: path, only: members))
      }
    }

    /// The declaration with this word.
    init?(word: String) {
      guard let declaration = Self.byWord[word] else { return nil }
      self = declaration
    }

    /// Whether the request changes what is wanted of the tree, so that a batch may contain it.
    package var isEdit: Bool {
      switch form {
      case .request: false
      case .edit: true
      }
    }

    // The requests whose names may lie in a private window.
    private static let ofWindows: Set = [
      "subscribe", "hitTest", "why", "tree", "chain", "convert", "answer", "put", "remove", "set",
      "becomeFirstResponder", "resignFirstResponder", "endEditing", "cancel", "scrollTo",
    ]

    /// The value of the request without the private window that it names, and that window. What
    /// is described by a put is an object.
    func inWindow(
      _ value: JSON, path: String
    ) throws(ProtocolError) -> (value: JSON, window: String?) {
      guard Self.ofWindows.contains(word), let members = value.members,
        let window = value["window"], window != .null, window.members == nil
      else { return (value, nil) }
      guard let name = window.string else {
        throw .init(
          .badRequest, at: "\(path).window",
          "expected the id of a private window, found \(window.kind)")
      }
      return (.object(members.filter { $0.name != "window" }), name)
    }

    /// Reads the request from its value.
    func kind(_ value: JSON) throws(ProtocolError) -> Kind {
      switch form {
      case .request(let read): try read(value, word)
      case .edit(let read): .edit(try read(value, word))
      }
    }

    /// Reads the edit at a path from its value; nil for a request that is no edit.
    func edit(_ value: JSON, path: String) throws(ProtocolError) -> Edit? {
      switch form {
      case .request: nil
      case .edit(let read): try read(value, path)
      }
    }
  }
}

extension Fields {
  /// The members of a value that must be an object, and may have no others than these, if any are
  /// given.
  fileprivate init(_ value: JSON, path: String, only known: [String]?) throws(ProtocolError) {
    try self.init(value, path: path)
    if let known { try only(known) }
  }
}
