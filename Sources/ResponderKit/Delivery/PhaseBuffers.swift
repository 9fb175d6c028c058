// The touches of one event, sorted by their phases.

/// Buffers for the touches of each phase; they keep their capacity from event to event.
struct PhaseBuffers {
  private(set) var began: ContiguousArray<Touch> = []
  private(set) var moved: ContiguousArray<Touch> = []
  private(set) var ended: ContiguousArray<Touch> = []
  private(set) var cancelled: ContiguousArray<Touch> = []

  /// Whether no finger has landed, lifted or been cancelled.
  var hasOnlyMoved: Bool { began.isEmpty && ended.isEmpty && cancelled.isEmpty }

  mutating func removeAll() {
    began.empty()
    moved.empty()
    ended.empty()
    cancelled.empty()
  }

  mutating func append(_ touch: Touch) {
    switch touch.phase {
    case .began: began.append(touch)
    case .moved: moved.append(touch)
    case .stationary: break
    case .ended: ended.append(touch)
    case .cancelled: cancelled.append(touch)
    }
  }
}
