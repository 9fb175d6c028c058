// Log lines for people: their form, their limits, and that no text in them can forge a line.

import Linux
import Testing

@Suite struct LogTests {
  private final class Lines { var all: [String] = [] }
  private let lines = Lines()
  private let time = VirtualTime()

  private func log(_ dress: Log.Format, _ threshold: Log.Level = .info) -> Log {
    Log(format: dress, threshold: threshold, clock: MonotonicClock(time)) { [lines] in
      lines.all.append($0)
    }
  }

  @Test func `a terminal sees the program, the level and whose matter it is`() {
    log(.terminal(program: "responderd")).write(.warning, .device, "goodix: gone")
    #expect(lines.all == ["responderd: warning: device: goodix: gone\n"])
  }

  @Test func `the journal sees a priority on every line`() {
    log(.journal).write(.error, .config, "a.yaml:1:2: no\na.yaml:3:4: no")
    #expect(lines.all == ["<3>config: a.yaml:1:2: no\n<3>  a.yaml:3:4: no\n"])
  }

  @Test func `what is below the threshold is not even made`() {
    let log = log(.journal, .warning)
    func text() -> String {
      Issue.record("made a line that nobody reads")
      return ""
    }
    log.write(.info, .service, text())
    log.limited(.debug, .service, "x", text())
    #expect(lines.all == [])
  }

  @Test func `control characters of others do not reach the terminal`() {
    log(.terminal(program: "p")).write(.info, .client, "name \u{1B}[2J\nbug: \u{7}me \u{202E}x")
    #expect(lines.all == ["p: info: client: name ?[2J\np: info:   bug: ?me ?x\n"])
  }

  @Test func `a message with fields is an entry, and its lines if the journal is not there`() {
    var entries: [[String]] = []
    let log = Log(
      format: .journal, write: { [lines] in lines.all.append($0) },
      writeEntry: {
        entries.append($0.map { "\($0.name)=\($0.value)" })
        return entries.count == 1
      })
    for _ in 0..<2 {
      log.write(.notice, .client, "a\u{7}\nb", fields: [("WHO", "x\ny")])
      log.write(.info, .client, "c")
    }
    let entry = ["MESSAGE=client: a?\n  b", "PRIORITY=5", "WHO=x\ny"]
    #expect(entries == [entry, entry])
    #expect(
      lines.all == ["<6>client: c\n", "<5>client: a?\n<5>  b\n", "<6>client: c\n"])
  }

  @Test func `what comes too often is counted`() {
    let log = log(.journal)
    for _ in 0..<100 { log.limited(.warning, .device, "drop", "dropped") }
    log.limited(.warning, .device, "other", "something else")
    time.now += 60_000_000
    log.limited(.warning, .device, "drop", "dropped")
    let line = "<4>device: dropped"
    #expect(
      lines.all
        == Array(repeating: "\(line)\n", count: 4) + [
          "\(line) (similar messages are left out for a while)\n", "<4>device: something else\n",
          "\(line) (95 similar messages were left out before)\n",
        ])
  }
}
