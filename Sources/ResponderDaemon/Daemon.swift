// The daemon: sources, the tree and the clients, connected on one event loop.
//
//     source ──frame──► Application ──outbox──► RecordEncoder ──lines──► Server ──► peers
//
// A turn of the loop reads everything that has arrived, lets the engine decide all of it with its
// own times, and writes to each client once, before it waits again. The times given to the engine
// never decrease, so a live run decides like a replay of the same frames.

import Blueprint
import Glibc
package import LinuxKit
import Permissions
import ResponderKit
import TouchSources
import Wire

/// The daemon: sources, the configured tree and the clients.
package final class Daemon {
  /// The state of the daemon.
  ///
  ///     starting ──socket open, configuration valid──► running ──SIGTERM──► ending ──► over
  enum Step { case starting, running, ending }

  let options: Options
  let loop: EventLoop
  let log: Log
  let manager: ServiceManager
  let environment: Environment
  /// The id of this run, so that programs notice when numbers start again.
  let instance: String
  let server: Server
  /// The engine with the current configuration, and its records.
  let session: Session
  var history: History
  var figures = Figures()
  var step = Step.starting
  /// The current configuration.
  var configuration: DaemonConfiguration
  /// A valid configuration that waits until no finger is on what it changes.
  var nextConfiguration: ReadConfiguration?
  /// Reads the configuration again.
  private(set) lazy var configurationReader = ConfigurationReader(
    loop,
    begin: { [unowned self] (order) throws(SystemError) in
      try ConfigurationReading(order, options.configuration, after: configuration, log, loop.clock)
    }, finish: { [unowned self] in finish($0, $1) })
  /// The merge of a new configuration that is under way.
  var merging: Merging?
  var mergingTimer: Timer?
  var sources: [any Source] = []
  /// The device settings that requests have changed since the configuration was read.
  var overrides = DeviceOverrides()
  /// Makes the source of the machine's devices; tests replace it.
  var makeDeviceSource: (DeviceRules) -> DeviceSource = { DeviceSource(rules: $0) }
  var devices: ContiguousArray<KnownDevice> = []
  /// The virtual devices that pass touches on, by device.
  var passers: ContiguousArray<PassingDevice> = []
  private var waitsForOthers = false
  /// The recordings of the command line.
  var recordings: [RecordingSource] = []
  /// What clients play.
  var injected = InjectedSources()
  /// The number of recordings that have ended.
  var endedRecordings = 0
  /// Whether to end when the engine has no deadline.
  var endsWhenQuiet = false
  /// Why the latest configuration was refused; nil if it was not.
  var configurationError: String?
  /// The changes that `afterChange` has not handled yet.
  var changes: Changes = .configuration
  /// The number of changes of the tree's audiences at the last `afterChange`.
  var followedAudiences: Int?
  /// The record types and the detail that all subscriptions need together.
  var wantedRecords = WantedRecords()
  /// The access rules of the current configuration.
  var accessRules: AccessRules
  let startTime: Int64
  let statusLine: StatusLine

  private var suspendDetector: SuspendDetector
  private var engineTimer: Timer?
  var activities: Activities?
  var activityTimer: Timer?
  private var endTimer: Timer?
  // The time of the latest frame.
  private var latestFrame = Int64.min
  // The times of the frames of this turn, for the latency counters.
  private var frameTimes: ContiguousArray<Int64> = []

  /// Reads the configuration; opens neither devices nor sockets.
  package init(
    options: Options, environment: Environment, loop: EventLoop, log: Log
  ) throws(StartError) {
    self.options = options
    self.loop = loop
    self.log = log
    self.environment = environment
    manager = ServiceManager(environment, log: log)
    statusLine = StatusLine(to: manager, loop)
    startTime = loop.clock.now()
    instance = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    server = Server(loop: loop, log: log)
    let descriptors = descriptorLimit()
    // A connection has two descriptors: the socket, and one for the process at its other end.
    server.use(capacity: (descriptors - min(64, descriptors / 4 * 3)) / 2)
    suspendDetector = SuspendDetector(loop.clock)
    do throws(ConfigurationError) {
      configuration = try DaemonConfiguration(reading: options.configuration, log: log)
    } catch {
      throw StartError("\(error)", .config)
    }
    history = History(limit: configuration.settings.limits.client.history)
    accessRules = Daemon.accessRules(under: configuration, log: log)
    session = Session(configuration.application)
    configuration.application.outermost = .outside
    server.delegate = self
  }

  // MARK: Start

  /// Opens the socket and the devices, and reports to the service manager that the daemon is ready.
  package func start() throws(StartError) {
    loop.beforeWait = { [unowned self] in finishTurn() }
    loop.afterWait = { [unowned self] in noticeSleep() }
    loop.afterTurn = { [unowned self] in count($0) }
    engineTimer = loop.timer(.engine) { [unowned self] in advance() }
    session.willEncode = { [unowned self] in
      markStaleAnswer(after: $0)
      if !passers.isEmpty { passOn($0) }
    }
    session.followDeadline = { [unowned self] deadline in
      if engineTimer?.deadline != deadline?.microseconds {
        engineTimer?.deadline = deadline?.microseconds
      }
    }
    afterChange()
    do throws(SystemError) {
      try SocketOpening(server, log).open(
        configuration.settings, path: options.socket,
        passed: options.socket == nil ? ServiceManager.passedSockets(environment) : [])
    } catch {
      throw StartError("\(error)", .service)
    }
    sources = try makeSources()
    for source in sources {
      source.delegate = self
      do throws(SourceError) {
        try source.start(on: loop)
      } catch {
        throw StartError("\(error)", .service)
      }
    }
    step = .running
    notifyReady()
    log.write(.notice, .service, "ready: \(summary)")
    manager.feedWatchdog(from: loop)
  }

  // MARK: A turn

  /// Gives the engine a frame.
  func feed(_ frame: borrowing Frame) {
    figures.frames += 1
    latestFrame = max(latestFrame, frame.time.microseconds)
    frameTimes.append(frame.time.microseconds)
    for contact in frame.contacts where contact.change == .down { figures.touches += 1 }
    session.feed(frame) { if activities != nil { recordActivity($0) } }
    // A key that has no target causes no report.
    if !passers.isEmpty { passKeysOn() }
  }

  // The loop's timer may be older than the engine's deadline, which may have changed since. Frames
  // of other timers of this turn have later times, and come before later deadlines of the engine.
  private func advance() {
    if loop.clock.now() - loop.moment > 16_667,
      let deadline = configuration.application.deadline, deadline.microseconds <= loop.moment
    {
      figures.missedDeadlines += 1
    }
    session.advance(to: Instant(microseconds: loop.moment))
  }

  /// The encoder of the records.
  var encoder: RecordEncoder { session.encoder }

  /// Changes the tree or its state in one turn of the engine at the current time.
  func perform(_ edit: () -> Void) {
    server.service.longAnswer?.markStale()
    // The planned edits may have other audiences than earlier ones.
    afterChange()
    session.perform(at: now, edit)
    markChangedPassing()
    afterChange()
  }

  /// The current time: all frames up to it were given to the engine.
  var now: Instant { Instant(microseconds: max(loop.moment, latestFrame)) }

  private func finishTurn() {
    applyNextConfiguration()
    afterChange()
    session.encode()
    sendRecords()
    refreshStatus()
    if endsWhenQuiet, configuration.application.deadline == nil {
      end(reason: "the recording is over")
    }
    if step == .ending, server.connections.isEmpty, !waitsForOthers { loop.stop() }
    if !frameTimes.isEmpty {
      let written = loop.clock.now()
      for time in frameTimes { figures.latency.count(written - time) }
      frameTimes.removeAll(keepingCapacity: true)
    }
  }

  func sendRecords() {
    guard !encoder.records.isEmpty else { return }
    server.broadcast(encoder)
    history.append(encoder)
    encoder.removeAll()
  }

  private func count(_ turn: TurnMeter.Turn) {
    figures.count(turn)
    guard turn.busy > Figures.longTurn else { return }
    log.limited(
      .debug, .service, "turn",
      "a turn took \(turn.wall) µs, \(turn.busy) of them on the processor; longest was "
        + "\(turn.work) with \(turn.workTook)")
  }

  private func noticeSleep() {
    guard let slept = suspendDetector.slept() else { return }
    log.write(
      .info, .service, "the machine slept for \(slept / 1_000_000) s; touches are cancelled")
    session.cancelAll(at: now, because: .suspend)
  }

  // MARK: The end

  /// Cancels touches, sends the goodbye message, and ends the loop when all clients have read it.
  package func end(reason: String) {
    guard step != .ending else { return }
    step = .ending
    configurationReader.stop()
    manager.stopping()
    log.write(.notice, .service, "ending: \(reason)")
    // Other programs must read that the fingers lift before the virtual devices are removed.
    let isTouched = passers.contains { $0.passer.isTouched }
    for source in sources { source.stop() }
    session.cancelAll(at: now, because: .shutdown)
    sendRecords()
    server.stopListening()
    server.closeAll(reason: reason)
    endTimer = loop.timer { [unowned self] in loop.stop() }
    endTimer?.deadline = loop.clock.now() + (isTouched ? TouchPasser.patience : 500_000)
    waitsForOthers = isTouched
  }
}
