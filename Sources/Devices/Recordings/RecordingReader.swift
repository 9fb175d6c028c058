// From files in any of the known forms to recordings.

import Linux
import ResponderKit

/// Reads recordings in any of the known forms.
package enum RecordingReader {
  /// Larger files are refused.
  package static let limit = 256 << 20

  /// Reads a file; events without a description take it from a file beside it, if there is one.
  package static func read(
    _ path: String, description: String? = nil
  ) throws(RecordingError) -> [Recording] {
    var given: EventDescription?
    if let description {
      given = try self.description(try bytes(of: description), file: description)
    }
    let text = try bytes(of: path)
    let beside = given ?? self.description(beside: path)
    return try parse(text, file: path, description: beside)
  }

  /// Like `read`, but a touch script in a file is read while it is played: its length takes no
  /// memory, and an error behind its first lines is the failure of its player.
  package static func open(
    _ path: String, description: String? = nil
  ) throws(RecordingError) -> [Recording] {
    // What cannot be opened gets its message from the usual way of reading.
    guard description == nil, let file = try? OpenFile(path) else {
      return try read(path, description: description)
    }
    var beginning: [UInt8] = []
    do {
      _ = try file.read(formatBytes, at: 0, into: &beginning)
    } catch {
      throw RecordingError(file: path, line: 0, column: 0, message: "\(error)")
    }
    guard !isCompressed(beginning), RecordingFormat(of: beginning) == .touch else {
      return try read(path)
    }
    let steps = TouchScriptSteps(file)
    if let failure = steps.failure { throw failure }
    guard steps.next != nil else { return try read(path) }
    return [Recording(name: baseName(path), content: .scriptFile(file))]
  }

  // A script has its first line, and all other forms have their heads, within these.
  private static let formatBytes = 64 << 10

  private static func isCompressed(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a]) || bytes.starts(with: [0x1f, 0x8b])
  }

  /// Reads a text; the description serves where the text has none.
  package static func parse(
    _ bytes: [UInt8], file: String, description: EventDescription? = nil
  ) throws(RecordingError) -> [Recording] {
    if isCompressed(bytes) {
      throw RecordingError(
        file: file, line: 0, column: 0,
        message: "expected text, found a compressed file; decompress it first (xz -d, gzip -d)")
    }
    switch RecordingFormat(of: bytes) {
    case .touch:
      let script = try TouchScript(parsing: bytes, file: file)
      guard !script.steps.isEmpty else {
        throw RecordingError(
          file: file, line: 0, column: 0,
          message: "expected lines such as \"0.016 down 1 250,150\", found no line")
      }
      return [Recording(name: baseName(file), content: .script(script))]
    case .evemu:
      let reader = try EvemuReader(parsing: bytes, file: file)
      return [try recording(reader.description, reader.events, description, file)]
    case .evtest:
      let reader = try EvtestReader(parsing: bytes, file: file)
      return [try recording(reader.description, reader.events, description, file)]
    case .libinputRecord:
      var recordings: [Recording] = []
      for device in try LibinputRecordReader(parsing: bytes, file: file).devices {
        recordings.append(try recording(device.description, device.events, nil, file))
      }
      return recordings
    }
  }

  private static func recording(
    _ own: EventDescription, _ events: ContiguousArray<InputEvent>, _ given: EventDescription?,
    _ file: String
  ) throws(RecordingError) -> Recording {
    guard !events.isEmpty else {
      throw RecordingError(
        file: file, line: 0, column: 0,
        message: "expected events, found only the description of a device")
    }
    var description =
      own.contactProtocol != nil || own.kind != nil
      ? own : given ?? EventDescription(guessedFrom: events)
    let name = description.name.isEmpty ? baseName(file) : description.name
    let warnings = addMissingRanges(to: &description, from: events, file)
    var recording = Recording(name: name, content: .events(description, events))
    recording.warnings = warnings
    return recording
  }

  /// Sets the range of axes without one to that of their events; returns the warnings.
  private static func addMissingRanges(
    to description: inout EventDescription, from events: ContiguousArray<InputEvent>, _ file: String
  ) -> [String] {
    let missing = description.positionsWithoutRange
    guard !missing.isEmpty else { return [] }
    let guess = EventDescription(guessedFrom: events)
    return missing.map { axis in
      let name = KeyNames.name(type: InputType.absolute, code: axis) ?? "axis \(axis)"
      let written = description.axes[axis] ?? AxisRange(minimum: 0, maximum: 0)
      let range = guess.axes[axis] ?? written
      if range.isValid { description.insert(axis: axis, range) }
      return
        "\(file): \(name) has the range \(written.minimum) to \(written.maximum), which places "
        + "no touch; the range of its events is used, \(range.minimum) to \(range.maximum)"
    }
  }

  private static func description(
    _ bytes: [UInt8], file: String
  ) throws(RecordingError) -> EventDescription {
    let description: EventDescription
    switch RecordingFormat(of: bytes) {
    case .evemu: description = try EvemuReader(parsing: bytes, file: file).description
    case .evtest: description = try EvtestReader(parsing: bytes, file: file).description
    case .libinputRecord:
      let devices = try LibinputRecordReader(parsing: bytes, file: file).devices
      description = devices.first?.description ?? EventDescription()
    case .touch: description = EventDescription()
    }
    guard description.kind != nil else {
      throw RecordingError(
        file: file, line: 0, column: 0,
        message: "expected the description of a device, as evemu-describe writes it")
    }
    return description
  }

  /// The description beside a file: of those whose name begins the file's name, the longest.
  ///
  /// `n4.tap.events` and `n4 tap.events` have `n4.desc`; blanks and signs do not count.
  private static func description(beside path: String) -> EventDescription? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let name = plain(slash.map { path[path.index(after: $0)...] } ?? path[...])
    let candidates = FileReader.names(in: folder).compactMap {
      file -> (file: String, length: Int)? in
      guard let point = file.lastIndex(of: "."),
        ["desc", "prop", "device"].contains(String(file[file.index(after: point)...])),
        folder + file != path
      else { return nil }
      let stem = plain(file[..<point])
      return stem.isEmpty || !name.starts(with: stem) ? nil : (folder + file, stem.count)
    }
    for candidate in candidates.sorted(by: { $0.length > $1.length }) {
      guard let text = try? bytes(of: candidate.file),
        let description = try? description(text, file: candidate.file)
      else { continue }
      return description
    }
    return nil
  }

  /// The letters and digits of a name, in small letters.
  private static func plain(_ name: Substring) -> [UInt8] {
    name.lowercased().utf8.filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  private static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
    do {
      return try FileReader.read(path, limit: limit)
    } catch {
      throw RecordingError(file: path, line: 0, column: 0, message: "\(error)")
    }
  }

  private static func baseName(_ path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return String(name) }
    return String(name[..<point])
  }
}
