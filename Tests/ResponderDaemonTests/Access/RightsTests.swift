// Every right against every request: a client with the right is served, one without it is refused.

import Linux
import Protocol
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct RightsTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [] }
    access:
      - { user: 1, rights: subscribe }
      - { user: 2, rights: [subscribe, raw] }
      - { user: 3, rights: [subscribe, edit] }
      - { user: 4, rights: [subscribe, inject] }
      - { user: 5, rights: [subscribe, control] }
      - { group: 6, rights: [subscribe, raw] }
      - { unit: kiosk.service, rights: all }
    application:
      windows:
        - id: main
          rootViewController:
            id: home
            view:
              id: red
              handles: [touches]
              canBecomeFirstResponder: true
              gestureRecognizers: [{ id: tap, tap: {} }]
              subviews: [{ id: blue, frame: [0, 0, 9, 9] }, { id: ok, button: { frame: [9, 9, 9, 9] } }]
    """

  /// Every request, with the right that it needs.
  private static let requests: [(request: String, right: Right)] = [
    (#""subscribe":{}"#, .subscribe), (#""subscribe":{"snapshot":true}"#, .subscribe),
    (#""subscribe":{"explain":true}"#, .subscribe),
    (#""subscribe":{"since":{"instance":"x","seq":0}}"#, .subscribe),
    (#""subscribe":{"explain":true,"since":{"seconds":30}}"#, .subscribe),
    (#""unsubscribe":{"subscription":1}"#, .subscribe),
    (#""hitTest":{"point":[30,40],"trace":true}"#, .subscribe),
    (#""why":{"recognizer":"tap","point":[1,1]}"#, .subscribe), (#""tree":{}"#, .subscribe),
    (#""tree":{"as":"yaml"}"#, .subscribe),
    (#""tree":{"view":"red","as":"configuration"}"#, .subscribe),
    (#""tree":{"view":"red","as":"settings"}"#, .subscribe),
    (#""chain":{"responder":"red"}"#, .subscribe),
    (#""convert":{"point":[1,2],"from":"blue","to":"red"}"#, .subscribe),
    (#""devices":{}"#, .subscribe),
    (#""status":{}"#, .subscribe), (#""status":{"prometheus":true}"#, .subscribe),
    (#""describe":{}"#, .subscribe), (#""identify":{"name":"map"}"#, .subscribe),
    (#""answer":{"question":1,"yes":true}"#, .subscribe),
    (#""subscribe":{"raw":true}"#, .raw), (#""subscribe":{"types":["raw"]}"#, .raw),
    (#""recording":{}"#, .raw),
    (#""tree":{"as":"file"}"#, .edit),
    (#""put":{"window":{"id":"new"}}"#, .edit),
    (#""set":{"view":"red","alpha":0.5}"#, .edit), (#""remove":{"view":"blue"}"#, .edit),
    (#""becomeFirstResponder":{"responder":"red"}"#, .edit),
    (#""resignFirstResponder":{"responder":"red"}"#, .edit),
    (#""endEditing":{"view":"red"}"#, .edit),
    (#""remove":{"viewController":"home"}"#, .edit),
    (#""set":{"view":"ok","isEnabled":true}"#, .edit),
    (#""set":{"recognizer":"tap","isEnabled":false}"#, .edit), (#""cancel":{}"#, .edit),
    (#""set":{"view":"red","isInhibited":true}"#, .edit),
    (#""scrollTo":{"view":"red","offset":[0,9]}"#, .edit),
    (#""batch":[{"set":{"view":"red","isInhibited":true}}]"#, .edit),
    (#""inject":{"script":"0 down 1 10,10\n0.1 up 1"}"#, .inject),
    (#""reload":{}"#, .control), (#""confirm":{}"#, .control),
    (#""set":{"device":"panel","rotate":90}"#, .control),
  ]

  /// Programs, with their rights.
  private static let programs: [(uid: UInt32, unit: String?, groups: [UInt32], Set<Right>)] =
    [
      (7, nil, [], []), (1, nil, [], [.subscribe]), (2, nil, [], [.subscribe, .raw]),
      (3, nil, [], [.subscribe, .edit]), (4, nil, [], [.subscribe, .inject]),
      (5, nil, [], [.subscribe, .control]), (7, nil, [6], [.subscribe, .raw]),
      (7, "kiosk.service", [], Set(Right.allCases)),
      (7, "other.service", [], []), (0, nil, [], Set(Right.allCases)),
    ]

  @Test func `the table has every request`() {
    for name in Request.Declaration.words {
      #expect(Self.requests.contains { $0.request.hasPrefix("\"\(name)\":") }, "\(name)")
    }
    for right in Right.allCases {
      #expect(Self.requests.contains { $0.right == right }, "\(right)")
    }
  }

  @Test(arguments: programs.indices)
  func `a request is refused exactly to clients without its right`(program: Int) throws {
    let (uid, unit, groups, rights) = Self.programs[program]
    for (request, right) in Self.requests {
      let stage = try Stage.started(Self.configuration, script: "60.0 wait\n")
      let peer = try Peer(of: stage.daemon.server, uid: uid, groups: groups, unit: unit)
      try stage.play(seconds: 0)
      let words = Right.allCases.filter(rights.contains).map { "\"\($0.rawValue)\"" }
      #expect(
        try peer.lines().first?.contains("\"rights\":[\(words.joined(separator: ","))]") == true)
      let answer = try stage.ask(peer, "{\"id\":1,\(request)}").element(0)
      let isRefused = answer.hasPrefix(#"{"type":"error","id":1,"code":"forbidden","#)
      let needed: Set = right == .raw ? [.subscribe, .raw] : [right]
      #expect(isRefused == !needed.isSubset(of: rights), "\(request): \(answer)")
    }
  }

  @Test(arguments: [
    #""in":"red","view":{"id":"new","frame":[0,0,9,9]}"#,
    #""in":"red","gestureRecognizer":{"id":"new","tap":{}}"#,
    #""presentedBy":"home","viewController":{"id":"new","view":{"id":"v"}}"#,
  ])
  func `what a client without the right to edit puts waits`(put: String) throws {
    for (uid, unit, groups, rights) in Self.programs {
      let stage = try Stage.started(Self.configuration, script: "60.0 wait\n")
      let peer = try Peer(of: stage.daemon.server, uid: uid, groups: groups, unit: unit)
      try stage.play(seconds: 0)
      _ = try peer.lines()
      let answer = try stage.ask(peer, "{\"id\":1,\"put\":{\(put)}}").element(0)
      let waits = answer == #"{"type":"reply","id":1,"result":{"seq":1,"waits":["new"]}}"#
      #expect(waits == !rights.contains(.edit), "\(uid): \(answer)")
      #expect((stage.daemon.configuration.tree.registry["new"] != nil) == rights.contains(.edit))
    }
  }

  @Test func `clients that control the daemon receive the list of connections`() throws {
    let stage = try Stage.started(Self.configuration, script: "60.0 wait\n")
    for (uid, isTold) in [(1, false), (2, false), (3, false), (4, false), (5, true), (0, true)] {
      let peer = try Peer(of: stage.daemon.server, uid: UInt32(uid))
      let status = try stage.ask(peer, #"{"id":1,"status":{}}"#).last ?? ""
      #expect(status.contains(#""clients":["#) == isTold, "\(uid)")
    }
  }

  @Test func `raw records are sent only to clients that have the right and subscribed to them`()
    throws
  {
    let stage = try Stage.started(
      Self.configuration, script: "1.0 down 1 50,50\n1.1 up 1\n60.0 wait\n")
    let peers = try [1, 2, 3].map { try Peer(of: stage.daemon.server, uid: $0) }
    for peer in peers {
      _ = try stage.ask(peer, #"{"id":1,"subscribe":{"raw":true}}"#)
      _ = try stage.ask(peer, #"{"id":2,"subscribe":{}}"#)
    }
    try stage.play(seconds: 2)
    let lines = try peers.map { try $0.lines() }
    #expect(lines.map { $0.count { $0.contains(#""type":"raw""#) } } == [0, 2, 0])
    #expect(lines.map { $0.count { $0.contains(#""type":"touches""#) } } == [2, 2, 2])
  }
}
