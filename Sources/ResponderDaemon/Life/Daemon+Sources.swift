// Devices and recordings: which ones are opened, and their frames.

import Blueprint
package import Devices
import LinuxKit
package import ResponderKit
package import TouchSources
import Wire

extension Daemon: SourceDelegate {
  package func source(_ source: any Source, received frame: borrowing Frame) {
    if source is DeviceSource { playRecordings(before: frame.time) }
    feed(frame)
  }

  // If the loop is late, recordings still have frames before the time of a device's frame.
  private func playRecordings(before time: Instant) {
    while let (source, next) = earliestRecording, next < time {
      source.play(until: next.microseconds)
    }
  }

  private var earliestRecording: (RecordingSource, Instant)? {
    var earliest: (RecordingSource, Instant)?
    func consider(_ source: RecordingSource) {
      guard let next = source.nextTime, earliest.map({ next < $0.1 }) ?? true else { return }
      earliest = (source, next)
    }
    for source in recordings { consider(source) }
    for script in injected.scripts { consider(script.source) }
    return earliest
  }

  package func source(
    _ source: any Source, opened device: Device, _ description: DeviceDescription
  ) {
    devices.append(KnownDevice(device: device, description: description, source: source))
    encoder.device(device, .added, at: now)
    if let passer = (source as? DeviceSource)?.passer(of: device) {
      passers.append(PassingDevice(device: device, passer: passer))
    }
    let screen = device.screen.map { " on screen \"\($0.id)\"" } ?? ""
    log.write(
      .notice, .device, "\(device.name): \(device.kind.rawValue)\(screen), \(description.node)")
  }

  package func source(
    _ source: any Source, closed device: Device, at time: Instant, because reason: String
  ) {
    guard let index = devices.firstIndex(where: { $0.device === device }) else { return }
    devices.remove(at: index)
    // The last frame cancelled the contacts; presses and held touches may be left.
    session.cancelAll(of: device, at: time)
    passers.removeAll { $0.device === device }
    encoder.device(device, .removed, at: time)
    log.write(.notice, .device, "\(device.name): no longer used: \(reason)")
  }

  package func source(_ source: any Source, reported message: SourceMessage) {
    log.limited(message.level, message.origin, message.kind, message.text)
  }

  /// The sources of the command line.
  func makeSources() throws(StartError) -> [any Source] {
    var sources: [any Source] = []
    for spec in options.sources {
      switch spec {
      case .recording(let path, let repeats):
        sources.append(try recording(path, repeats: repeats))
      case .configured: sources.append(makeDeviceSource(deviceRules(isNew: true)))
      case .libinput: sources.append(makeDeviceSource(libinputRules(isNew: true)))
      case .evdev(let node): sources.append(makeDeviceSource(try evdevRules(node, isNew: true)))
      }
    }
    return sources
  }

  /// The device rules of the configuration, with the settings made since; warnings about the file
  /// are logged if it is new.
  func deviceRules(isNew: Bool) -> DeviceRules {
    var rules = overrides.rules(configuration.settings, screens: configuration.tree.screens)
    rules.passingScreens = passingScreens
    if isNew {
      for warning in rules.warnings { log.write(.warning, .config, warning) }
    }
    return rules
  }

  /// The rules for --source libinput: every touchscreen that the configuration does not ignore.
  func libinputRules(isNew: Bool) -> DeviceRules {
    var rules = deviceRules(isNew: isNew)
    for index in rules.rules.indices { rules.rules[index].backend = .libinput }
    return rules
  }

  /// The rules for --source evdev: one node, with its other settings from the configuration.
  func evdevRules(_ node: String, isNew: Bool) throws(StartError) -> DeviceRules {
    let rules = deviceRules(isNew: isNew)
    var rule = DeviceRule()
    do throws(SourceError) {
      let all = try DeviceListing.current(rules)
      guard let description = all.first(where: { $0.description.node == node })?.description else {
        let known = all.map(\.description.node).sorted().joined(separator: ", ")
        throw SourceError(
          "--source evdev:\(node): no input device has this node; there are "
            + (known.isEmpty ? "none" : known))
      }
      if let written = rules.rules.first(where: { $0.match.matches(description) }) {
        rule = written
      }
      rule.match = DeviceMatch()
      rule.match.node = node
    } catch {
      throw StartError("\(error)", .device)
    }
    rule.isIgnored = false
    rule.backend = .evdev
    var others = DeviceRule()
    others.isIgnored = true
    return DeviceRules(rules: [rule, others], screens: rules.screens)
  }

  /// Applies the device rules to the devices.
  func applyDeviceRules(isNew: Bool) {
    for (source, spec) in zip(sources, options.sources) {
      guard let source = source as? DeviceSource else { continue }
      switch spec {
      case .configured: source.apply(deviceRules(isNew: isNew))
      case .libinput: source.apply(libinputRules(isNew: isNew))
      case .evdev(let node):
        if let rules = try? evdevRules(node, isNew: isNew) { source.apply(rules) }
      case .recording: break
      }
    }
  }

  private func recording(_ path: String, repeats: Bool) throws(StartError) -> RecordingSource {
    do throws(RecordingError) {
      let recordings = try RecordingReader.read(path)
      for warning in recordings.flatMap(\.warnings) { log.write(.warning, .device, warning) }
      let rules = deviceRules(isNew: false)
      let source = RecordingSource(
        recordings.compactMap { RecordingPart($0, rules) }, repeats: repeats)
      source.onEnd = { [unowned self] in recordingEnded() }
      self.recordings.append(source)
      return source
    } catch {
      throw StartError("\(error)", .config)
    }
  }

  private func recordingEnded() {
    endedRecordings += 1
    guard options.endsWithRecording,
      endedRecordings == options.sources.count(where: \.isFiniteRecording)
    else { return }
    // The engine's deadlines, such as that of a second tap, belong to the recording.
    endsWhenQuiet = true
  }
}
