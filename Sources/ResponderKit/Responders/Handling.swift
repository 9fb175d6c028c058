// The callbacks that a responder handles.

/// A set of callbacks; a responder passes all others to its next responder.
public struct Handling: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let touchesBegan = Handling(rawValue: 1 << 0)
  public static let touchesMoved = Handling(rawValue: 1 << 1)
  public static let touchesEnded = Handling(rawValue: 1 << 2)
  public static let touchesCancelled = Handling(rawValue: 1 << 3)
  public static let pressesBegan = Handling(rawValue: 1 << 4)
  public static let pressesChanged = Handling(rawValue: 1 << 5)
  public static let pressesEnded = Handling(rawValue: 1 << 6)
  public static let pressesCancelled = Handling(rawValue: 1 << 7)
  public static let motionBegan = Handling(rawValue: 1 << 8)
  public static let motionEnded = Handling(rawValue: 1 << 9)
  public static let motionCancelled = Handling(rawValue: 1 << 10)
  public static let remoteControl = Handling(rawValue: 1 << 11)

  /// All four touch callbacks.
  public static let touches: Handling = [
    .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled,
  ]
  /// All four press callbacks.
  public static let presses: Handling = [
    .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled,
  ]
  /// All three motion callbacks.
  public static let motion: Handling = [.motionBegan, .motionEnded, .motionCancelled]

  init(touches phase: TouchPhase) {
    switch phase {
    case .began: self = .touchesBegan
    case .moved: self = .touchesMoved
    case .stationary: self = []
    case .ended: self = .touchesEnded
    case .cancelled: self = .touchesCancelled
    }
  }

  init(presses phase: TouchPhase) {
    switch phase {
    case .began: self = .pressesBegan
    case .moved: self = .pressesChanged
    case .stationary: self = []
    case .ended: self = .pressesEnded
    case .cancelled: self = .pressesCancelled
    }
  }

  init(motion phase: MotionPhase) {
    switch phase {
    case .began: self = .motionBegan
    case .ended: self = .motionEnded
    case .cancelled: self = .motionCancelled
    }
  }
}
