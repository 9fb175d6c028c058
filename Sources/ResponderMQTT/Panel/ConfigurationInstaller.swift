// The daemon's configuration file, installed and restored by requests through the broker.

import Blueprint
import Glibc
import LinuxKit
import ResponderClient
import Wire

/// Checks, installs and restores the configuration of the panel.
final class ConfigurationInstaller {
  /// The requests of this object.
  static let requests = ["checkConfiguration", "installConfiguration", "restoreConfiguration"]

  private let path: String
  private let connection: PanelConnection
  private let log: Log
  private var isBusy = false

  /// How many earlier files are kept.
  private static let mostSteps = 5
  private static let mostBytes = 1 << 20

  init(path: String, connection: PanelConnection, log: Log) {
    self.path = path
    self.connection = connection
    self.log = log
  }

  /// Answers one of its requests.
  func handle(_ name: String, _ value: JSON, answer: @escaping (JSON) -> Void) {
    if name == "restoreConfiguration" {
      let steps = value["steps"].map { $0.int ?? 0 } ?? 1
      guard (value.members ?? []).allSatisfy({ $0.name == "steps" }), value.members != nil,
        1...ConfigurationInstaller.mostSteps ~= steps
      else {
        return answer(
          PanelConnection.error(
            code: "badRequest",
            "\(name): expected {}, or steps from 1 to \(ConfigurationInstaller.mostSteps)"))
      }
      return restore(steps, answer)
    }
    let file = value["file"]?.string ?? path
    guard let text = value["text"]?.string,
      (value.members ?? []).allSatisfy({ ["file", "text"].contains($0.name) })
    else {
      return answer(
        PanelConnection.error(code: "badRequest", "\(name): expected text, and file or not"))
    }
    let bytes = Array(text.utf8)
    let found = check(bytes, file: file)
    guard name == "installConfiguration" else { return answer(reply(found.members)) }
    guard found.isValid else {
      return answer(
        PanelConnection.error(
          code: "refused", found.reports.first ?? "the configuration is invalid"))
    }
    change(to: ContiguousArray(bytes), isBack: false, found.members, answer)
  }

  // MARK: Checking

  private struct Finding {
    let isValid: Bool
    let reports: [String]

    var members: [JSON.Member] {
      [.init("isValid", .bool(isValid)), .init("reports", .array(reports.map(JSON.string)))]
    }
  }

  // Checked with this panel's own version.
  private func check(_ bytes: [UInt8], file: String) -> Finding {
    do throws(BlueprintError) {
      let blueprint = try Blueprint.load(bytes, file: file)
      return Finding(isValid: true, reports: blueprint.warnings.map { "\($0)" })
    } catch {
      return Finding(isValid: false, reports: error.reports)
    }
  }

  private func reply(_ members: [JSON.Member]) -> JSON {
    .object([.init("type", .string("reply")), .init("result", .object(members))])
  }

  // MARK: Changing

  // The file before the latest change but so many.
  private func earlier(_ steps: Int) -> String {
    "\(path).previous" + (steps == 1 ? "" : ".\(steps)")
  }

  // The way back is as it was: a message that comes twice leads to the same file.
  private func restore(_ steps: Int, _ answer: @escaping (JSON) -> Void) {
    let old: ContiguousArray<UInt8>
    do throws(SystemError) {
      old = ContiguousArray(
        try FileReader.read(earlier(steps), limit: ConfigurationInstaller.mostBytes))
    } catch {
      return answer(
        PanelConnection.error(code: "notFound", "there is no earlier configuration: \(error)"))
    }
    change(to: old, isBack: true, [], answer)
  }

  // Writes the file, then reloads the daemon; if the daemon refuses the file, the old one is
  // restored.
  private func change(
    to new: ContiguousArray<UInt8>, isBack: Bool, _ members: [JSON.Member],
    _ answer: @escaping (JSON) -> Void
  ) {
    guard !isBusy else {
      return answer(
        PanelConnection.error(code: "limit", "another change of the configuration is under way"))
    }
    let old: ContiguousArray<UInt8>
    do throws(SystemError) {
      old = ContiguousArray(try FileReader.read(path, limit: ConfigurationInstaller.mostBytes))
      // A message may arrive twice, and the previous file must stay the one before both.
      if new != old, !isBack { try remember(old) }
      try write(new, to: path)
    } catch {
      return answer(PanelConnection.error(code: "unavailable", "\(error)"))
    }
    isBusy = true
    connection.request("reload", .object([])) { [self] reloaded in
      guard reloaded["type"]?.string == "error" else {
        isBusy = false
        log.write(.notice, .config, "\(path) is replaced, as a client of the broker asked")
        var members =
          members + (reloaded["result"]?.members ?? []).filter { $0.name == "isWaiting" }
        if new == old { members.append(.init("isUnchanged", .bool(true))) }
        return answer(reply(members))
      }
      let reason = reloaded["message"]?.string ?? "the daemon refuses it"
      do throws(SystemError) {
        try write(old, to: path)
      } catch {
        log.write(.error, .config, "\(path) cannot be restored: \(error)")
      }
      connection.request("reload", .object([])) { [self] _ in
        isBusy = false
        answer(
          PanelConnection.error(
            code: reloaded["code"]?.string ?? "refused",
            "\(reason); the earlier configuration is restored"))
      }
    }
  }

  private func remember(_ old: ContiguousArray<UInt8>) throws(SystemError) {
    for steps in (1..<ConfigurationInstaller.mostSteps).reversed() {
      // There may be fewer files.
      unsafe _ = rename(earlier(steps), earlier(steps + 1))
    }
    try write(old, to: earlier(1))
  }

  // The daemon is another user, which must be able to read the file.
  private func write(_ bytes: ContiguousArray<UInt8>, to path: String) throws(SystemError) {
    let mask = umask(0o022)
    defer { _ = umask(mask) }
    try FileWriter.replace(path, with: bytes)
  }
}
