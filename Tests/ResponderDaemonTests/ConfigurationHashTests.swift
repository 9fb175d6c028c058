// The hash in the status: that of the file whose configuration applies.

import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct ConfigurationHashTests {
  /// A panel with one window of this name.
  private static func text(_ window: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    access: [{ user: 5, rights: control }]
    application: { windows: [{ id: \(window), handles: [touches] }] }

    """
  }

  private func hash(_ stage: Stage, _ peer: Peer) throws -> String? {
    let answer = try JSON(parsing: try stage.ask(peer, #"{"id":9,"status":{}}"#).element(0))
    return answer["result"]?["configuration"]?["hash"]?.string
  }

  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func `it is SHA-256`(count: Int, digits: String) {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    #expect(SHA256.digits(of: bytes) == digits)
  }

  @Test func `it is that of the file in use, not of one that waits, is invalid or unconfirmed`()
    throws
  {
    let stage = try Stage.started(
      Self.text("old"), script: "1.0 down 1 50,50\n5.0 up 1\n999.0 wait\n")
    let peer = try stage.connect(uid: 5)
    let old = "3fe73084a90d456b"
    let new = String(SHA256.digits(of: Array(Self.text("new").utf8)).prefix(16))
    #expect(try hash(stage, peer) == old)
    try stage.write("windos: []\n")
    #expect(try stage.ask(peer, #"{"id":1,"reload":{}}"#).element(0).contains("invalidEdit"))
    #expect(try hash(stage, peer) == old)
    try stage.play(seconds: 1.5)
    try stage.write(Self.text("new"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 3)
    #expect(stage.daemon.configurations.next != nil)
    #expect(try hash(stage, peer) == old)
    try stage.play(seconds: 1)
    #expect(try hash(stage, peer) == new)
    try stage.write(Self.text("third"))
    _ = try stage.ask(peer, #"{"id":1,"reload":{"confirmWithin":60}}"#)
    #expect(try hash(stage, peer).map { ![old, new].contains($0) } == true)
    try stage.play(seconds: 61)
    #expect(try hash(stage, peer) == new)
  }

  @Test func `it is for those who read each private window of the file`() throws {
    let stage = try Stage.started(
      Self.text("main }, { id: pad, frame: [0, 0, 99, 99], private: [{ user: 3000 }]"))
    let (reader, other, root) = (
      try stage.connect(uid: 3000), try stage.connect(uid: 5), try stage.connect(uid: 0)
    )
    #expect(try hash(stage, other) == nil)
    #expect(try hash(stage, root) != nil)
    #expect(try hash(stage, reader) == hash(stage, root))
    try stage.write(Self.text("main"))
    stage.daemon.reload(force: true)
    // The private window of a program is not in the file.
    let put = #"{"id":1,"put":{"window":{"id":"own","private":[],"frame":[0,0,9,9]}}}"#
    #expect(try stage.ask(root, put).contains { $0.hasPrefix(#"{"type":"reply","id":1"#) })
    #expect(try hash(stage, other) == hash(stage, root))
    #expect(try hash(stage, other) != nil)
  }
}
