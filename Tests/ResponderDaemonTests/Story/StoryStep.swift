// The steps of a story, as lines of a script that can be stored, shortened and played again.

/// One step of a story.
enum StoryStep: Hashable, CustomStringConvertible {
  /// Time passes from deadline to deadline.
  case play(microseconds: Int64)
  /// The clock jumps, and then the loop makes so many turns: it wakes up late.
  case jump(microseconds: Int64, turns: Int)
  /// A device reports touches that happened so long ago, in the form of touch scripts.
  case fingers(device: Int, ago: Int64, actions: String)
  case unplug(device: Int)
  case plug(device: Int)
  /// The machine has slept.
  case sleep
  /// A client sends a request, the members of an object without its `id`.
  case ask(client: Int, request: String)
  /// A client that reads slowly reads so many bytes.
  case read(client: Int, bytes: Int)
  /// A client disconnects without a goodbye.
  case lose(client: Int)
  /// A client connects again, and resumes where it stopped reading.
  case comeBack(client: Int)
  /// The configuration is replaced by that of another tree; with 0 the file has an error.
  case reload(tree: UInt64, force: Bool)
  /// The picture of a client that reads everything is compared with the snapshot of a new one.
  case compare
  /// All fingers lift, all clients read, and time passes until nothing is under way.
  case rest

  var description: String {
    switch self {
    case .play(let microseconds): "play \(microseconds)"
    case .jump(let microseconds, let turns): "jump \(microseconds) \(turns)"
    case .fingers(let device, let ago, let actions): "fingers \(device) \(ago) \(actions)"
    case .unplug(let device): "unplug \(device)"
    case .plug(let device): "plug \(device)"
    case .sleep: "sleep"
    case .ask(let client, let request): "ask \(client) \(request)"
    case .read(let client, let bytes): "read \(client) \(bytes)"
    case .lose(let client): "lose \(client)"
    case .comeBack(let client): "comeBack \(client)"
    case .reload(let tree, let force): "reload \(tree) \(force)"
    case .compare: "compare"
    case .rest: "rest"
    }
  }

  /// Reads a line of a script; nil for an invalid line.
  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    let numbers = words.dropFirst().map { Int64($0) }
    let rest = line.split(separator: " ", maxSplits: 2).last.map(String.init) ?? ""
    switch (words.first, numbers.first ?? nil, numbers.dropFirst().first ?? nil) {
    case ("play", let time?, _): self = .play(microseconds: time)
    case ("jump", let time?, let turns?): self = .jump(microseconds: time, turns: Int(turns))
    case ("fingers", let device?, let ago?) where words.count == 4:
      self = .fingers(device: Int(device), ago: ago, actions: words[3])
    case ("unplug", let device?, _): self = .unplug(device: Int(device))
    case ("plug", let device?, _): self = .plug(device: Int(device))
    case ("sleep", _, _): self = .sleep
    case ("ask", let client?, _): self = .ask(client: Int(client), request: rest)
    case ("read", let client?, let bytes?): self = .read(client: Int(client), bytes: Int(bytes))
    case ("lose", let client?, _): self = .lose(client: Int(client))
    case ("comeBack", let client?, _): self = .comeBack(client: Int(client))
    case ("reload", let tree?, _):
      self = .reload(tree: UInt64(tree), force: words.last == "true")
    case ("compare", _, _): self = .compare
    case ("rest", _, _): self = .rest
    default: return nil
    }
  }
}

/// A story as it is stored: the seed of its first tree, and its steps.
struct StoryScript: CustomStringConvertible {
  var seed: UInt64
  var steps: [StoryStep] = []

  init(seed: UInt64, steps: [StoryStep] = []) {
    self.seed = seed
    self.steps = steps
  }

  /// Reads a script; nil without a seed in its first line.
  init?(_ text: String) {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, first.hasPrefix("story "), let seed = UInt64(first.dropFirst(6))
    else { return nil }
    self.seed = seed
    steps = lines.dropFirst().compactMap { StoryStep($0) }
  }

  var description: String {
    "story \(seed)\n" + steps.map { "\($0)\n" }.joined()
  }
}
