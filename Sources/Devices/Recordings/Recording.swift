// A recording of one device: a script of frames, or the events of a kernel device.

package import Configuration
package import Linux
package import ResponderKit

/// A recording of one device.
package struct Recording: Sendable {
  /// The content.
  package enum Content: Sendable {
    /// Frames in points of a screen.
    case script(TouchScript)
    /// A script that is read while it is played.
    case scriptFile(OpenFile)
    /// Events of a kernel device in its own units.
    case events(EventDescription, ContiguousArray<InputEvent>)
  }

  /// The name of the device that records carry.
  package var name: String
  /// The content.
  package var content: Content
  /// Properties of the recording that are allowed, but rarely meant.
  package var warnings: [String] = []

  /// A recording of a device.
  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// The recorded device, as far as the recording describes it.
  package var deviceDescription: DeviceDescription {
    var description = DeviceDescription(node: "recording", name: name, kind: .recording)
    if case .events(let own, _) = content {
      description.kind = own.kind ?? .recording
      description.vendor = own.vendor
      description.product = own.product
      description.physicalSize = own.physicalSize
    }
    return description
  }

  /// The moment of its first frame, by its own clock.
  package var start: Instant {
    switch content {
    // A script's zero is its start, so that a pause at the beginning is kept.
    case .script, .scriptFile: .zero
    // A frame has the time of its report, which may be earlier than that of its first event.
    case .events(_, let events):
      min(events.first?.time ?? .zero, events.first(where: \.isReport)?.time ?? .distantFuture)
    }
  }
}

/// The forms in which recordings are written.
package enum RecordingFormat: String, Sendable, CaseIterable {
  /// A touch script.
  case touch
  /// evemu's description and events.
  case evemu
  /// The output of `libinput record`.
  case libinputRecord
  /// The output of `evtest`: lines that begin with `Event: time`.
  case evtest

  /// The format of a recording, recognized by its first line that is not empty.
  package init(of bytes: [UInt8]) {
    self = RecordingFormat.detected(in: bytes)
  }

  private static func detected(in bytes: [UInt8]) -> RecordingFormat {
    var scanner = LineScanner(file: "", bytes: bytes)
    while scanner.nextLine() {
      if scanner.isAtEnd() { continue }
      if scanner.skip("# EVEMU") { return .evemu }
      if scanner.skip("# libinput record") { return .libinputRecord }
      if scanner.skip(Byte.numberSign) { continue }
      if scanner.skip("version:") || scanner.skip("ndevices:") { return .libinputRecord }
      if scanner.skip("Event: time") || scanner.skip("Input d") { return .evtest }
      let letters: [StaticString] = ["N:", "I:", "P:", "B:", "A:", "L:", "S:", "E:"]
      return letters.contains { scanner.skip($0) } ? .evemu : .touch
    }
    return .touch
  }
}
