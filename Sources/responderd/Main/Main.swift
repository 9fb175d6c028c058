// The daemon's program: one daemon on one event loop.

import Linux
import ResponderDaemon

@main
struct Main {
  static func main() {
    runProgram("responderd", version: Daemon.version) {
      (options: Options, environment, log) throws(StartError) in
      // A panel may have a thousand subscribers, each with a descriptor.
      raiseDescriptorLimit()
      let loop = try StartError.system { () throws(SystemError) in try EventLoop() }
      let daemon = try Daemon(options: options, environment: environment, loop: loop, log: log)
      try StartError.system { () throws(SystemError) in try daemon.handleSignals() }
      try daemon.start()
      do throws(SystemError) {
        try loop.run()
      } catch {
        // Clients still receive that their touches are cancelled, though no further turn is possible.
        daemon.end(reason: "\(error)")
        throw StartError("\(error)", .service)
      }
      return 0
    }
  }
}
