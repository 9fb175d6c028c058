// What fingers did lately on the public windows, as touch scripts that can be played again.

import Configuration
import Devices
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// The contacts of the last so many seconds: a script for each device, all with the same zero.
  func record(lastSeconds seconds: Double) -> Reply {
    var start: Instant?
    var scripts: ContiguousArray<(device: Device, writer: TouchScriptWriter)> = []
    var indices: [ObjectIdentifier: Int] = [:]
    scenes.shared.session.recentContacts?.forEachFrame(from: now + -seconds) { frame in
      let zero = start ?? frame.time
      start = zero
      let index = indices[ObjectIdentifier(frame.device)] ?? scripts.count
      if index == scripts.count {
        indices[ObjectIdentifier(frame.device)] = index
        scripts.append((frame.device, TouchScriptWriter(start: zero)))
      }
      scripts[index].writer.write(frame)
    }
    return .result { [scripts, start] writer in
      if let start {
        writer.key("t")
        writer.seconds(microseconds: start.microseconds)
      }
      writer.key("recordings")
      writer.beginArray()
      for (device, script) in scripts {
        writer.beginObject()
        writer.member("device", device.name)
        writer.member("screen", device.screen?.id)
        writer.member("script", String(decoding: script.output, as: UTF8.self))
        writer.endObject()
      }
      writer.endArray()
    }
  }
}
