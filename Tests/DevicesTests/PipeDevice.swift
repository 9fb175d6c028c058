// One end of a connection in the place of a kernel device.

import Glibc
import Linux
import ResponderKit
import TestSupport
import Testing

@testable import Devices

/// A device whose events a test writes into the other end.
final class PipeDevice: KernelDevice {
  let description: EventDescription
  /// What the kernel would say is down.
  var kernelState = KernelState()
  var isGrabbed = true
  /// The error that a grab meets.
  var refusal: Int32?
  let raw: Int32
  private var writer: Int32
  private var batch: [InputEvent] = []

  init(_ description: EventDescription) throws {
    self.description = description
    (raw, writer) = try UnixStream.pair()
  }

  deinit {
    Glibc.close(raw)
    unplug()
  }

  func unplug() {
    guard writer >= 0 else { return }
    endConnection(writer)
    Glibc.close(writer)
    writer = -1
  }

  /// Events as a script: `x 5 y 6 id 7 |`, `key 28 1 |` or `rel 0 5 |`; a bar is a report, `drop` a loss, `mt` the mark that
  /// ends a contact without identity.
  func write(_ text: String, at milliseconds: Int64) {
    let codes = ["x": Axis.x, "y": Axis.y, "id": Axis.id, "slot": Axis.slot]
    let types: [String: Int64] = ["key": 1, "rel": 2]
    let marks = ["|": SyncCode.report, "drop": SyncCode.dropped, "mt": SyncCode.multitouchReport]
    var words = text.split(separator: " ").map(String.init)[...]
    var bytes: [Int64] = []
    while let word = words.popFirst() {
      bytes.append(milliseconds)
      if let mark = marks[word] {
        bytes.append(0)
        bytes.append(Int64(mark))
        bytes.append(0)
      } else if let type = types[word] {
        bytes.append(type)
        bytes.append(Int64(words.removeFirst())!)
        bytes.append(Int64(words.removeFirst())!)
      } else {
        bytes.append(3)
        bytes.append(Int64(codes[word]!))
        bytes.append(Int64(words.removeFirst())!)
      }
    }
    let count: Int = unsafe bytes.withUnsafeBytes { (raw: UnsafeRawBufferPointer) -> Int in
      unsafe Glibc.write(writer, raw.baseAddress, raw.count)
    }
    #expect(count == bytes.count * 8)
  }

  var capacity: Int { 64 }

  func read() -> KernelReading {
    var numbers = [Int64](repeating: 0, count: 4 * capacity)
    let count: Int = unsafe numbers.withUnsafeMutableBytes {
      (buffer: UnsafeMutableRawBufferPointer) -> Int in
      unsafe Glibc.read(raw, buffer.baseAddress, buffer.count)
    }
    if count == 0 { return .lost(SystemError(call: "read", number: ENODEV)) }
    guard count > 0 else { return .nothing }
    batch.removeAll()
    for place in stride(from: 0, to: count / 8, by: 4) {
      let time = Instant(microseconds: numbers[place] * 1000)
      let code = Int(numbers[place + 2])
      batch.append(
        InputEvent(
          time: time, type: Int(numbers[place + 1]), code: code, value: Int(numbers[place + 3])))
    }
    return .events(batch.count)
  }

  func event(_ index: Int) -> InputEvent { batch[index] }

  func state() -> KernelState { kernelState }

  func grab() throws(SystemError) {
    if let refusal { throw SystemError(call: "EVIOCGRAB", number: refusal) }
    isGrabbed = true
  }

  func ungrab() { isGrabbed = false }

  /// The kernel's state with these contacts: slot, id, x, y.
  func set(_ contacts: [(Int, Int, Int, Int)]) {
    kernelState = KernelState()
    for slot in 0..<5 {
      let contact = contacts.first { $0.0 == slot } ?? (slot, -1, 0, 0)
      for (axis, value) in [(Axis.id, contact.1), (Axis.x, contact.2), (Axis.y, contact.3)] {
        kernelState.axes.append(KernelState.AxisValue(slot: slot, axis: axis, value: value))
      }
    }
    kernelState.currentSlot = 0
  }
}
