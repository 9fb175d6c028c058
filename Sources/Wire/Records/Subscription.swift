// Decides which records go to one subscription, and remembers what it must see the end of.

package import ResponderKit

/// A filter at work: what a subscriber saw begin it also sees end.
package struct Subscription {
  /// The connection's number for it.
  package let id: Int
  /// What it asked for.
  package let filter: Filter
  /// The conditions that the subscriber meets: what is not for it, it is not told.
  package var audience: Audience

  // Touches and recognizers that a `views` filter let through, whose view may be gone by their end.
  private var openTouches: ContiguousArray<Int> = []
  private var openRecognizers: ContiguousArray<ObjectIdentifier> = []
  private var paced: ContiguousArray<(key: UInt64, time: Instant)> = []

  /// A subscription of this number that has seen nothing yet.
  package init(id: Int, filter: Filter, audience: Audience = .all) {
    self.id = id
    self.audience = audience
    self.filter = filter
  }

  /// Whether the record goes to the subscriber, a program of this name. Ask once for each record,
  /// in their order.
  package mutating func wants(
    _ record: Record, of encoder: RecordEncoder, for name: String? = nil
  ) -> Bool {
    guard filter.types.contains(RecordTypes(record.type)), record.isShown(to: audience) else {
      return false
    }
    if !filter.observed, let actor = record.actor, actor != name { return false }
    guard filter.views.isEmpty else { return wantsBelowViews(record, of: encoder) }
    return passes(record) && isDue(record, of: encoder)
  }

  private func passes(_ record: Record) -> Bool {
    if let phase = record.phase, !filter.phases.contains(RecordPhases(phase)) { return false }
    if !filter.recognizers.isEmpty, let recognizer = record.recognizer,
      !filter.recognizers.contains(recognizer.id)
    {
      return false
    }
    if !filter.devices.isEmpty, let device = record.device, !filter.devices.contains(device.name) {
      return false
    }
    return true
  }

  /// Whether a question about a recognizer goes to the subscriber.
  package func takesQuestions(about recognizer: GestureRecognizer) -> Bool {
    filter.types.contains(RecordTypes(.question))
      && (filter.recognizers.isEmpty || filter.recognizers.contains(recognizer.id))
      && (filter.views.isEmpty || isBelowViews(recognizer.view))
  }

  private mutating func wantsBelowViews(_ record: Record, of encoder: RecordEncoder) -> Bool {
    let isBelow = isBelowViews(record)
    let isOpen = note(record, isBelow: isBelow, of: encoder)
    return (isBelow || isOpen) && passes(record) && isDue(record, of: encoder)
  }

  /// Notes what begins and ends; says whether the subscriber saw the beginning of the record's.
  private mutating func note(_ record: Record, isBelow: Bool, of encoder: RecordEncoder) -> Bool {
    let isEnd = record.phase == .ended || record.phase == .cancelled
    switch record.type {
    case .touches, .unhandled:
      var isOpen = false
      for index in record.touches {
        let touch = encoder.touches[index]
        if let place = openTouches.firstIndex(of: touch) {
          isOpen = true
          if isEnd { openTouches.remove(at: place) }
        } else if isBelow, record.phase == .began {
          openTouches.append(touch)
        }
      }
      return isOpen
    case .gesture:
      guard let recognizer = record.recognizer.map({ ObjectIdentifier($0) }) else { return false }
      if let place = openRecognizers.firstIndex(of: recognizer) {
        if isEnd { openRecognizers.remove(at: place) }
        return true
      }
      if isBelow, record.phase == .began { openRecognizers.append(recognizer) }
      return false
    case .control, .action, .presses, .motion, .remoteControl, .scroll, .firstResponder, .edit,
      .activity, .device, .question, .explain, .raw:
      return false
    }
  }

  private func isBelowViews(_ record: Record) -> Bool {
    isBelowViews(record.view ?? (record.responder as? ViewController)?.view)
  }

  private func isBelowViews(_ view: View?) -> Bool {
    guard var view else { return true }
    while true {
      if filter.views.contains(view.id) { return true }
      guard let above = view.superview else { return false }
      view = above
    }
  }

  /// Leaves out passing records that come too soon after the last; ends always carry the last place.
  private mutating func isDue(_ record: Record, of encoder: RecordEncoder) -> Bool {
    guard let rate = filter.rate, let phase = record.phase else { return true }
    let key = encoder.key(of: record)
    let place = paced.firstIndex { $0.key == key }
    guard phase.isPassing else {
      if phase != .began, let place { paced.remove(at: place) }
      return true
    }
    guard let place else {
      paced.append((key, record.time))
      return true
    }
    guard record.time - paced[place].time >= 1 / rate else { return false }
    paced[place].time = record.time
    return true
  }
}
