// The names of requests, once: decoding, documents, the schema and the bridges read them here.

extension Request {
  /// The requests there are, by the member that asks for them.
  package enum Name: String, Sendable, CaseIterable {
    case subscribe, unsubscribe, hitTest, why, tree, chain, devices, status, describe, batch, reload
    case inject, identify, answer
    case set, add, remove, move, becomeFirstResponder, resignFirstResponder, present, dismiss,
      enable
    case disable, cancel, inhibit

    /// Whether it changes the tree or what happens in it, so that it may stand in a batch.
    package var isEdit: Bool {
      switch self {
      case .set, .add, .remove, .move, .becomeFirstResponder, .resignFirstResponder, .present,
        .dismiss, .enable, .disable, .cancel, .inhibit:
        true
      case .subscribe, .unsubscribe, .hitTest, .why, .tree, .chain, .devices, .status, .describe,
        .batch, .reload, .inject, .identify, .answer:
        false
      }
    }

    /// Whether it is about the connection that it comes from, so that no other program can ask for
    /// it in place of the one that is meant.
    package var isOfConnection: Bool {
      switch self {
      case .subscribe, .unsubscribe, .identify, .answer: true
      case .hitTest, .why, .tree, .chain, .devices, .status, .describe, .batch, .reload, .inject,
        .set, .add, .remove, .move, .becomeFirstResponder, .resignFirstResponder, .present,
        .dismiss, .enable, .disable, .cancel, .inhibit:
        false
      }
    }
  }

  /// The names of all requests.
  package static let names = Name.allCases.map(\.rawValue)
}
