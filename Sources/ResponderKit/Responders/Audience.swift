// The audience of a view: the clients that receive what happens in it. The daemon decides who they
// are.

/// The conditions that a client must meet, one bit each; it must meet all of them.
public struct Audience: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All conditions.
  public static let all = Audience(rawValue: .max)
}

extension View {
  /// The audience of the view; empty, which is the default, means every client.
  public final var audience: Audience {
    get { exceptions?.audience ?? [] }
    set {
      madeExceptions.audience = newValue
      application?.pathsChanged()
    }
  }

  /// The audience of the view and of all its ancestors.
  public final var wholeAudience: Audience {
    var answer: Audience = []
    var above: View? = self
    while let each = above {
      if let exceptions = each.exceptions { answer.formUnion(exceptions.audience) }
      above = each.superview
    }
    return answer
  }
}
