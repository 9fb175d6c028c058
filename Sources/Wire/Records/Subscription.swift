// Decides which records go to one subscription.

package import ResponderKit

/// A filter at work: what a subscriber saw begin it also sees end, as both are of one place.
package struct Subscription {
  /// The connection's number for it.
  package let id: Int
  /// What it asked for.
  package let filter: Filter
  /// The conditions that the subscriber meets: what is not for it, it is not told.
  package var audience: Audience

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
    guard filter.views.isEmpty || isBelowViews(record, of: encoder) else { return false }
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
    guard filter.types.contains(RecordTypes(.question)),
      filter.recognizers.isEmpty || filter.recognizers.contains(recognizer.id)
    else { return false }
    var view = recognizer.view
    while let each = view, !filter.views.contains(each.id) { view = each.superview }
    return filter.views.isEmpty || view != nil
  }

  private func isBelowViews(_ record: Record, of encoder: RecordEncoder) -> Bool {
    encoder.isRecord(record, below: { filter.views.contains($0.id) }) ?? true
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
