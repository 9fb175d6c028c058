// Touch scripts of clients, each played as a device of its own that is removed with its client.

import Devices
import Linux
import Protocol
import Records
import ResponderKit

extension InjectedScript {
  /// The number of scripts that one connection may play at the same time.
  static let limit = 16
  /// The longest duration of a script, in seconds.
  static let longest: TimeInterval = 3600
  /// The number of fingers that a script may hold down at the same time.
  static let fingers = 64

  /// The largest number of fingers that a script holds down at the same time.
  static func mostFingers(in script: TouchScript) -> Int {
    var down: Set<Int> = []
    var most = 0
    for contact in script.steps.lazy.flatMap(\.contacts) {
      switch contact.change {
      case .down: down.insert(contact.id)
      case .move: break
      case .up, .cancel: down.remove(contact.id)
      }
      most = max(most, down.count)
    }
    return most
  }
}

extension Daemon {
  /// Plays a touch script as a device of its own.
  func inject(
    _ connection: Connection, _ script: String, _ name: String?
  ) throws(ProtocolError) -> Reply {
    let parsed: TouchScript
    do throws(RecordingError) {
      parsed = try TouchScript(parsing: Array(script.utf8), file: "inject.script")
    } catch {
      throw ProtocolError(.badRequest, "\(error)", path: "inject.script")
    }
    try requireRoom(for: parsed, from: connection)
    let part = try part(named: name ?? "injected", parsed)
    let source = RecordingSource([part])
    source.delegate = self
    source.onEnd = { [unowned self, unowned source] in
      sources.injected.remove(source)
    }
    do throws(SourceError) {
      try source.start(on: loop)
    } catch {
      throw ProtocolError(.internal, "\(error)")
    }
    sources.injected.append(source, part.device, of: connection)
    return .result { $0.member("device", part.device.name) }
  }

  /// Whether the input of a device reaches a private window: what a program makes up only reaches
  /// what it reads.
  func mayReach(_ device: Device, _ box: Window) -> Bool {
    guard let maker = sources.injected.maker(of: device) else { return true }
    return scenes.scene(box.id).map { mayRead($0, maker) } ?? false
  }

  /// Makes a lasting device, whose fingers the client controls.
  func injectDevice(_ connection: Connection, _ name: String) throws(ProtocolError) -> Reply {
    try requireRoom(from: connection)
    let source = InjectedDevice(try part(named: name, TouchScript()))
    source.delegate = self
    do throws(SourceError) {
      try source.start(on: loop)
    } catch {
      throw ProtocolError(.internal, "\(error)")
    }
    sources.injected.append(source, of: connection)
    return .result {
      $0.member("device", source.device.name)
      guard let screen = source.device.screen else { return }
      $0.member("screen", screen.id)
      $0.member("size", Point(x: screen.size.width, y: screen.size.height))
    }
  }

  /// Performs actions of a lasting device's fingers.
  func injectActions(
    _ connection: Connection, _ actions: String, _ name: String
  ) throws(ProtocolError) -> Reply {
    guard let device = sources.injected.device(named: name, of: connection) else {
      throw ProtocolError(
        .notFound, at: "inject.device", "this connection has made no lasting device \"\(name)\"")
    }
    do throws(RecordingError) {
      try device.play(actions)
    } catch {
      throw ProtocolError(.badRequest, "\(error)", path: "inject.actions")
    }
    return .done
  }

  private func part(
    named name: String, _ script: TouchScript
  ) throws(ProtocolError) -> RecordingPart {
    let recording = Recording(name: freeName(name), content: .script(script))
    guard let part = RecordingPart(recording, sources.rules(isNew: false)) else {
      throw ProtocolError(
        .refused, at: "inject.device", "the configuration ignores \"\(recording.name)\"")
    }
    return part
  }

  // Each script is a device, which is reported to all subscribers.
  private func requireRoom(from connection: Connection) throws(ProtocolError) {
    guard sources.injected.count(of: connection) < InjectedScript.limit else {
      throw ProtocolError(
        .limit, at: "inject",
        "a connection may play \(InjectedScript.limit) scripts at once; wait for one of them to "
          + "end")
    }
  }

  private func requireRoom(
    for script: TouchScript, from connection: Connection
  ) throws(ProtocolError) {
    try requireRoom(from: connection)
    let seconds = script.steps.last.map { $0.time - Instant(microseconds: 0) } ?? 0
    guard seconds <= InjectedScript.longest else {
      throw ProtocolError(
        .limit, at: "inject.script",
        "a script may last \(Int(InjectedScript.longest)) seconds, this one lasts "
          + "\(seconds.rounded())")
    }
    let fingers = InjectedScript.mostFingers(in: script)
    guard fingers <= InjectedScript.fingers else {
      throw ProtocolError(
        .limit, at: "inject.script",
        "a script may hold \(InjectedScript.fingers) fingers down at once, this one holds "
          + "\(fingers)")
    }
  }

  /// Ends the scripts of a client that has disconnected; their touches are cancelled.
  func stopScripts(of connection: Connection) {
    for device in sources.injected.removeDevices(of: connection) { device.stop() }
    for script in sources.injected.removeScripts(of: connection) { script.stop() }
  }

  // Device names in records must be different.
  private func freeName(_ name: String) -> String {
    let taken = Set(sources.devices.map(\.device.name))
    var number = 1
    var free = name
    while taken.contains(free) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }
}
