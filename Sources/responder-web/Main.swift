// The gateway's program: serves browsers.

import Glibc
import Linux
import Protocol

@main
struct Main {
  static func main() {
    runProgram("responder-web", version: ProgramVersion.current) {
      (options: Options, environment, log) throws(StartError) in
      raiseDescriptorLimit()
      let gateway = try Gateway(options, environment, log)
      try gateway.handleSignals([SIGINT, SIGTERM])
      log.write(.notice, .service, "open \(gateway.url) in a browser")
      try gateway.run()
      return 0
    }
  }
}
