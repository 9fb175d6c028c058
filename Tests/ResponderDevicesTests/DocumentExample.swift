// The example of docs/library.md for a program without the daemon. It opens the devices of the
// machine, so the tests compile it and do not run it.

import ResponderConfiguration
import ResponderDevices
import ResponderKit

func runDocumentExample() throws {
  let tree = try Configuration(path: "kiosk.yaml").makeTree()
  let buy = tree.view("buy") as? Button
  let twice = tree.recognizer("twice")
  twice?.addAction { recognizer in print(recognizer.id) }

  let devices = try DeviceLoop(tree)
  devices.onTurn = { outbox in
    for report in outbox.reports {
      guard case .control(let control, .primaryActionTriggered, _, _, _) = report.kind,
        control === buy
      else { continue }
      print("buy")
    }
  }
  try devices.run()
}
