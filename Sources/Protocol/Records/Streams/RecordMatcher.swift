// What a filter chooses.

package import Protocol
package import ResponderKit

/// A filter as a function of a record: a client that reads a beginning also reads its end, because
/// both have the same path.
package struct RecordMatcher {
  private let filter: Filter
  private let views: Set<String>
  private let recognizers: Set<String>
  private let devices: Set<String>

  /// The function of a filter.
  package init(_ filter: Filter) {
    self.filter = filter
    views = Set(filter.views)
    recognizers = Set(filter.recognizers)
    devices = Set(filter.devices)
  }

  /// Whether the filter chooses a record, regardless of who acts on it.
  package func wants(_ record: borrowing EncodedRecord) -> Bool {
    accepts(record) && (views.isEmpty || isBelowViews(record))
  }

  /// The same, regardless of the filter's views too.
  func accepts(_ record: borrowing EncodedRecord) -> Bool {
    guard filter.types.contains(RecordTypes(record.type)) else { return false }
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
  private func isOfPhases(_ record: borrowing EncodedRecord) -> Bool {
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

  private func isBelowViews(_ record: borrowing EncodedRecord) -> Bool {
    var isBelow = false
    let isAboutView = record.forEachView { if views.contains($0) { isBelow = true } }
    return isBelow || !isAboutView
  }
}
