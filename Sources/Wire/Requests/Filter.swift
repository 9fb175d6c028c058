// Which records a subscription wants. Each filter looks only at records that have what it filters
// by; the others pass it. An empty list filters nothing.

import Words

/// What a subscription asked for.
package struct Filter: Hashable, Sendable {
  /// The kinds of records.
  package var types = RecordTypes.standard
  /// The phases, for records that have one.
  package var phases = RecordPhases.all
  /// Views, each with everything below it.
  package var views: [String] = []
  /// Recognizers.
  package var recognizers: [String] = []
  /// Devices, by the name that records carry.
  package var devices: [String] = []
  /// The most `moved` and `changed` records of one touch or recognizer in a second; nil = all.
  package var rate: Double?
  /// Whether touches carry force, size, angle and distance; all who read them see it then.
  package var detail = false

  /// Whether also what another program is to act on.
  package var observed = true

  /// How many views, recognizers and devices it names.
  package var nameCount: Int { views.count + recognizers.count + devices.count }

  /// The filter that lets the standard kinds through.
  package init() {}

  /// Reads the filter's members of a `subscribe` request.
  package init(_ fields: Fields) throws(ProtocolError) {
    try fields.only(
      "types", "phases", "views", "recognizers", "devices", "explain", "raw", "rate", "detail",
      "observed", "snapshot", "since")
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
  }

  private static func unknown(
    _ word: String, at place: String, what: String, words: [String]
  ) -> ProtocolError {
    let hint =
      nearest(to: word, in: words).map { "did you mean \"\($0)\"?" }
      ?? "known are \(words.joined(separator: ", "))"
    return ProtocolError(
      .badRequest, "\(place): unknown \(what) \"\(word)\"; \(hint)", path: place)
  }
}
