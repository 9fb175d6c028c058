// The records of one subscription.

package import ResponderKit

/// A filter with its subscription: a client that reads a beginning also reads its end, because both
/// have the same path.
package struct RecordMatcher {
  /// The number of the subscription on its connection.
  package let id: Int
  /// The filter.
  package let filter: Filter

  private let views: Set<String>
  private let recognizers: Set<String>
  private let devices: Set<String>

  /// A subscription with a number that has received no record.
  package init(id: Int, filter: Filter) {
    self.id = id
    self.filter = filter
    views = Set(filter.views)
    recognizers = Set(filter.recognizers)
    devices = Set(filter.devices)
  }

  /// Whether a record is sent to the client, a program with these names, regardless of the filter's
  /// rate.
  package func wants(_ record: EncodedRecord, for names: ActorNames? = nil) -> Bool {
    accepts(record, for: names) && (views.isEmpty || isBelowViews(record))
  }

  /// Whether a record is sent to the client, a program with these names, regardless of the filter's
  /// views and rate.
  package func accepts(_ record: EncodedRecord, for names: ActorNames?) -> Bool {
    guard filter.types.contains(RecordTypes(record.type)) else { return false }
    if !filter.observed, let actor = record.actor,
      !(names?.contains(actor) ?? false)
    {
      return false
    }
    guard filter.phases == .all || isOfPhases(record) else { return false }
    if !recognizers.isEmpty, let recognizer = record.recognizer,
      !recognizers.contains(recognizer.id)
    {
      return false
    }
    if !devices.isEmpty, let device = record.device,
      !devices.contains(device.name)
    {
      return false
    }
    return true
  }

  // Records without a phase pass, except an activity record if the filter names one of its phases.
  private func isOfPhases(_ record: EncodedRecord) -> Bool {
    let exact = record.exactPhase
    if let exact, filter.phases.contains(RecordPhases(exact)) { return true }
    guard let phase = record.phase else {
      return exact == nil || filter.phases.isDisjoint(with: .activity)
    }
    return filter.phases.contains(RecordPhases(phase))
  }

  /// Whether a question about a recognizer is sent to the client.
  package func acceptsQuestions(about recognizer: GestureRecognizer) -> Bool {
    guard filter.types.contains(RecordTypes(.question)),
      recognizers.isEmpty || recognizers.contains(recognizer.id)
    else { return false }
    if views.isEmpty { return true }
    var path = recognizer.view?.path
    while let each = path, !views.contains(each.id) { path = each.above }
    return path != nil
  }

  private func isBelowViews(_ record: EncodedRecord) -> Bool {
    var isBelow = false
    let isAboutView = record.forEachView { if views.contains($0) { isBelow = true } }
    return isBelow || !isAboutView
  }
}
