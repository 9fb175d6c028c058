// The findings of the doctor, printed as they are found.

import Glibc
import Linux

/// Findings, each error with its fix, and how many errors there are.
struct Findings {
  let output: Output
  private(set) var errors = 0

  init(output: Output) { self.output = output }

  /// Something is as it should be.
  mutating func ok(_ text: String) { output.line("OK: \(text)") }

  /// Something is worth knowing, and no error.
  mutating func note(_ text: String) { output.line("note: \(text)") }

  /// Something keeps touches from programs; the command that fixes it.
  mutating func error(_ text: String, fix: String) {
    errors += 1
    output.line("error: \(text)")
    output.line("       fix: \(fix)")
  }

  /// Adds a line to the latest finding.
  mutating func more(_ text: String) { output.line("       \(text)") }
}

/// The databases of users and groups.
enum Accounts {
  /// A group's number.
  static func group(named name: String) -> gid_t? {
    guard let entry = unsafe getgrnam(name) else { return nil }
    return unsafe entry.pointee.gr_gid
  }

  /// A group's name, or its number where it has none.
  static func name(ofGroup number: gid_t) -> String {
    guard let entry = unsafe getgrgid(number), let name = unsafe entry.pointee.gr_name else {
      return "\(number)"
    }
    return unsafe String(cString: name)
  }

  /// Whether there is a user with this name.
  static func hasUser(named name: String) -> Bool { unsafe getpwnam(name) != nil }

  /// The name of the user that runs the program.
  static var ownName: String {
    guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else {
      return "$USER"
    }
    return unsafe String(cString: name)
  }

  /// Whether the user is a member of a group from the next login on.
  static func isMember(of group: gid_t) -> Bool {
    guard let entry = unsafe getpwuid(getuid()) else { return false }
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    let result = unsafe getgrouplist(
      entry.pointee.pw_name, entry.pointee.pw_gid, &groups, &count)
    return result >= 0 && groups.prefix(Int(count)).contains(group)
  }
}
