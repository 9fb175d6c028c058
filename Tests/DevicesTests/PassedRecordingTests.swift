// Recordings pass through to other programs unchanged where no recognizer is in the way.

import Configuration
import Linux
import ResponderKit
import Testing

@testable import Devices

/// Follows the contacts of a table: a line for each, with every place it had and its end.
private struct Traces {
  private var open: [Int: String] = [:]
  private var latest: [Int: String] = [:]
  private var closed: [String] = []
  let description: EventDescription

  init(_ description: EventDescription) { self.description = description }

  mutating func apply(_ changes: ContiguousArray<RawContact>) {
    for contact in changes {
      switch contact.change {
      case .down, .move:
        let words = self.words(contact)
        if latest[contact.id] == words { continue }
        latest[contact.id] = words
        open[contact.id, default: ""] += words + ";"
      case .up, .cancel:
        closed.append("\(open.removeValue(forKey: contact.id) ?? "unknown") \(contact.change)")
      }
    }
  }

  /// All contacts, whatever their order.
  var all: [String] { (closed + open.values).sorted() }

  /// Omitted values are 0, values beyond the range are at its end, a quarter turn left is one right.
  private func words(_ contact: RawContact) -> String {
    let isSingle = description.contactProtocol == .single
    let pressures = description.axes[isSingle ? AxisCode.pressure : AxisCode.slotPressure]
    let pressure = contact.pressure.flatMap { value in
      pressures.flatMap { $0.isValid ? min(max(value, $0.minimum), $0.maximum) : nil }
    }
    let most = description.axes[AxisCode.orientation]?.maximum ?? 0
    let orientation = contact.orientation.flatMap { abs($0) < most ? $0 : nil }
    let values = [pressure, contact.touchMajor, contact.touchMinor, orientation]
    return "\(contact.x),\(contact.y)" + values.map { ",\($0 ?? 0)" }.joined()
  }
}

/// Passes recordings through a virtual touchscreen and compares what arrives.
private struct Passing {
  /// Keeps what is written as a program behind would: by the slots of the virtual device.
  private final class Behind: VirtualDevice {
    let node = ""
    var table: SlotTable
    var traces: Traces

    init(_ virtual: EventDescription, _ real: EventDescription) {
      table = SlotTable(virtual)
      traces = Traces(real)
    }

    func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError) {
      for index in 0..<events.count {
        let event = events[index]
        if event == .report {
          table.report()
          traces.apply(table.changes)
        } else {
          table.handle(type: Int(event.type), code: Int(event.code), value: Int(event.value))
        }
      }
    }
  }

  /// Whether a recording is one of a touchscreen; then it has passed through.
  private func pass(_ recording: Recording, _ mapping: SurfaceMapping) throws -> Bool {
    guard case .events(let surface, let events) = recording.content, surface.kind == .touchscreen,
      surface.positionsWithoutRange.isEmpty
    else { return false }
    let screen = Screen(id: "screen", size: mapping.region.size)
    let device = Device(name: "panel", kind: .touchscreen, screen: screen)
    let application = Application()
    application.outbox.wants = .callbacks
    let window = Window(id: "window", frame: mapping.region, screen: screen)
    window.hitInsets = EdgeInsets(top: -200, left: -200, bottom: -200, right: -200)
    window.passesOn = true
    application.show(window)
    let virtual = surface.virtual()
    let behind = Behind(virtual, surface)
    let passer = TouchPasser(
      behind, virtual, scale: AxisScale(surface, mapping: mapping), cancel: .palm,
      failed: { _ in })
    passer.begin(after: 0)
    let translator = EventTranslator(surface, device: device, mapping: mapping)
    var expected = Traces(surface)
    for event in events where translator.handle(event) {
      expected.apply(translator.slots.changes)
      application.feed(translator.frame)
      for report in application.outbox.reports {
        guard case .touches(let phase, let responder, let range) = report.kind else { continue }
        for index in range where application.outbox.touches[index].isPassedOn(by: responder) {
          passer.receive(phase, application.outbox.touches[index], turn: report.frame)
        }
      }
      application.outbox.removeAll()
      passer.flush()
    }
    #expect(behind.traces.all == expected.all, "\(recording.name)")
    return true
  }

  /// Passes all touchscreens of some files; how many there were, each with every mapping.
  func pass(_ paths: [String]) throws -> Int {
    let mappings = [
      SurfaceMapping(region: panelRegion),
      SurfaceMapping(
        region: Rect(x: 13, y: 7, width: 1024.5, height: 601),
        matrix: try CalibrationMatrix([0.98, 0.01, 0.01, -0.02, 0.97, 0.01]), mirror: .horizontal,
        rotate: .quarter),
    ]
    var count = 0
    for path in paths {
      let all =
        path.hasSuffix(".xz")
        ? try RecordingReader.parse(try contents(path), file: path) : try RecordingReader.read(path)
      for recording in all {
        for mapping in mappings where try pass(recording, mapping) { count += 1 }
      }
    }
    return count
  }
}

@Suite struct PassedRecordingTests {
  @Test
  func `every finger of our own recordings arrives with all that the panel reported of it`() throws
  {
    let own = ["small-touchscreen.evemu", "small-touchscreen.yml"].map { ownRecording($0) }
    #expect(try Passing().pass(own) == 4)
  }
}

@Suite(.enabled(if: recordingsFolder != nil)) struct PassedRealRecordingTests {
  @Test
  func `every finger of a recorded touchscreen arrives with all that the panel reported of it`()
    throws
  {
    let folder = try #require(recordingsFolder)
    let index = String(decoding: try contents(folder + "/INDEX.tsv"), as: UTF8.self)
    let paths = index.split(separator: "\n").dropFirst().compactMap { line -> String? in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 18, fields[2].hasPrefix("evemu"), fields[3] != "HID" else { return nil }
      return folder + "/" + fields[0]
    }
    #expect(try Passing().pass(paths) >= 20)
  }
}
