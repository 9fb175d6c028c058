// Two listening sockets: one for subscribers, and one for clients that control the daemon.

import Glibc
import Linux
import TestSupport
import Testing

@testable import ResponderDaemon

@Suite struct ControlSocketTests {
  private let folder = TemporaryFolder()

  private func text(_ control: String) -> String {
    "\(control)\napplication: { windows: [{ id: w }] }\n"
  }

  @Test func `a second socket with a mode of its own is opened when the file has its key`() throws {
    let path = folder.file("control")
    let stage = try Stage.started(text("controlSocket: { path: \(path) }"))
    var status = stat()
    #expect(unsafe lstat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let peer = try Peer(path: path)
    try stage.play(seconds: 0)
    #expect(try peer.lines().element(0).contains(#""type":"hello""#))
    #expect(stage.daemon.server.connections.map(\.socket) == [.control])
    _ = try stage.peer()
    #expect(stage.daemon.server.connections.map(\.socket) == [.control, .records])
    stage.daemon.end(reason: "done")
    try stage.loop.run()
    #expect(unsafe lstat(path, &status) != 0)
  }

  @Test(arguments: [
    ("controlSocket: {}", #""subscribe","raw","edit","inject","control""#),
    ("controlSocket: { rights: [subscribe, inject] }", #""subscribe","inject""#),
    // The unit of systemd opens it, with or without the key in the configuration.
    ("", #""subscribe","raw","edit","inject","control""#),
  ])
  func `its clients have the rights that it lists, by default all`(
    control: String, rights: String
  ) throws {
    let stage = try Stage(
      text("\(control)"), script: "60.0 wait\n")
    for (socket, expected) in [
      (ListeningSocket.control, rights), (ListeningSocket.records, #""subscribe""#),
    ] {
      let peer = try Peer(of: stage.daemon.server, uid: 1000, at: socket)
      #expect(try peer.lines().element(0).contains("\"rights\":[\(expected)]"))
    }
  }

  @Test func `its rights may change while it is open, and its path may not`() throws {
    let path = folder.file("control")
    let stage = try Stage.started(text("controlSocket: { path: \(path) }"))
    _ = stage.logged()
    let peer = try Peer(of: stage.daemon.server, uid: 1000, at: .control)
    try stage.write(text("controlSocket: { path: \(path), rights: [subscribe] }"))
    stage.daemon.reload(force: true)
    try stage.play(seconds: 0)
    #expect(!stage.logged().contains { $0.contains("controlSocket") })
    #expect(try stage.ask(peer, #"{"id":1,"reload":{}}"#).last?.contains("forbidden") == true)
    try stage.write(text("controlSocket: { path: \(path), mode: \"0660\" }"))
    stage.daemon.reload(force: true)
    try stage.play(seconds: 0)
    #expect(
      stage.logged().contains {
        $0.contains(
          "controlSocket: the change applies after a restart: sudo systemctl restart responderd")
      })
  }
}
