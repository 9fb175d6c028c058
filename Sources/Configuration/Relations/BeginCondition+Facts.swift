// The measured values of a recognizer when it wants to begin.

import Glibc
import ResponderKit

extension BeginCondition.Fact {
  /// The number, in the recognizer's own view; nil where it cannot be measured.
  func value(for recognizer: GestureRecognizer) -> Double? {
    switch self {
    case .translationX: translation(of: recognizer)?.x
    case .translationY: translation(of: recognizer)?.y
    case .translationLength: translation(of: recognizer)?.length
    case .velocityX: velocity(of: recognizer)?.x
    case .velocityY: velocity(of: recognizer)?.y
    case .velocityLength: velocity(of: recognizer)?.length
    case .scale: scale(of: recognizer)
    case .rotation: rotation(of: recognizer)
    case .numberOfTouches: Double(recognizer.touches.count { $0.isDown })
    case .elapsed:
      recognizer.touches.map(\.timestamp).max().map { $0 - recognizer.startTime }
    }
  }

  // Before a pan begins, its translation is still zero, so the movement of its fingers is used.
  private func translation(of recognizer: GestureRecognizer) -> Point? {
    guard let pan = recognizer as? PanGestureRecognizer else { return nil }
    return pan.view?.convertVectorFromScreen(pan.displacement) ?? pan.displacement
  }

  private func velocity(of recognizer: GestureRecognizer) -> Point? {
    guard let pan = recognizer as? PanGestureRecognizer else { return nil }
    return pan.velocity(in: pan.view)
  }

  // Scale and rotation are still 1 and 0, so the positions where the two fingers landed are used.
  private func scale(of recognizer: GestureRecognizer) -> Double? {
    guard let (before, after) = pair(of: recognizer), before.length > 0 else { return nil }
    return after.length / before.length
  }

  private func rotation(of recognizer: GestureRecognizer) -> Double? {
    guard let (before, after) = pair(of: recognizer) else { return nil }
    let turn = atan2(after.y, after.x) - atan2(before.y, before.x)
    return remainder(turn, 2 * .pi) * 180 / .pi
  }

  private func pair(of recognizer: GestureRecognizer) -> (before: Point, after: Point)? {
    let down = recognizer.touches.filter(\.isDown)
    guard down.count == 2 else { return nil }
    return (down[1].startPosition - down[0].startPosition, down[1].position - down[0].position)
  }
}
