// Who may learn of what happens in a view; who that is, is for the engine's user to know.

/// Conditions that whoever learns of something must meet: a bit each, and all of them must hold.
public struct Audience: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Every condition at once.
  public static let all = Audience(rawValue: .max)
}

extension View {
  /// Who may learn of what happens in it; everybody, unless its owner says otherwise.
  public final var audience: Audience {
    get { exceptions?.audience ?? [] }
    set {
      madeExceptions.audience = newValue
      application?.pathsChanged()
    }
  }

  /// Its own audience and that of everything it lies in.
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
