// Every fact of the list, with what it is found by, its sentence and its fix.

import Configuration
import Devices
import Glibc
import Linux
import ResponderKit

extension Health {
  /// The facts of this moment.
  func find(in daemon: Daemon) -> [HealthFact] {
    let file = absolutePath(of: daemon.options.configuration)
    let edit = "sudoedit \(file) && sudo responderctl reload"
    let statuses = daemon.sources.statuses
    var facts: [HealthFact] = []
    if daemon.sources.usesEntries {
      let touched: [Device.Kind] = [.touchscreen, .touchpad]
      if !statuses.contains(where: { touched.contains($0.description.kind) }) {
        facts.append(
          HealthFact(
            code: .noTouchDevice, about: "responderd",
            text: "there is no touchscreen and no touchpad",
            fix:
              "responderctl devices  # lists what is plugged in; check its cable, or load its driver"
          )
        )
      }
      facts += HealthFact.entries(
        daemon.configuration.settings.devices.map(\.match), among: statuses.map(\.description),
        edit: edit)
    }
    for status in statuses {
      let isSet = daemon.sources.overrides.keys(of: status.description).contains(
        "calibrationMatrix")
      facts += self.facts(of: status, at: daemon.now, edit: edit, undoesCalibration: isSet)
    }
    facts += daemon.server.lostSockets.map { path in
      HealthFact(
        code: .lostSocket, about: path,
        text: "the socket \(path) was removed or replaced, so no program can connect",
        fix: "sudo systemctl restart responderd.socket responderd.service")
    }
    if let refusal = daemon.configurations.refusal {
      facts.append(.refusal(refusal, of: file, then: "sudo responderctl reload"))
    }
    facts += times(daemon.figures)
    for connection in daemon.server.connections where connection.isOpen {
      facts += connection.problems.map { problem in
        HealthFact(
          code: .programProblem, about: "pid \(connection.peer.pid)",
          text: "\(connection.description) reports: \(problem)",
          fix: "sudo journalctl _PID=\(connection.peer.pid)  # what the program has written")
      }
    }
    return facts
  }

  private func facts(
    of status: DeviceStatus, at now: Instant, edit: String, undoesCalibration: Bool
  ) -> [HealthFact] {
    let node = status.description.node
    let name = "\(status.description.name) (\(node))"
    var facts: [HealthFact] = []
    func add(
      _ code: HealthFact.Code, isProblem: Bool = true, _ text: String, fix: String,
      count: Int? = nil
    ) {
      facts.append(
        HealthFact(
          code: code, about: node, isProblem: isProblem, text: "\(name) \(text)", fix: fix,
          count: count))
    }
    if let failure = status.failure {
      add(
        .unopenedDevice, "cannot be opened by the daemon: \(failure)",
        fix: HealthFact.way(toOpen: node, failure))
    }
    if let trouble = status.passingTrouble {
      add(.nothingPassedOn, "passes nothing on: \(trouble)", fix: DeviceAdvice.passingOn)
    }
    if status.isReleased {
      add(
        .releasedGrab, isProblem: false,
        "is read by other programs too: its grab was released by hand",
        fix: "sudo responderctl reload")
    }
    if isRecent(.touchesBesideScreen, node, count: status.besideCount) {
      let matrix = status.placement?.calibrationMatrix
      let isUndone = undoesCalibration || matrix == status.description.calibration
      add(
        .touchesBesideScreen, isProblem: status.besideCount * 2 > status.downCount,
        "has touches beside screen \(status.screen ?? ""): "
          + (matrix.map { "calibrationMatrix \($0.rows) moves them there" }
            ?? "its region lies there"),
        fix: matrix != nil && isUndone ? "sudo responderctl calibrate --undo \(node)" : edit,
        count: status.besideCount)
    }
    if let began = status.earliestDown {
      let end = began.microseconds + Health.longestTouch
      if now.microseconds < end {
        wake(at: end)
      } else {
        add(
          .lastingTouch,
          "has a touch that began more than 5 minutes ago: something lies on it, or the baseline of "
            + "its sensor is stuck",
          fix: "\(DeviceAdvice.restarting(node) ?? "responderctl devices")"
            + "  # first take away what lies on the panel, and clean it")
      }
    }
    let faults = ["replacedContacts", "surplusReleases"].reduce(0) {
      $0 + (status.counters[$1] ?? 0)
    }
    if isRecent(.faultyDevice, node, count: faults) {
      add(
        .faultyDevice, isProblem: false,
        "sends ids of fingers twice, or releases fingers that are not down",
        fix: "responderctl devices  # counts them; each touch ends once nevertheless, newer "
          + "firmware of the panel or a newer kernel may help",
        count: faults)
    }
    return facts
  }

  // What happens at some time, and is over.
  private func times(_ figures: Figures) -> [HealthFact] {
    var facts: [HealthFact] = []
    if isRecent(.missedDeadline, "", count: figures.missedDeadlines) {
      facts.append(
        HealthFact(
          code: .missedDeadline, about: "responderd", isProblem: false,
          text: "a recognizer was served more than 1/60 s after its deadline",
          fix:
            "top -b -n 1 | head -n 15  # stop what keeps the processor busy; responderctl status "
            + "shows the longest turn",
          count: figures.missedDeadlines))
    }
    if isRecent(.jumpedClock, "", count: figures.jumps) {
      facts.append(
        HealthFact(
          code: .jumpedClock, about: "responderd", isProblem: false,
          text: "the clock jumped: the machine slept unannounced; its touches were cancelled",
          fix: "sudo systemctl enable responderd-sleep.service",
          count: figures.jumps))
    }
    return facts
  }
}

extension HealthFact {
  fileprivate static func way(toOpen node: String, _ failure: SourceError) -> String {
    switch failure.number {
    case EACCES, EPERM: "sudo udevadm trigger --action=add --settle \(node)"
    case EBUSY: "sudo responderctl doctor  # names the program that has grabbed it"
    default: "sudo systemctl restart responderd.service"
    }
  }

  private static func way(toRead file: String, _ number: Int32) -> String {
    switch number {
    case EACCES: FileReader.commandToRead(file) { unsafe access($0, $1) == 0 }
    case ENOENT where unsafe access(file, F_OK) != 0:
      "sudo install -D -m 644 /usr/share/responderd/responderd.yaml \(file)"
    default: "responderctl check \(file)"
    }
  }

  /// A file that the daemon does not use until it reads it again.
  static func refusal(
    _ refusal: Refusal, of file: String, then again: String
  ) -> HealthFact {
    switch refusal {
    case .unread(let error):
      HealthFact(
        code: .unreadableConfiguration, about: file,
        text: "the configuration cannot be read, the previous one applies: \(error)",
        fix: way(toRead: file, error.number) + " && \(again)")
    case .errors:
      HealthFact(
        code: .refusedConfiguration, about: file,
        text: "\(file) has errors, the previous configuration applies",
        fix: "responderctl check \(file); sudoedit \(file) && \(again)")
    case .notConfirmed:
      HealthFact(
        code: .refusedConfiguration, about: file, text: refusal.text, fix: again)
    }
  }
}
