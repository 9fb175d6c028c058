// Runs another program and waits for it.

import Glibc
import LinuxKit

/// Starts programs.
enum Process {
  /// Runs a program with these words, variables added to ours, and this input; its exit status,
  /// or 128 and the signal's number that ended it.
  static func run(_ words: [String], environment: [String], input: String) throws -> Int32 {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe") { unsafe pipe(&ends) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    try reading.setCloseOnExec()
    try writing.setCloseOnExec()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, reading.raw, 0)
    var pid: pid_t = 0
    var variables = environment
    var place = unsafe environ
    while let text = unsafe place.pointee {
      unsafe variables.append(String(cString: text))
      unsafe place += 1
    }
    let result = unsafe withCStrings(words) { arguments in
      unsafe withCStrings(variables) { variables in
        unsafe posix_spawnp(&pid, words[0], &actions, nil, arguments, variables)
      }
    }
    guard result == 0 else {
      throw Failure(.no, SystemError(call: "run", subject: words[0], number: result).description)
    }
    feed(input, to: writing.release())
    var status: Int32 = 0
    try systemCall("waitpid") { unsafe waitpid(pid, &status, 0) }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  // A line is shorter than a pipe's room, so writing it does not wait for the reader.
  private static func feed(_ input: String, to descriptor: Int32) {
    let old = signal(SIGPIPE, SIG_IGN)
    let bytes = Array(input.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    _ = signal(SIGPIPE, old)
  }

  private static func withCStrings<Answer>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Answer
  ) -> Answer {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    defer {
      for index in 0..<texts.count { unsafe free(pointers[index]) }
    }
    unsafe pointers.append(nil)
    return unsafe body(pointers)
  }
}
