// Programs that say where content comes to rest after a drag.

/// A drag that has ended, and where its content rests if no program answers.
// An object, so that reports stay small.
public final class ReleasedDrag {
  public let scrollView: ScrollView
  /// The velocity of the content, in points per second.
  public let velocity: Point
  /// Where the content was then.
  public let offset: Point
  /// Where it will come to rest.
  public let target: Point
  let drag: ContentDrag

  init(scrollView: ScrollView, velocity: Point, offset: Point, target: Point, drag: ContentDrag) {
    self.scrollView = scrollView
    self.velocity = velocity
    self.offset = offset
    self.target = target
    self.drag = drag
  }
}

extension ScrollView {
  /// Asks a program where the content comes to rest, if its pan asks that.
  final func askWhereToLand(after drag: ContentDrag, _ velocity: Point) {
    guard panGestureRecognizer.remoteQuestions.contains(.willEndDragging), !isHeld,
      isWithinLimits, let application
    else { return }
    application.questions.ask(
      about: ReleasedDrag(
        scrollView: self, velocity: velocity, offset: contentOffset,
        target: rest ?? contentOffset, drag: drag))
  }

  /// Lets the content come to rest as near to an offset as its pages, snap offsets and limits allow,
  /// unless it has been given another place since.
  final func land(at offset: Point, after released: ReleasedDrag) {
    guard !isHeld, !(application?.scrolling.isCaught(self) ?? true),
      let now = application?.turn.time,
      (rest ?? contentOffset) == released.target
    else { return }
    let landing = ScrollLanding(
      x: landing(along: .horizontal, near: offset.x, after: released.drag),
      y: landing(along: .vertical, near: offset.y, after: released.drag))
    decelerate(velocity: movement?.velocity(at: now) ?? .zero, to: landing)
    if let rest { report(.decelerating, target: rest) }
  }

  private final func landing(
    along axis: ScrollAxis, near offset: Double, after drag: ContentDrag
  ) -> ScrollLanding.Place {
    guard canDrag(axis), drag.moves(axis) else {
      return .offset(rest?[axis] ?? contentOffset[axis])
    }
    if isPagingEnabled, bounds.size[axis] > 0 {
      return .page(reachable(offset / bounds.size[axis], along: axis, from: drag))
    }
    return nearestSnap(axis, to: offset).map { .snap($0) } ?? .offset(offset)
  }
}
