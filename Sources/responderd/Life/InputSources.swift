// Devices and recordings: which ones are opened.

import Configuration
import Devices
import Linux
import ResponderKit

/// The sources of the command line and of clients, and the devices that they have opened.
final class InputSources {
  /// The sources of the command line.
  private(set) var all: [any Source] = []
  /// The devices in use.
  private(set) var devices: ContiguousArray<KnownDevice> = []
  /// The device settings that requests have changed since the configuration was read.
  private(set) var overrides = DeviceOverrides()
  /// The recordings of the command line.
  private(set) var recordings: [RecordingSource] = []
  /// Whether every recording was played that the daemon ends with.
  private(set) var haveEnded = false
  /// What clients play.
  let injected = InjectedSources()
  /// The virtual devices that pass touches on.
  let passing: PassingDevices

  private let options: Options
  private let configurations: Configurations
  private let log: Log
  private let makeDeviceSource: (DeviceRules) -> DeviceSource
  private var endedRecordings = 0

  /// Sources that are not open yet; the closure makes the source of the machine's devices.
  init(
    _ options: Options, _ configurations: Configurations, _ log: Log,
    deviceSource: @escaping (DeviceRules) -> DeviceSource
  ) {
    self.options = options
    self.configurations = configurations
    self.log = log
    makeDeviceSource = deviceSource
    passing = PassingDevices(of: configurations.current.tree)
  }

  // MARK: Sources

  /// Starts the sources of the command line.
  func start(on loop: EventLoop, _ delegate: any SourceDelegate) throws(StartError) {
    all = try makeSources()
    for source in all {
      source.delegate = delegate
      do throws(SourceError) {
        try source.start(on: loop)
      } catch {
        throw StartError("\(error)", .service)
      }
    }
  }

  /// Whether the entries of `devices` choose the devices.
  var usesEntries: Bool {
    zip(all, options.sources).contains { $0 is DeviceSource && $1 == .configured }
  }

  /// Stops the sources of the command line.
  func stop() { for source in all { source.stop() } }

  /// Closes the devices before the machine sleeps.
  func suspend() { for source in all { source.suspend() } }

  /// Opens the devices again.
  func resume() { for source in all { source.resume() } }

  /// Grabs devices again whose grab was released by hand.
  func endReleases() { for case let source as DeviceSource in all { source.endReleases() } }

  /// Adds a recording that is played besides those of the command line.
  func append(_ recording: RecordingSource) { recordings.append(recording) }

  /// Removes a recording that was added.
  func remove(_ recording: RecordingSource) { recordings.removeAll { $0 === recording } }

  /// Plays recordings up to the time of a device's frame: if the loop is late, they still have
  /// frames before it.
  func playRecordings(before time: Instant) {
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

  private func makeSources() throws(StartError) -> [any Source] {
    var sources: [any Source] = []
    for spec in options.sources {
      switch spec {
      case .recording(let path, let repeats):
        sources.append(try recording(path, repeats: repeats))
      case .configured: sources.append(makeDeviceSource(rules(isNew: true)))
      case .libinput: sources.append(makeDeviceSource(libinputRules(isNew: true)))
      case .evdev(let node): sources.append(makeDeviceSource(try evdevRules(node, isNew: true)))
      }
    }
    return sources
  }

  private func recording(_ path: String, repeats: Bool) throws(StartError) -> RecordingSource {
    do throws(RecordingError) {
      let read = try RecordingReader.read(path)
      for warning in read.flatMap(\.warnings) { log.write(.warning, .device, warning) }
      let rules = rules(isNew: false)
      let source = RecordingSource(read.compactMap { RecordingPart($0, rules) }, repeats: repeats)
      source.onEnd = { [unowned self] in recordingEnded() }
      recordings.append(source)
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
    haveEnded = true
  }

  // MARK: Devices

  /// Adds a device that a source has opened.
  func opened(_ known: KnownDevice) {
    devices.append(known)
    if let passer = (known.source as? DeviceSource)?.passer(of: known.device) {
      passing.append(known.device, passer)
    }
  }

  /// Removes a device; returns whether it was in use.
  func closed(_ device: Device) -> Bool {
    guard let index = devices.firstIndex(where: { $0.device === device }) else { return false }
    devices.remove(at: index)
    return true
  }

  /// The devices of the machine, in use or not.
  var statuses: [DeviceStatus] { all.flatMap { ($0 as? DeviceSource)?.status ?? [] } }

  // MARK: Rules

  /// Uses other settings of devices; `applyRules` applies them.
  func use(_ overrides: DeviceOverrides) { self.overrides = overrides }

  /// The device rules of the configuration, with the settings made since; warnings about the file
  /// are logged if it is new.
  func rules(isNew: Bool) -> DeviceRules {
    let configuration = configurations.current
    var rules = overrides.rules(configuration.settings, screens: configuration.tree.screens)
    rules.passingScreens = passing.screens
    if isNew {
      for warning in rules.warnings { log.write(.warning, .config, warning) }
    }
    return rules
  }

  // The rules for --source libinput: every touchscreen that the configuration does not ignore.
  private func libinputRules(isNew: Bool) -> DeviceRules {
    var rules = rules(isNew: isNew)
    for index in rules.rules.indices { rules.rules[index].backend = .libinput }
    return rules
  }

  // The rules for --source evdev: one node, with its other settings from the configuration.
  private func evdevRules(_ node: String, isNew: Bool) throws(StartError) -> DeviceRules {
    let rules = rules(isNew: isNew)
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
  func applyRules(isNew: Bool) {
    for (source, spec) in zip(all, options.sources) {
      guard let source = source as? DeviceSource else { continue }
      switch spec {
      case .configured: source.apply(rules(isNew: isNew))
      case .libinput: source.apply(libinputRules(isNew: isNew))
      case .evdev(let node):
        if let rules = try? evdevRules(node, isNew: isNew) { source.apply(rules) }
      case .recording: break
      }
    }
  }

  /// Whether devices pass on touches of other screens than the views do now.
  var hasOtherPassing: Bool {
    let screens = passing.screens
    return all.contains { source in
      (source as? DeviceSource).map { $0.rules.passingScreens != screens } ?? false
    }
  }
}
