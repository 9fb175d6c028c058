// The devices of a configuration in a program of one's own: they feed the application of a tree.
//
//     device or recording ──frames──► Application ──► outbox ──► onTurn
//                  time ──deadlines──►

import Configuration
package import Devices
import Linux
public import ResponderConfiguration
public import ResponderKit

/// Reads devices, and keeps the engine's time.
///
/// It works on the thread that calls it, in one of two ways: `run` turns until `stop`, or a loop of
/// the program's own watches `descriptor` and calls `turn` when it is readable.
public final class DeviceLoop {
  /// Where touches come from.
  public enum Input: Hashable, Sendable {
    /// The devices of this machine, by the configuration's `devices`.
    case devices
    /// A recording or touch script, played once, in its own time.
    case recording(String)
  }

  /// The tree that receives the touches.
  public let tree: ResponderTree
  /// Called after each turn with the reports of the engine, which are removed afterwards.
  public var onTurn: ((Outbox) -> Void)?
  /// Called when a device can be used, or no longer.
  public var onDevice: ((DeviceChange) -> Void)?
  /// Called with a message about the devices for the program's log.
  public var onMessage: ((String) -> Void)?
  /// Called when all recordings are over, and the engine waits for nothing.
  public var onEnd: (() -> Void)?

  let loop: EventLoop
  private var sources: [any Source] = []
  private var timer: Timer?
  private var recordings = 0
  private var isStarted = false
  // They are reported at the start, when the program can receive them.
  private var warnings: [String] = []

  /// A loop that reads these inputs; `start` or `run` opens them.
  public convenience init(
    _ tree: ResponderTree, reading inputs: [Input] = [.devices]
  ) throws(DeviceError) {
    try self.init(tree, reading: inputs, clock: MonotonicClock())
  }

  init(
    _ tree: ResponderTree, reading inputs: [Input], clock: MonotonicClock
  ) throws(DeviceError) {
    self.tree = tree
    do throws(SystemError) {
      loop = try EventLoop(clock: clock)
    } catch {
      throw DeviceError(error.description)
    }
    timer = loop.timer { [unowned self] in
      tree.application.advance(to: Instant(microseconds: loop.moment))
      finishTurn()
    }
    let rules = DeviceRules(
      rules: tree.configuration.blueprint.settings.deviceRules, screens: tree.screens)
    warnings = rules.warnings
    for input in inputs { sources.append(try source(input, rules)) }
  }

  deinit {
    for source in sources {
      source.delegate = nil
      source.stop()
    }
  }

  private func source(
    _ input: Input, _ rules: DeviceRules
  ) throws(DeviceError) -> any Source {
    switch input {
    case .devices: return DeviceSource(rules: rules)
    case .recording(let path):
      do throws(RecordingError) {
        let recordings = try RecordingReader.read(path)
        warnings += recordings.flatMap(\.warnings)
        let source = RecordingSource(recordings.compactMap { RecordingPart($0, rules) })
        self.recordings += 1
        source.onEnd = { [unowned self] in
          self.recordings -= 1
          finishTurn()
        }
        return source
      } catch {
        throw DeviceError("\(error)")
      }
    }
  }

  // MARK: Life

  /// Opens the devices; those that are plugged in later are opened then.
  public func start() throws(DeviceError) {
    guard !isStarted else { return }
    isStarted = true
    for warning in warnings { onMessage?(warning) }
    if let view = tree.passingView {
      onMessage?("\(view.id): passesOn has no effect here; responderd passes touches on")
    }
    for source in sources {
      source.delegate = self
      do throws(SourceError) {
        try source.start(on: loop)
      } catch {
        throw DeviceError(error.description)
      }
    }
  }

  /// Reads devices and keeps time until `stop`.
  public func run() throws(DeviceError) {
    try start()
    try call { () throws(SystemError) in try loop.run() }
  }

  /// Lets `run` return.
  public func stop() { loop.stop() }

  /// Becomes readable when there is something to do, for a loop of the program's own.
  public var descriptor: Int32 { loop.descriptor }

  /// Does what is to be done now, without waiting.
  public func turn() throws(DeviceError) {
    try start()
    // The last turn, which finds nothing to do, sets the timer of the descriptor.
    try call { () throws(SystemError) in while try loop.runOnce(timeout: 0) {} }
  }

  /// Changes the tree at the present time, and reports what follows from it.
  public func perform(_ edit: () -> Void) {
    tree.application.perform(at: Instant(microseconds: loop.clock.now()), edit)
    finishTurn()
  }

  private func call(_ body: () throws(SystemError) -> Void) throws(DeviceError) {
    do throws(SystemError) {
      try body()
    } catch {
      throw DeviceError(error.description)
    }
  }

  func finishTurn() {
    let application = tree.application
    timer?.deadline = application.deadline?.microseconds
    if !application.outbox.isEmpty {
      onTurn?(application.outbox)
      application.outbox.removeAll()
    }
    guard recordings == 0, application.deadline == nil, let onEnd,
      sources.contains(where: { $0 is RecordingSource })
    else { return }
    self.onEnd = nil
    onEnd()
  }
}

extension DeviceLoop: SourceDelegate {
  package func source(_ source: any Source, received frame: borrowing Frame) {
    tree.application.feed(frame)
    finishTurn()
  }
}
