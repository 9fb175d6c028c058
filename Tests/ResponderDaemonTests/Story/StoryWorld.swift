// A daemon with its devices and programs, in which the steps of a story happen.

import Configuration
import Linux
import ResponderKit

@testable import Protocol
@testable import Records
@testable import ResponderDaemon

/// One daemon, two panels, and programs of all kinds.
final class StoryWorld {
  let stage: Stage
  let clients: [StoryClient]
  /// The complaints; the story ends with the first one.
  private(set) var complaints: [String] = []
  private(set) var names: StoryNames
  var memory = StoryMemory()
  /// Receives each line that root reads.
  var listener: ((StoryLine) -> Void)?
  let panels = StoryPanels()
  private var lines: [String: StoryLine] = [:]
  private var chains = StoryChains()
  // The number of edits in the step.
  private var edits = 0
  private var readings = StoryReadings()
  private var file: StoryFile
  // The tree of the file as it is, which is not read yet.
  private var writtenTree: UInt64 = 0

  // The time between two readings of the clients that read at once.
  private static let slice: Int64 = 250_000
  private static let patience: Int64 = 12_000_000

  init(seed: UInt64) throws {
    file = StoryFile(tree: seed)
    stage = try Stage.started(
      StoryTree.configuration(seed: seed), on: panels.machine,
      options: { $0.limits = StoryTree.limits(seed: seed) })
    var dice = Dice(seed: seed)
    clients = StoryRole.all(&dice).map { StoryClient($0) }
    names = StoryNames(of: stage.daemon.configuration.application)
    for client in clients { try client.connect(to: stage, resuming: false) }
    try catchUp()
  }

  var daemon: Daemon { stage.daemon }
  var application: Application { daemon.configuration.application }

  /// Performs a step, and checks every promise.
  func perform(_ step: StoryStep) throws {
    let reloads = daemon.figures.reloads
    let built = StoryFile.builtViews(of: names)
    switch step {
    case .play(let microseconds): try play(microseconds)
    case .jump(let microseconds, let turns):
      stage.time.now += microseconds
      for _ in 0..<turns { try stage.loop.runOnce(timeout: 0) }
    case .fingers(let panel, let ago, let actions): panels.report(panel, ago: ago, actions)
    case .unplug(let panel): panels.unplug(panel)
    case .plug(let panel): panels.plug(panel)
    case .sleep: stage.time.slept += 1_000_000
    case .ask(let client, let request): try clients[client].ask(request)
    case .read(let client, let bytes): try read(clients[client], atMost: bytes)
    case .lose(let client): clients[client].lose()
    case .comeBack(let client):
      clients[client].lose()
      try clients[client].connect(to: stage, resuming: true)
    case .reload(let tree, let force): try reload(tree, force)
    case .compare: try compare()
    case .rest: try waitForQuiet()
    }
    try catchUp()
    guard daemon.figures.reloads > reloads else { return }
    // A reload that has waited is applied when another step happens, too.
    if case .reload(file.readTree, _) = step {
      complaints += try file.judgeMerge(names, built)
    }
    file.isApplied()
  }

  // MARK: Steps

  private func play(_ microseconds: Int64) throws {
    let end = stage.time.now + microseconds
    while stage.time.now < end {
      try stage.loop.play(until: min(end, stage.time.now + Self.slice))
      try readAll()
    }
  }

  private func reload(_ tree: UInt64, _ force: Bool) throws {
    try stage.write(tree == 0 ? "application: [" : StoryTree.configuration(seed: tree))
    writtenTree = tree
    // One that waits for a finger reads what the file is then.
    daemon.reload(force: force) { [unowned self] result in
      switch result {
      case .success:
        file.readTree = writtenTree
        if writtenTree == 0 { complain("a broken file was taken") }
      case .failure(let error):
        if writtenTree != 0 { complain("the file of tree \(writtenTree): \(error)") }
      }
    }
  }

  /// Serves all input, reads all output, and checks every promise.
  private func catchUp() throws {
    // The kernel's buffer is small, so long lines arrive in parts.
    repeat {
      try stage.loop.play(until: stage.time.now)
      try readAll()
    } while daemon.server.connections.contains { connection in
      connection.output.count > 0
        && clients.contains {
          $0.peer != nil && !$0.role.isSlow && $0.role.user == connection.peer.uid
        }
    }
    names = StoryNames(of: application)
    memory.watch(names, application, daemon.server)
    check()
    lines.removeAll(keepingCapacity: true)
  }

  // MARK: Reading

  private func readAll() throws {
    for client in clients where !client.role.isSlow { try read(client) }
  }

  private func read(_ client: StoryClient, atMost limit: Int? = nil) throws {
    guard let peer = client.peer else { return }
    if let limit { try peer.read(atMost: limit) }
    for text in limit == nil ? try peer.lines() : peer.linesSoFar() {
      let line = try lines[text] ?? StoryLine(text)
      lines[text] = line
      client.apply(line)
      if client === clients[0] { listener?(line) }
      if client === clients[0], line.type == "edit" || line.type == "snapshot" { edits += 1 }
      guard line.type != "hello" else { continue }
      if line.isRecord { readings.hear(line, index(of: client)) }
    }
    if peer.isClosed {
      // A slow reader may be disconnected before it reads the reason.
      if !client.role.isSlow { complain("client \(index(of: client)) was disconnected") }
      client.lose()
    }
  }

  private func index(of client: StoryClient) -> Int { clients.firstIndex { $0 === client } ?? -1 }

  // MARK: Promises

  private func complain(_ words: String) { complaints.append(words) }

  private func check() {
    complaints += application.checkInvariants()
    for (number, client) in clients.enumerated() {
      let all = client.complaints + client.reader.complaints + client.picture.complaints
      for words in all.prefix(3) { complain("client \(number): \(words)") }
    }
    for number in clients.indices { explainHoles(number) }
    judgeChains()
    complaints += readings.judge()
    for (number, client) in clients.enumerated() {
      guard let twin = client.role.twin, client.isServed, clients[twin].isServed else { continue }
      let dropped = Int(daemon.scenes.shared.stream.moves.lastDropped)
      if let words = client.differs(from: clients[twin], dropped: dropped) {
        complain("client \(number): \(words)")
      }
    }
    complaints += memory.complaints(of: daemon, names)
    complaints += stage.logged().filter { line in
      ["<0>", "<1>", "<2>"].contains { line.hasPrefix($0) }
        || line.hasPrefix("<3>") && !line.contains("the new configuration is invalid")
    }
  }

  // A client misses no record of its types, except those that a newer one replaced.
  private func explainHoles(_ number: Int) {
    let client = clients[number]
    guard let types = client.role.types, client.isServed else { return }
    let holes = client.reader.takeHoles()
    let replaced = client.reader.takeCoalesced()
    guard !holes.isEmpty else { return }
    func isMissing(_ record: EncodedRecord) -> Bool {
      types.contains(RecordTypes(record.type))
        && holes.contains { $0.contains(Int(record.seq)) }
    }
    let (moves, others) = (daemon.scenes.shared.stream.moves, daemon.scenes.shared.stream.others)
    for index in others.first..<others.end where isMissing(others[index].record) {
      complain("client \(number) misses record \(others[index].record.seq)")
    }
    let passing = (moves.first..<moves.end).count { isMissing(moves[$0].record) }
    if passing > replaced {
      complain("client \(number) misses \(passing) records, \(replaced) were left out")
    }
  }

  // The first client reads of each finger what the chains require.
  private func judgeChains() {
    let reader = clients[0].reader
    let news = clients[0].reader.takeNews()
    let found = chains.judge(
      news, open: reader.open.union(reader.left), after: edits, application,
      names)
    edits = 0
    complaints += found.complaints
    for client in clients {
      for span in found.excused { client.reader.excuse(span) }
      client.reader.complainOfLeft()
    }
    for client in clients.dropFirst() { _ = client.reader.takeNews() }
  }

  /// The picture from the lines equals the snapshot of a new client.
  private func compare() throws {
    try catchUp()
    for (number, client) in clients.enumerated() where client.role.hasPicture && client.isServed {
      let truth = try StoryPicture(for: client.role.user, of: stage)
      try readAll()
      for words in truth.differences(from: client.picture) { complain("client \(number) \(words)") }
    }
  }

  /// Waits until nothing is under way.
  private func waitForQuiet() throws {
    panels.liftAll()
    let end = stage.time.now + Self.patience
    while stage.time.now < end {
      try play(Self.slice)
      for client in clients where client.role.isSlow { try readSlowly(client) }
    }
    for client in clients where client.peer == nil {
      try client.connect(to: stage, resuming: true)
    }
    try catchUp()
    for client in clients where client.role.isSlow { try readSlowly(client) }
    try compare()
    guard complaints.isEmpty else { return }
    complaints += memory.complaintsAtRest(of: daemon, names, clients)
  }

  private func readSlowly(_ client: StoryClient) throws {
    var count = 1
    while let peer = client.peer, !peer.isClosed, count > 0 {
      count = try peer.read()
      for text in peer.linesSoFar() {
        let line = try StoryLine(text)
        client.apply(line)
        if line.isRecord { readings.hear(line, index(of: client)) }
      }
      try stage.loop.play(until: stage.time.now)
      if peer.isClosed { client.lose() }
    }
  }

  /// The end of the story: no object outside of the tree is kept.
  func finish() throws {
    try perform(.rest)
    guard complaints.isEmpty else { return }
    // The views of a program are removed with it.
    for client in clients { client.lose() }
    try stage.loop.play(until: stage.time.now)
    names = StoryNames(of: application)
    complaints += memory.complaintsAtEnd(of: daemon, names)
  }
}
