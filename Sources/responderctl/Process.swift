// Runs another program and waits for it.

import Glibc
import Linux

/// Starts programs.
enum Process {
  /// Runs a program with these words, variables added to ours, and this input; its exit status,
  /// or 128 and the signal's number that ended it.
  static func run(_ words: [String], environment: [String], input: String) throws -> Int32 {
    try end(of: start(words, environment: environment, input: input, inOwnGroup: false))
  }

  /// Starts a program with these arguments, additional variables, and this input; the caller
  /// waits for its end. A group of its own can be sent a signal with all that it started.
  static func start(
    _ words: [String], environment: [String], input: String, inOwnGroup: Bool = true
  ) throws -> pid_t {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe") { unsafe pipe(&ends) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    try reading.setCloseOnExec()
    try writing.setCloseOnExec()
    let pid = try spawn(
      words, environment: environment, [reading.raw: [0]], inOwnGroup: inOwnGroup)
    feed(input, to: writing.release())
    return pid
  }

  /// Starts a program that has these descriptors under other numbers, and no signal blocked.
  private static func spawn(
    _ words: [String], environment: [String], _ descriptors: [Int32: [Int32]],
    inOwnGroup: Bool = false
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, numbers) in descriptors {
      for number in numbers {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let group = inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(group)))
    var pid: pid_t = 0
    var variables = environment
    var iterator = unsafe environ
    while let text = unsafe iterator.pointee {
      unsafe variables.append(String(cString: text))
      unsafe iterator += 1
    }
    let result = unsafe withCStrings(words) { arguments in
      unsafe withCStrings(variables) { variables in
        unsafe posix_spawnp(&pid, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard result == 0 else {
      throw Failure(.no, SystemError(call: "run", subject: words[0], number: result).description)
    }
    return pid
  }

  /// Starts a program that reads from and writes to this descriptor; the caller waits for its end.
  static func start(_ words: [String], speakingOver descriptor: Int32) throws -> pid_t {
    try spawn(words, environment: [], [descriptor: [0, 1]])
  }

  /// Waits for a program; its exit status, or 128 and the signal's number that ended it.
  static func end(of pid: pid_t) throws -> Int32 {
    var status: Int32 = 0
    try systemCall("waitpid") { unsafe waitpid(pid, &status, 0) }
    return code(of: status)
  }

  /// The exit status from `waitpid`, or 128 and the signal's number.
  static func code(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Runs a program; returns its exit status, as `run` does, and its output.
  static func output(of words: [String]) throws -> (status: Int32, text: String) {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe") { unsafe pipe(&ends) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    try reading.setCloseOnExec()
    try writing.setCloseOnExec()
    let pid = try spawn(words, environment: [], [writing.raw: [1]])
    // The write end is closed here, so that reading ends when the program ends.
    close(writing.release())
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let raw = reading.raw
      let count = try systemCall("read") {
        unsafe piece.withUnsafeMutableBytes { unsafe read(raw, $0.baseAddress, $0.count) }
      }
      if count == 0 { break }
      text += piece.prefix(count)
    }
    return (try end(of: pid), String(decoding: text, as: UTF8.self))
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
