// Units of processes, by a tree of control groups as the kernel shows it.

import Glibc
import TestSupport
import Testing

@testable import Linux

@Suite struct ControlGroupsTests {
  private let folder = TemporaryFolder()

  private func make(_ groups: [(path: String, processes: [Int32])]) throws {
    for (path, processes) in groups {
      var whole = folder.path
      for part in path.split(separator: "/") {
        whole += "/\(part)"
        unsafe mkdir(whole, 0o755)
        if unsafe access("\(whole)/cgroup.procs", F_OK) != 0 {
          try FileWriter.replace("\(whole)/cgroup.procs", with: [])
        }
      }
      let text = processes.map { "\($0)\n" }.joined()
      try FileWriter.replace("\(whole)/cgroup.procs", with: ContiguousArray(text.utf8))
    }
  }

  private static let groups: [(String, [Int32])] = [
    ("init.scope", [1]),
    ("system.slice/kiosk.service", [10, 11]),
    ("system.slice/kiosk.service/worker/inner", [12]),
    ("system.slice/system-getty.slice/getty@tty1.service", [20]),
    ("system.slice/box.service/kiosk.service", [30]),
    ("user.slice/user-1000.slice/session-3.scope", [40]),
    ("user.slice/user-1000.slice/user@1000.service/app.slice/kiosk.service", [50]),
  ]

  @Test(
    arguments: [
      (10, "kiosk.service", true), (11, "kiosk.service", true), (12, "kiosk.service", true),
      (1, "kiosk.service", false), (1, "init.scope", true), (20, "getty@tty1.service", true),
      (40, "session-3.scope", true), (50, "user@1000.service", true), (9, "no.service", false),
      // What a unit or a user calls a group of its own is not the system's unit of that name.
      (30, "kiosk.service", false), (30, "box.service", true), (50, "kiosk.service", false),
    ] as [(Int32, String, Bool)])
  func `a process belongs to the unit that the system keeps it in`(
    process: Int32, unit: String, isIn: Bool
  ) throws {
    try make(Self.groups)
    #expect(ControlGroups(root: folder.path).contains(process, in: unit) == isIn)
  }

  @Test func `the answer is about the process that connected, while it lives`() throws {
    let (near, far) = try UnixStream.pair()
    defer {
      close(near)
      close(far)
    }
    try make([("system.slice/kiosk.service", [getpid()])])
    let groups = ControlGroups(root: folder.path)
    let peer = PeerUnits(of: near, pid: getpid(), groups: groups)
    #expect(peer.contains("kiosk.service"))
    #expect(!peer.contains("other.service"))
    #expect(peer.first(of: ["other.service", "kiosk.service"]) == "kiosk.service")
    // It stays what it was when it was asked for first.
    try make([("system.slice/kiosk.service", []), ("system.slice/other.service", [getpid()])])
    #expect(peer.contains("kiosk.service"))
    #expect(!peer.contains("other.service"))
  }

  @Test func `a program whose process is gone belongs to nothing`() throws {
    let child = try exitedChild()
    try make([("system.slice/kiosk.service", [child])])
    let groups = ControlGroups(root: folder.path)
    let peer = PeerUnits(of: -1, pid: child, groups: groups)
    #expect(groups.contains(child, in: "kiosk.service"))
    #expect(!peer.contains("kiosk.service"))
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
  }

  /// A child that has ended, and whose process id is not used again yet.
  private func exitedChild() throws -> Int32 {
    var child: pid_t = 0
    let name = unsafe strdup("true")
    var words = unsafe [name, nil]
    let result = unsafe posix_spawn(&child, "/bin/true", nil, nil, &words, nil)
    unsafe free(name)
    try #require(result == 0)
    var information = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT)
    return child
  }
}
