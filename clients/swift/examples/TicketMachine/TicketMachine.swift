// A ticket machine that is built at run time: three pages, a dialog, and a PIN pad.
//
//     ticket-machine machine.json     with config/examples/tickets/panel.yaml
//     ticket-machine --map            a second program adds a map, and acts on it
//
// Every record is printed. After a restart or a reload of responderd, the pages are there again.

import Glibc
import ResponderClient

@main
struct TicketMachine {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      print("usage: ticket-machine machine.json | --map")
      exit(2)
    }
    do throws(ClientError) {
      let client = try Client()
      client.onConnect = report
      if CommandLine.arguments[1] == "--map" {
        try addMap(client)
      } else {
        try build(from: CommandLine.arguments[1], client)
      }
    } catch {
      say(["type": "error", "message": Value(error.description)])
    }
    exit(1)
  }

  static func addMap(_ client: Client) throws(ClientError) {
    try client.identify(as: "map")
    try client.subscribe()
    try client.put(view: map, in: "map.place")
    say(["type": "built"])
    for record in client.records { say(record.value) }
  }

  static func build(from path: String, _ client: Client) throws(ClientError) {
    try client.identify(as: "machine")
    try client.subscribe()
    try client.batch(Value(parsing: text(of: path)).list ?? [])
    try client.put(view: pad(), in: "page.pay")
    say(["type": "built"])
    for record in client.records {
      say(record.value)
      do throws(ClientError) {
        try act(on: record, client)
      } catch {
        say(["type": "error", "message": Value(error.description)])
      }
    }
  }
}

/// The daemon is there again, and this is what became of the pages.
func report(_ news: Connected) {
  say([
    "type": "connected", "isNew": Value(news.isNew), "waits": Value(news.waits.map { Value($0) }),
    "refused": Value(news.refused.mapValues { Value($0) }),
  ])
}

let sure: Value = [
  "id": "sure",
  "view": [
    "id": "sure.view", "frame": [40, 140, 400, 200],
    "subviews": [
      ["id": "yes", "button": ["frame": [0, 100, 200, 100]]],
      ["id": "no", "button": ["frame": [200, 100, 200, 100]]],
    ],
  ],
]
let map: Value = [
  "id": "map", "frame": [0, 0, 320, 480], "handles": ["touches"], "isMultipleTouchEnabled": true,
  "actor": "map",
  "gestureRecognizers": [["id": "map.pan", "pan": ["cancelsTouchesInView": false]]],
]

/// The keys 1 to 9, and `ok`.
func pad() -> Value {
  var keys = (0..<9).map { key -> Value in
    let frame: Value = [Value(key % 3 * 160), Value(key / 3 * 100), 160, 100]
    return ["id": Value("pad.\(key + 1)"), "button": ["frame": frame]]
  }
  keys.append(["id": "pad.ok", "button": ["frame": [0, 300, 480, 100]]])
  return ["id": "pad", "frame": [0, 80, 480, 400], "subviews": Value(keys)]
}

func show(_ page: String, _ client: Client) throws(ClientError) {
  let pages = ["page.stations", "page.tickets", "page.pay"]
  try client.batch(pages.map { ["set": ["view": Value($0), "isHidden": Value($0 != page)]] })
}

func act(on record: Record, _ client: Client) throws(ClientError) {
  let pressed = record.event == "primaryActionTriggered" ? record.control : nil
  switch (pressed, record.recognizer) {
  case ("north", _), ("middle", _), ("south", _): try show("page.tickets", client)
  case ("back", _), ("pad.ok", _): try show("page.stations", client)
  case (_, "single.tap"), (_, "day.tap"):
    try client.put(viewController: sure, .presentedBy("machine"))
  case ("yes", _), ("no", _):
    try client.remove(viewController: "sure")
    if pressed == "yes" { try show("page.pay", client) }
  default: break
  }
}

func say(_ line: Value) {
  print(line)
  fflush(nil)
}

func text(of path: String) -> String {
  let file = unsafe open(path, O_RDONLY)
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let count = unsafe read(file, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
