// A socket that responder-mqtt opens for a panel at a broker, as long as a command runs.

import Glibc
import LinuxKit

/// Starts responder-mqtt for a command, and ends it afterwards.
enum BrokerSocket {
  // Longer than responder-mqtt itself waits for the broker and the panel.
  private static let patience = 15.0

  /// Runs the body with the path of a socket that responder-mqtt offers with these options.
  static func use(
    _ option: String, _ further: [String], broker: String?, otherwise: String,
    _ body: (String) throws -> Status
  ) throws -> Status {
    // A name that cannot be guessed, and no directory that would be left when Ctrl-C ends the
    // command: responder-mqtt removes its socket itself.
    let path = "/tmp/responderctl-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let program = try Process.start(
      ["responder-mqtt", option, path, "--once", "--log", "warning"] + further
        + (broker.map { ["--broker", $0] } ?? []))
    defer {
      kill(program, SIGTERM)
      var status: Int32 = 0
      unsafe waitpid(program, &status, 0)
      unsafe unlink(path)
    }
    let clock = MonotonicClock()
    let end = clock.now() + Int64(patience * 1_000_000)
    while unsafe access(path, F_OK) != 0 {
      var status: Int32 = 0
      guard unsafe waitpid(program, &status, Int32(WNOHANG)) == 0, clock.now() < end else {
        throw Failure(.no, otherwise)
      }
      _ = poll(nil, 0, 20)
    }
    return try body(path)
  }
}
