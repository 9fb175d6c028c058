// From files in any of the known forms to recordings.

import LinuxKit
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

  /// Reads a text; the description serves where the text has none.
  package static func parse(
    _ bytes: [UInt8], file: String, description: EventDescription? = nil
  ) throws(RecordingError) -> [Recording] {
    if bytes.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a]) || bytes.starts(with: [0x1f, 0x8b]) {
      throw RecordingError(
        file: file, line: 0, column: 0,
        message: "expected text, found a compressed file; decompress it first (xz -d, gzip -d)")
    }
    switch RecordingFormat(of: bytes) {
    case .touch:
      let script = try TouchScript(parsing: bytes, file: file)
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
    let description =
      own.contactProtocol != nil || own.kind != nil
      ? own : given ?? EventDescription(guessedFrom: events)
    let name = description.name.isEmpty ? baseName(file) : description.name
    return Recording(name: name, content: .events(description, events))
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

  /// The description that lies beside a file: `n4.events` has `n4.desc` or `n4.prop`, and
  /// `n4.tap.events` has them too.
  private static func description(beside path: String) -> EventDescription? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var name = path[folder.endIndex...]
    while let point = name.lastIndex(of: ".") {
      name = name[..<point]
      for suffix in ["desc", "prop", "device"] {
        let file = "\(folder)\(name).\(suffix)"
        guard file != path, let text = try? bytes(of: file) else { continue }
        if let description = try? description(text, file: file) { return description }
      }
    }
    return nil
  }

  private static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
    do {
      return Array(try FileReader.read(path, limit: limit))
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
