// The filter of a subscription. Each member applies only to records that have the filtered
// property; all other records pass. An empty list filters nothing.

import CommandLine

/// The filter of a `subscribe` request.
package struct Filter: Hashable, Sendable {
  /// The types of records.
  package var types = RecordTypes.standard
  /// The phases, for records that have one.
  package var phases = RecordPhases.all
  /// Views, each with all its subviews.
  package var views: [String] = []
  /// Recognizers.
  package var recognizers: [String] = []
  /// Devices, by their names in records.
  package var devices: [String] = []
  /// The most `moved` and `changed` records of one touch or recognizer per second; nil = all.
  package var rate: Double?
  /// Whether records have details that few clients need; then all subscribers read them.
  package var detail = false
  /// Whether all positions of touches are kept for a slow client, as long as the daemon has them.
  package var coalescedTouches = false

  /// Whether records that another program acts on are included.
  package var observed = true

  /// Whether it chooses from the records of all windows that its client reads, as it names nothing
  /// that lies in one of them.
  package var isOfAllWindows: Bool { views.isEmpty && recognizers.isEmpty }

  /// The number of views, recognizers and devices in the filter.
  package var nameCount: Int { views.count + recognizers.count + devices.count }

  /// Whether it chooses moves that no newer one replaces.
  package var needsAllMoves: Bool {
    coalescedTouches || !types.isDisjoint(with: RecordTypes([.raw, .explain]))
  }

  /// The filter of the standard types.
  package init() {}

  /// Reads the filter in the members of a `subscribe` request.
  package init(_ fields: Fields) throws(ProtocolError) {
    try fields.only(
      "types", "phases", "views", "recognizers", "devices", "explain", "raw", "rate", "detail",
      "observed", "snapshot", "since", "coalescedTouches")
    if fields["types"] != nil {
      types = []
      for (index, word) in try fields.texts("types").enumerated() {
        guard let type = RecordType(word: word) else {
          throw Self.unknown(
            word, at: "\(fields.path("types"))[\(index)]", what: "type of record",
            words: RecordType.allCases.map(\.word.description))
        }
        types.insert(RecordTypes(type))
      }
    }
    if fields["phases"] != nil {
      phases = []
      for (index, word) in try fields.texts("phases").enumerated() {
        guard let phase = RecordPhases(word: word) else {
          throw Self.unknown(
            word, at: "\(fields.path("phases"))[\(index)]", what: "phase",
            words: RecordPhases.words)
        }
        phases.formUnion(phase)
      }
    }
    if try fields.flag("explain", default: false) { types.insert(RecordTypes(.explain)) }
    if try fields.flag("raw", default: false) { types.insert(RecordTypes(.raw)) }
    views = try fields.texts("views")
    recognizers = try fields.texts("recognizers")
    devices = try fields.texts("devices")
    rate = try fields.positiveIfAny("rate")
    detail = try fields.flag("detail", default: false)
    observed = try fields.flag("observed", default: true)
    coalescedTouches = try fields.flag("coalescedTouches", default: false)
    if coalescedTouches, rate != nil {
      throw ProtocolError(
        .badRequest, at: fields.path("coalescedTouches"),
        "expected no rate beside it, because a rate leaves out positions")
    }
  }

  private static func unknown(
    _ word: String, at place: String, what: String, words: [String]
  ) -> ProtocolError {
    let hint =
      didYouMean(word, among: words)
      ?? "expected one of \(words.joined(separator: ", "))"
    return ProtocolError(.badRequest, at: place, "unknown \(what) \"\(word)\"; \(hint)")
  }
}
