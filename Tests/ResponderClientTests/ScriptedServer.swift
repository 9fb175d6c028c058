// A server that plays a script, connection by connection, on a thread of its own.

import Glibc
import Linux
import TestSupport

/// What the server does next on the present connection.
enum ScriptStep {
  /// Sends these lines.
  case send(String)
  /// Waits for one line, and notes it.
  case expect
  /// Ends the connection, and waits for the next one.
  case close
}

/// Listens at an abstract address and plays steps; the received lines can be read afterwards.
final class ScriptedServer: @unchecked Sendable {
  let path: String
  private let listener: Int32
  private var steps: [ScriptStep]
  private var thread = pthread_t()
  // Written by the server's thread, read after it has been joined.
  private var received: [String] = []

  init(_ steps: [ScriptStep], line: Int = #line) throws {
    path = "@responder-client-test-\(getpid())-\(line)"
    self.steps = steps
    listener = try ScriptedServer.listen(path)
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let result = unsafe pthread_create(
      &thread, nil,
      { context in
        unsafe Unmanaged<ScriptedServer>.fromOpaque(context!).takeRetainedValue().serve()
        return nil
      }, context)
    precondition(result == 0)
  }

  /// The lines that clients sent, once the script is played to its end.
  func finish() -> [String] {
    pthread_join(thread, nil)
    return received
  }

  private static func listen(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      unsafe buffer.copyBytes(from: Array(path.utf8))
      unsafe buffer[0] = 0
    }
    let length = socklen_t(2 + path.utf8.count)
    try systemCall("bind") {
      unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(descriptor, $0, length)
        }
      }
    }
    try systemCall("listen") { Glibc.listen(descriptor, 8) }
    return descriptor
  }

  private func serve() {
    var peer = accept(listener, nil, nil)
    for step in steps {
      switch step {
      case .send(let text):
        let bytes = Array((text + "\n").utf8)
        unsafe _ = bytes.withUnsafeBytes {
          unsafe Glibc.send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      case .expect:
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe recv(peer, &byte, 1, 0) == 1, byte != 0x0A { line.append(byte) }
        received.append(String(decoding: line, as: UTF8.self))
      case .close:
        end(peer)
        peer = accept(listener, nil, nil)
      }
    }
    end(peer)
    Glibc.close(listener)
  }

  private func end(_ peer: Int32) {
    endConnection(peer)
    Glibc.close(peer)
  }
}

extension ScriptStep {
  /// The greeting of an instance.
  static func hello(_ instance: String) -> ScriptStep {
    .send(
      #"{"type":"hello","protocol":"2.3","instance":"\#(instance)","version":"0.1","#
        + #""capabilities":["resume"],"rights":["subscribe"],"limits":{"lineBytes":65536,"viewsOfRequest":300}}"#
    )
  }
}
