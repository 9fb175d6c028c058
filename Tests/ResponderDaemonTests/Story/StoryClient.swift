// A program in a story: its role, the lines that it reads, and the replies that it waits for.

import Protocol
import Records

@testable import ResponderDaemon

/// The role of a client.
struct StoryRole {
  var user: UInt32
  /// The members of its subscription, without `since`; nil for a client that only sends requests.
  var subscription: String?
  /// The client whose lines it must also have, however often it was disconnected.
  var twin: Int?
  /// Whether it reads only in a step of its own.
  var isSlow = false
  /// Whether it folds the lines to a picture of the tree.
  var hasPicture = false
  /// Whether it subscribes to all types, so that it reads the end of everything in a snapshot.
  var readsAll = true
  /// Whether it subscribes to explanations, too, so that its numbers have no gaps.
  var isCurious = false
  /// The name that it gives with `identify`.
  var name: String?

  /// The kinds of records that it subscribes to; nil for some only.
  var types: RecordTypes? {
    guard hasPicture else { return nil }
    var types = RecordTypes(RecordType.allCases)
    if user != 0 { types.remove(RecordTypes(.raw)) }
    if !isCurious { types.remove(RecordTypes(.explain)) }
    return types
  }

  /// The programs of every story; some differ by its seed.
  static func all(_ dice: inout Dice) -> [StoryRole] {
    let types =
      #""types":["touches","unhandled","gesture","control","action","presses","motion","#
      + #""remoteControl","scroll","firstResponder","focus","edit","device","activity","question","health""#
    let isCurious = dice.below(2) == 0
    let everything = types + (isCurious ? #","explain""# : "") + #","raw"],"snapshot":true"#
    let usual = types + #"],"snapshot":true"#
    let some = dice.pick([
      #""views":["v2","v4","v6"]"#, #""views":["v1","v9","v1.n1"]"#,
      #""types":["touches","gesture","scroll"],"views":["v3","main"]"#,
      #""types":["touches","gesture","edit"],"recognizers":["r1","r2","r3"]"#,
    ])
    let rate = #""rate":\#(dice.pick([5, 20, 60]))"#
    return [
      StoryRole(user: 0, subscription: everything, hasPicture: true, isCurious: isCurious),
      StoryRole(user: 1005, subscription: usual, hasPicture: true),
      StoryRole(user: 1004, subscription: usual, hasPicture: true),
      StoryRole(user: 0, subscription: everything, twin: 0),
      StoryRole(user: 1005, subscription: usual, twin: 1),
      StoryRole(user: 1004, subscription: usual, twin: 2),
      StoryRole(user: 1004, subscription: some, readsAll: false),
      StoryRole(user: 1004, subscription: some, twin: 6, readsAll: false),
      StoryRole(user: 1006, subscription: #""snapshot":true"#, isSlow: true),
      StoryRole(user: 1004, subscription: rate, readsAll: false),
      StoryRole(user: 0),
      StoryRole(user: 1001, name: "desk"),
      StoryRole(user: 1002),
      StoryRole(user: 1003, subscription: #""types":["question"]"#, readsAll: false, name: "map"),
    ]
  }
}

/// One program of a story.
final class StoryClient {
  let role: StoryRole
  var peer: Peer?
  var reader: StoryReader
  var picture = PictureOfLines()
  /// The ids of requests without a reply so far.
  private(set) var waiting: Set<Int> = []
  private(set) var complaints: [String] = []
  /// The number of its requests that succeeded, and the number of those that were refused.
  private(set) var done = 0
  private(set) var refused = 0
  /// The questions that it received, the latest last.
  private(set) var questions: [Int] = []
  /// Its records since the last comparison with its twin, after this one.
  private(set) var records: [StoryLine] = []
  private(set) var base = 0
  // The moves of that number that its twin has read before the latest comparison.
  private var movesAtBase = 0
  // The reasons and contacts after the latest record: they come once more when it connects again.
  private var notes: Set<String> = []
  private var lastRequest = 0
  private var subscribing = 0

  init(_ role: StoryRole) {
    self.role = role
    reader = StoryReader(
      readsAll: role.readsAll, knowsAll: role.hasPicture)
  }

  /// Sends a request with an id of its own; the text has the other members of the object.
  func ask(_ request: String) throws {
    lastRequest += 1
    guard let peer else { return }
    waiting.insert(lastRequest)
    try peer.send(#"{"id":\#(lastRequest),\#(request)}"#)
  }

  /// Connects, and subscribes where it stopped reading.
  func connect(to stage: Stage, resuming: Bool) throws {
    let peer = try Peer(of: stage.daemon.server, uid: role.user)
    self.peer = peer
    waiting = []
    let joined = Int(stage.daemon.encoder.seq)
    if let name = role.name { try ask(#""identify":{"name":"\#(name)"}"#) }
    guard let subscription = role.subscription else { return }
    let members =
      resuming && reader.seq > 0
      ? subscription.replacing(#","snapshot":true"#, with: "").replacing(
        #""snapshot":true"#, with: ""
      )
      .appending(since: reader.seq, of: stage.daemon.instance)
      : subscription
    if !resuming || reader.seq == 0 {
      reader.forget()
      records = []
      base = joined
    }
    try ask(#""subscribe":{\#(members)}"#)
    subscribing = lastRequest
  }

  /// Disconnects without a goodbye.
  func lose() {
    peer?.vanish()
    peer = nil
    waiting = []
  }

  /// Applies a line.
  func apply(_ line: StoryLine) {
    switch line.type {
    case "hello", "removed": break
    case "reply", "error": takeAnswer(line)
    case "lost":
      if !role.isSlow { complaints.append("lost, though it reads: \(line.text)") }
      reader.forget()
    case "closing":
      // A story may leave a slow reader alone for as long.
      if role.isSlow, line.text.contains("was read for 30 s") { break }
      complaints.append("closing: \(line.text)")
    case "snapshot":
      records = []
      reader.apply(line)
      base = reader.seq
      if role.hasPicture { picture.apply(line.json, line.text) }
    default:
      guard line.isRecord else { return complaints.append("what is this? \(line.text)") }
      if line.isNumbered {
        notes = []
      } else if !notes.insert(line.bare).inserted {
        return
      }
      reader.apply(line)
      records.append(line)
      if role.hasPicture { picture.apply(line.json, line.text) }
      if line.type == "question", let number = line.json["question"]?.int {
        questions = questions.suffix(7) + [number]
      }
    }
  }

  private func takeAnswer(_ line: StoryLine) {
    let code = line.json["code"]?.string
    if code == "internal" { complaints.append("the daemon's mistake: \(line.text)") }
    guard let id = line.json["id"]?.int else {
      return complaints.append("an answer to nothing: \(line.text)")
    }
    if waiting.remove(id) == nil { complaints.append("answered twice: \(line.text)") }
    if code == nil { done += 1 } else { refused += 1 }
    guard id == subscribing else { return }
    if code != nil { complaints.append("it may not subscribe: \(line.text)") }
    // Its state is lost; it receives a snapshot, or nothing of earlier events.
    if line.json["result"]?["resumed"]?.bool != true { reader.forget() }
  }

  /// Compares the lines that it and its twin have read since the last comparison: who connects again reads
  /// all of them, but for moves that newer ones replace, which are counted as long as the daemon keeps
  /// them; it has dropped those up to a number.
  func differs(from twin: StoryClient, dropped: Int) -> String? {
    let isCounted = dropped <= base
    // It may have begun between two of the same number, of which a later one replaces a move.
    let between = movesAtBase + twin.movesWithoutNumber(at: base)
    let expected = twin.records.filter { $0.number > base }
    let found = records.filter { $0.number > base }
    let end = max(twin.reader.seq, reader.seq)
    movesAtBase = (end == base ? movesAtBase : 0) + twin.movesWithoutNumber(at: end)
    base = end
    twin.records = []
    records = []
    var index = 0
    var missing = 0
    for line in expected {
      if index < found.count, line.number == found[index].number,
        line.isNumbered && found[index].isNumbered || line.bare == found[index].bare
      {
        guard line.bare == found[index].bare else {
          return "it resumed with \(found[index].text) instead of \(line.text)"
        }
        missing += line.coalesced - found[index].coalesced
        index += 1
      } else {
        guard line.isMove else { return "it resumed without \(line.text)" }
        missing += 1 + line.coalesced
      }
    }
    if index < found.count { return "it resumed with \(found[index].text), which was not told" }
    return -between...0 ~= missing || missing > 0 && !isCounted
      ? nil : "it resumed, and \(missing) moves are missing that nothing counts"
  }

  private func movesWithoutNumber(at base: Int) -> Int {
    records.count { $0.number == base && !$0.isNumbered && $0.isMove }
  }

  /// Whether it has all answers that it waits for.
  var isServed: Bool { peer != nil && waiting.isEmpty }
}

extension String {
  fileprivate func appending(since seq: Int, of instance: String) -> String {
    (isEmpty ? "" : self + ",")
      + #""since":{"instance":"\#(instance)","seq":\#(seq)}"#
  }
}
