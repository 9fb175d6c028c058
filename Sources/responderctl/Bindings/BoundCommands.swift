// The commands that run for bindings, side by side, each at most once at a time.
//
//   nothing runs ── record ──► runs ── record ──► queue:   waits, in order
//        ▲                      │                 drop:    is left out
//        └───── it ended ◄──────┘                 replace: SIGTERM, its own is next

import Glibc
import Linux
import Protocol

/// Starts the commands of bindings and knows which of them run.
final class BoundCommands {
  /// The number of records that may wait for one command.
  static let mostWaiting = 64

  private struct Waiting {
    let environment: [String]
    let input: String
  }

  private struct State {
    var pid: pid_t?
    /// Whether the command was sent SIGTERM, which is no failure of its own then.
    var isTerminated = false
    var waiting: [Waiting] = []
  }

  private let bindings: [Binding]
  private var states: [State]
  private let complain: (String) -> Void

  /// The commands of these bindings; the closure reports errors.
  init(_ bindings: [Binding], complain: @escaping (String) -> Void) {
    self.bindings = bindings
    self.complain = complain
    states = Array(repeating: State(), count: bindings.count)
  }

  /// Whether a command runs.
  var isBusy: Bool { states.contains { $0.pid != nil } }

  /// Runs the command of a binding for a record, or handles it by `whileRunning`.
  func run(_ index: Int, _ environment: [String], _ input: String) {
    let binding = bindings[index]
    let next = Waiting(environment: environment, input: input)
    guard let pid = states[index].pid else { return start(index, next) }
    switch binding.whileRunning {
    case .drop: break
    case .replace:
      states[index].waiting = [next]
      terminate(index, pid)
    case .queue:
      if states[index].waiting.count == Self.mostWaiting {
        complain(
          "\(binding.run[0]): \(Self.mostWaiting) records wait for it; the oldest is left out")
        states[index].waiting.removeFirst()
      }
      states[index].waiting.append(next)
    }
  }

  /// Handles commands that have ended, and starts those that wait.
  func collect() {
    for index in states.indices {
      guard let pid = states[index].pid else { continue }
      var status: Int32 = 0
      guard unsafe waitpid(pid, &status, WNOHANG) == pid else { continue }
      states[index].pid = nil
      let code = Process.code(of: status)
      if code != 0, !(states[index].isTerminated && code == 128 + SIGTERM) {
        complain("\(bindings[index].run[0]) ended with status \(code)")
      }
      if !states[index].waiting.isEmpty { start(index, states[index].waiting.removeFirst()) }
    }
  }

  /// Ends every command that runs; nothing that waits is started.
  func end() {
    for index in states.indices {
      states[index].waiting = []
      if let pid = states[index].pid { terminate(index, pid) }
    }
  }

  // The signal is sent to the process group, so that child processes end, too.
  private func terminate(_ index: Int, _ pid: pid_t) {
    states[index].isTerminated = true
    kill(-pid, SIGTERM)
  }

  private func start(_ index: Int, _ record: Waiting) {
    states[index].isTerminated = false
    do {
      states[index].pid = try Process.start(
        bindings[index].run, environment: record.environment, input: record.input)
    } catch {
      complain("\(error)")
    }
  }
}
