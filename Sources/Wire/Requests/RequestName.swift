// The names of requests, for the decoder, the documents, the schema and the bridges.

extension Request {
  /// The names of all requests, which are the members that hold them.
  package enum Name: String, Sendable, CaseIterable {
    case subscribe, unsubscribe, hitTest, why, tree, chain, devices, status, describe, batch, reload
    case inject, identify, answer
    case set, add, remove, move, becomeFirstResponder, resignFirstResponder, present, dismiss, push
    case pop, enable, disable, cancel, inhibit, scrollTo

    /// Whether the request edits the tree or its state, so that a batch may contain it.
    package var isEdit: Bool {
      switch self {
      case .set, .add, .remove, .move, .becomeFirstResponder, .resignFirstResponder, .present,
        .dismiss, .push, .pop, .enable, .disable, .cancel, .inhibit, .scrollTo:
        true
      case .subscribe, .unsubscribe, .hitTest, .why, .tree, .chain, .devices, .status, .describe,
        .batch, .reload, .inject, .identify, .answer:
        false
      }
    }

    /// Whether the request applies to the connection that sends it, so that no other program can
    /// send it instead.
    package var isOfConnection: Bool {
      switch self {
      case .subscribe, .unsubscribe, .identify, .answer: true
      case .hitTest, .why, .tree, .chain, .devices, .status, .describe, .batch, .reload, .inject,
        .set, .add, .remove, .move, .becomeFirstResponder, .resignFirstResponder, .present,
        .dismiss, .push, .pop, .enable, .disable, .cancel, .inhibit, .scrollTo:
        false
      }
    }
  }

  /// The names of all requests.
  package static let names = Name.allCases.map(\.rawValue)
}
