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

  private let views: Set<String>
  private let recognizers: Set<String>
  private let devices: Set<String>

  /// A subscription of this number that has seen nothing yet.
  package init(id: Int, filter: Filter, audience: Audience = .all) {
    self.id = id
    self.audience = audience
    self.filter = filter
    views = Set(filter.views)
    recognizers = Set(filter.recognizers)
    devices = Set(filter.devices)
  }

  /// Whether the record goes to the subscriber, a program of these names, apart from the rate of its
  /// filter.
  package func wants(_ record: Record, for names: ActorNames? = nil) -> Bool {
    accepts(record, for: names) && (views.isEmpty || isBelowViews(record))
  }

  /// Whether the record goes to the subscriber, a program of these names, apart from the views and
  /// the rate of its filter.
  package func accepts(_ record: Record, for names: ActorNames?) -> Bool {
    guard filter.types.contains(RecordTypes(record.type)), record.isShown(to: audience) else {
      return false
    }
    if !filter.observed, let actor = record.actor, !(names?.contains(actor) ?? false) {
      return false
    }
    guard filter.phases == .all || isOfPhases(record) else { return false }
    if !recognizers.isEmpty, let recognizer = record.recognizer,
      !recognizers.contains(recognizer.id)
    {
      return false
    }
    if !devices.isEmpty, let device = record.device, !devices.contains(device.name) {
      return false
    }
    return true
  }

  // Records without a phase pass, but an activity record when the filter names what it can tell.
  private func isOfPhases(_ record: Record) -> Bool {
    if let exact = record.exactPhase, filter.phases.contains(RecordPhases(exact)) { return true }
    guard let phase = record.phase else {
      return record.exactPhase == nil || filter.phases.isDisjoint(with: .activity)
    }
    return filter.phases.contains(RecordPhases(phase))
  }

  /// Whether a question about a recognizer goes to the subscriber.
  package func takesQuestions(about recognizer: GestureRecognizer) -> Bool {
    guard filter.types.contains(RecordTypes(.question)),
      recognizers.isEmpty || recognizers.contains(recognizer.id)
    else { return false }
    if views.isEmpty { return true }
    var path = recognizer.view?.path
    while let each = path, !views.contains(each.id) { path = each.above }
    return path != nil
  }

  private func isBelowViews(_ record: Record) -> Bool {
    var isBelow = false
    let isAboutView = record.forEachView { if views.contains($0) { isBelow = true } }
    return isBelow || !isAboutView
  }
}
