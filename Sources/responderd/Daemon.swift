// The daemon: sources, the tree and the clients, connected on one event loop.
//
//     source ──frame──► Application ──outbox──► RecordEncoder ──lines──► Server ──► peers
//
// A turn of the loop reads everything that has arrived, lets the engine decide all of it with its
// own times, and writes to each client once, before it waits again. The times given to the engine
// never decrease, so a live run decides like a replay of the same frames.

import Configuration
import Devices
import Glibc
package import Linux
import Protocol
import Records
import ResponderKit

/// The daemon: sources, the configured tree and the clients.
package final class Daemon {
  /// The state of the daemon.
  ///
  ///     starting ──socket open, configuration valid──► running ──SIGTERM──► ending ──► over
  enum Step { case starting, running, ending }

  let options: Options
  let loop: EventLoop
  let log: Log
  let environment: Environment
  /// The id of this run, so that programs notice when numbers start again.
  let instance = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
  let startTime: Int64
  /// When it started, in microseconds since 1970; it stays when the clock is set.
  let startWallTime = WallClock.now()

  // What it consists of, each with its own state.
  /// Reports to the service manager.
  let manager: ServiceManager
  /// The line that the service manager shows.
  let statusLine: StatusLine
  /// The clients.
  let server: Server
  /// The configuration that applies, with the tree, and the one that waits.
  let configurations: Configurations
  /// The programs that want something of the tree.
  let programs: Programs
  /// The public windows and the private ones.
  let scenes: Scenes
  /// The current time of the engine.
  let time: EngineTime
  /// The counters.
  let figures = Figures()
  /// The devices and recordings.
  let sources: InputSources
  /// Whether the panel is idle.
  let activity: PanelActivity
  /// The changes that `afterChange` has not handled yet.
  let changes = PendingChanges()
  /// Reads the configuration again.
  private(set) lazy var reloading = Reloading(of: self)
  /// What keeps touches from programs, or may.
  private(set) lazy var health = Health(of: self)

  private(set) var step = Step.starting
  private var sleepDetector: SleepDetector?
  /// Whether the machine sleeps, or will.
  var isAsleep = false
  private var endTimer: Timer?
  private var waitsForOthers = false

  /// Reads the configuration; opens neither devices nor sockets.
  package convenience init(
    options: Options, environment: Environment, loop: EventLoop, log: Log
  ) throws(StartError) {
    try self.init(options: options, environment: environment, loop: loop, log: log) {
      DeviceSource(rules: $0)
    }
  }

  /// The same, with another source of the machine's devices.
  init(
    options: Options, environment: Environment, loop: EventLoop, log: Log,
    deviceSource: @escaping (DeviceRules) -> DeviceSource
  ) throws(StartError) {
    self.options = options
    self.loop = loop
    self.log = log
    self.environment = environment
    manager = ServiceManager(environment, log: log)
    statusLine = StatusLine(to: manager, loop)
    startTime = loop.clock.now()
    server = Server(loop: loop, log: log, limits: options.limits)
    let descriptors = descriptorLimit()
    // A connection has two descriptors: the socket, and one for the process at its other end.
    server.use(capacity: (descriptors - min(64, descriptors / 4 * 3)) / 2)
    let configuration: DaemonConfiguration
    do throws(RefusedConfiguration) {
      configuration = try DaemonConfiguration(reading: options.configuration, log: log)
    } catch {
      var lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      if manager.isPresent {
        let fact = HealthFact.refusal(
          error.reason, of: absolutePath(of: options.configuration),
          then: "sudo systemctl restart responderd.service")
        lines.insert("to fix it: \(fact.fix)", at: 1)
      }
      throw StartError(lines.joined(separator: "\n"), .config)
    }
    let programs = Programs(on: loop)
    self.programs = programs
    configurations = Configurations(
      configuration, Daemon.accessRules(under: configuration, log: log), mayPut: programs.mayPut)
    scenes = Scenes(
      Scene(configuration.tree, configurations.wants, keeping: options.limits.history))
    scenes.shared.session.recentContacts = RecentContacts()
    time = EngineTime(loop)
    sources = InputSources(options, configurations, log, deviceSource: deviceSource)
    activity = PanelActivity(of: scenes, loop, time)
    server.delegate = self
  }

  // Each engine's session calls the panel, which keeps the sessions.
  deinit { for scene in scenes.all { scene.session.followDeadline = nil } }

  /// The configuration that applies.
  var configuration: DaemonConfiguration { configurations.current }

  /// The access rules of the configuration.
  var accessRules: AccessRules { configurations.accessRules }

  /// The engine of the scene in which the present request is served, and its records.
  var session: Session { scenes.served.session }
  var encoder: RecordEncoder { session.encoder }

  /// The sessions of all windows.
  var panel: PanelSession { scenes.panel }

  /// The current time: all frames up to it were given to the engine.
  var now: Instant { time.now }

  // MARK: Start

  /// Opens the socket and the devices, and reports to the service manager that the daemon is ready.
  package func start() throws(StartError) {
    loop.beforeWait = { [unowned self] in finishTurn() }
    loop.afterTurn = { [unowned self] in count($0, endedAt: $1) }
    let engineTimer = loop.timer(.engine) { [unowned self] in advance() }
    session.willEncode = { [passing = sources.passing] in
      if !passing.isEmpty { passing.pass($0) }
    }
    session.followDeadline = { [panel] in
      let deadline = panel.deadline?.microseconds
      if engineTimer.deadline != deadline { engineTimer.deadline = deadline }
    }
    panel.mayReach = { [unowned self] in mayReach($0, $1) }
    followPrivateWindows()
    afterChange()
    try StartError.system { () throws(SystemError) in
      sleepDetector = try SleepDetector(on: loop) { [unowned self] in noticeSleep(of: $0) }
      try SocketOpening(server, log).open(
        configuration.settings, path: options.socket,
        passed: options.socket == nil ? ServiceManager.passedSockets(environment) : [])
    }
    try sources.start(on: loop, self)
    step = .running
    notifyReady()
    log.write(.notice, .service, "ready: \(summary)")
    manager.feedWatchdog(from: loop) { [unowned self] in health.followSockets() }
  }

  // MARK: A turn

  /// Gives the engine a frame.
  func feed(_ frame: borrowing Frame) {
    figures.count(frame)
    health.follow(frame)
    time.follow(frame)
    panel.feed(frame) { activity.follow($0) }
    // A key that has no target causes no report.
    if !sources.passing.isEmpty { sources.passing.passKeys() }
  }

  // The loop's timer may be older than the engine's deadline, which may have changed since. Frames
  // of other timers of this turn have later times, and come before later deadlines of the engine.
  private func advance() {
    if loop.turnBegan - loop.moment > 16_667,
      // All programs read the fact, so what runs in private windows must not make it.
      let deadline = scenes.shared.session.application.deadline,
      deadline.microseconds <= loop.moment
    {
      figures.countMissedDeadline()
      health.look()
    }
    panel.advance(to: Instant(microseconds: loop.moment))
  }

  /// Changes the tree or its state in one turn of the engine at the current time.
  func perform(_ edit: () -> Void) {
    session.perform(at: now, edit)
    // Devices pass on the touches of other screens than before the edit.
    if sources.hasOtherPassing { changes.insert(.devices) }
    afterChange()
  }

  private func finishTurn() {
    if reloading.isDue {
      // Reading takes long, and what has happened does not wait for it.
      shareReports()
      if !server.isSharing { reloading.proceed() }
    }
    afterChange()
    panel.encode()
    health.proceed()
    if server.service.hasRunOver, !server.isSharing {
      // Devices are looked at before the records of a long request go out.
      loop.hasWork = true
    } else {
      shareRecords()
    }
    refreshStatus()
    if sources.haveEnded, panel.deadline == nil {
      end(reason: "the recording is over")
    }
    if step == .ending, server.connections.isEmpty, !waitsForOthers { loop.stop() }
  }

  /// Sends what the engine has reported so far.
  func sendReports() {
    panel.encode()
    sendRecords()
  }

  /// Sends the records that are encoded.
  func sendRecords() {
    if appendRecords() || server.isSharing { server.deliver() }
  }

  /// Sends as much of what the engine has reported as a turn may take; the rest follows.
  func shareReports() {
    panel.encode()
    shareRecords()
  }

  private func shareRecords() { server.share(hasNew: appendRecords()) }

  // Moves the records that are encoded into their streams; returns whether there were any.
  private func appendRecords() -> Bool {
    var hasRecords = false
    for scene in scenes.all where scene.session.encoder.count > 0 {
      server.append(scene.session.encoder, to: scene.stream)
      hasRecords = true
    }
    return hasRecords
  }

  private func count(_ turn: TurnMeter.Turn, endedAt time: Int64) {
    figures.count(turn, endedAt: time)
    guard turn.busy > Figures.longTurn else { return }
    log.write(
      .debug, .service,
      "a turn until \(Double(time) / 1_000_000) took \(turn.wall) µs, \(turn.busy) of them on the "
        + "processor; longest was \(turn.work) with \(turn.workTook)")
  }

  private func noticeSleep(of slept: Int64) {
    log.write(
      .info, .service, "the machine slept for \(slept / 1_000_000) s; touches are cancelled")
    panel.cancelAll(at: now, because: .suspend)
    guard !isAsleep else { return }
    figures.countJump()
    health.look()
  }

  // MARK: The end

  /// Cancels touches, sends all clients a last line, and ends the loop when all clients have read it.
  package func end(reason: String) {
    guard step != .ending else { return }
    step = .ending
    manager.stopping()
    log.write(.notice, .service, "ending: \(reason)")
    for connection in server.connections { connection.changes?.end() }
    // Other programs must read that the fingers lift before the virtual devices are removed.
    let isTouched = sources.passing.isTouched
    sources.stop()
    panel.cancelAll(at: now, because: .shutdown)
    sendRecords()
    server.stopListening()
    server.closeAll(reason: reason)
    endTimer = loop.timer { [unowned self] in loop.stop() }
    endTimer?.deadline = loop.clock.now() + (isTouched ? TouchPasser.patience : 500_000)
    waitsForOthers = isTouched
  }
}
