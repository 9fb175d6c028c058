// The daemon of another machine: ssh runs `responderctl bridge` there, as long as a command runs.
//
//     command ── socket ── ssh ──► sshd ── responderctl bridge ── the daemon's socket

import CommandLine
import Glibc
import Linux
import ResponderClient

/// Connects to a daemon by the user's own ssh, with the user's own configuration of it.
enum FarDaemon {
  // What ssh ends with if it has not reached the machine, and a shell that finds no program.
  private static let notReached: Int32 = 255
  private static let notFound: Int32 = 127

  /// Connects to the daemon of a machine, at its usual socket or at another one there.
  static func connect(to host: String, socket: String?) throws -> Client {
    guard !host.isEmpty, !host.hasPrefix("-") else {
      throw UsageError("--host \(host.printable): expected [USER@]HOST")
    }
    let bridge = ["responderctl"] + (socket.map { ["--socket", quoted($0)] } ?? [])
    let (own, other) = try UnixStream.pair()
    let ssh = try start(
      ["ssh", "-T", host, "--"] + bridge + [BridgeCommand.name], over: Descriptor(owning: other))
    return try Client(owning: own) { end(of: ssh, host) }
  }

  // Only ssh has its side then, so that its end is read.
  private static func start(_ words: [String], over far: consuming Descriptor) throws -> pid_t {
    do {
      return try Process.start(words, speakingOver: far.raw)
    } catch {
      throw Failure(.unreachable, "\(error); ssh is in the package openssh-client")
    }
  }

  /// A word as the shell of the other machine reads it.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  // ssh has closed its side, so it ends, too. It and the program on the other machine have written
  // why.
  private static func end(of ssh: pid_t, _ host: String) -> ClientError {
    switch try? Process.end(of: ssh) {
    case BridgeCommand.ended: .closed(reason: nil)
    case Status.no.rawValue: .unreachable("the daemon of \(host) cannot be reached")
    case Status.usage.rawValue:
      .unreachable("responderctl on \(host) is too old; install the same version there")
    case notFound: .unreachable("\(host) has no responderctl; install responderd there")
    case notReached: .unreachable("cannot reach \(host) by ssh")
    case let status: .unreachable("ssh \(host) ended with status \(status ?? notReached)")
    }
  }
}
