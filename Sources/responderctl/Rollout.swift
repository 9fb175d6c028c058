// One configuration for many panels: checked on each, installed on each, or on none.

import LinuxKit
import ResponderClient
import Wire
import Words

/// Asks panels behind a broker to check, install and restore their configuration.
struct Rollout {
  /// The result of the check of a configuration on a panel.
  struct Finding {
    let isValid: Bool
    let reports: [String]

    init(_ answer: JSON) {
      isValid = answer["isValid"]?.bool ?? false
      reports = (answer["reports"]?.elements ?? []).compactMap(\.string)
    }

    /// The number of errors or warnings, in words.
    var count: String {
      counted(reports.count, isValid ? "warning" : "error")
    }
  }

  private let client: Client
  private let output: Output

  init(path: String, _ output: Output) throws {
    client = try Client(path: path)
    self.output = output
  }

  /// The member of a request with a configuration.
  static func request(_ bytes: [UInt8], file: String) -> JSON {
    .object([
      .init("file", .string(file)), .init("text", .string(String(decoding: bytes, as: UTF8.self))),
    ])
  }

  /// The panels of these names, or all that are online; throws unless each is there.
  func panels(_ names: [String]) throws -> [String] {
    let answer = try client.request("panels", within: 15).json
    if let problem = answer["problem"]?.string {
      throw Failure(.no, "no connection to the broker: \(problem)")
    }
    var online: [String] = []
    for panel in answer["panels"]?.elements ?? [] where panel["status"]?.string == "online" {
      if let name = panel["panel"]?.string { online.append(name) }
    }
    let missing = names.filter { !online.contains($0) }
    guard missing.isEmpty else {
      throw Failure(.no, "offline, so nothing is changed: \(missing.joined(separator: ", "))")
    }
    let chosen = names.isEmpty ? online : names
    guard !chosen.isEmpty else { throw Failure(.no, "no panel is online") }
    return chosen
  }

  /// Whether each panel accepts the configuration; prints the result of each.
  func check(_ configuration: JSON, on panels: [String]) -> Bool {
    var isGood = true
    for panel in panels {
      switch ask(panel, "checkConfiguration", configuration) {
      case .success(let answer):
        let finding = Finding(answer)
        for report in finding.reports { output.line("\(panel): \(report)") }
        output.line("\(panel): \(finding.reports.isEmpty ? "OK" : finding.count)")
        if !finding.isValid { isGood = false }
      case .failure(let refusal):
        output.line("\(panel): \(refusal.reason)")
        isGood = false
      }
    }
    return isGood
  }

  /// Installs the configuration on each panel; where one refuses, the others get theirs back.
  func install(_ configuration: JSON, on panels: [String]) -> Bool {
    var done: [String] = []
    for panel in panels {
      switch ask(panel, "installConfiguration", configuration) {
      case .success(let answer):
        // What a panel had already is not taken back from it.
        if !(answer["isUnchanged"]?.bool ?? false) { done.append(panel) }
        let isWaiting = answer["isWaiting"]?.bool ?? false
        output.line("\(panel): installed\(isWaiting ? ", and used when no finger is down" : "")")
      case .failure(let refusal):
        output.line("\(panel): \(refusal.reason)")
        if !done.isEmpty { _ = restore(on: done.reversed()) }
        return false
      }
    }
    return true
  }

  /// Brings the configuration before so many rollouts back on each panel.
  func restore(steps: Int = 1, on panels: [String]) -> Bool {
    var isGood = true
    for panel in panels {
      switch ask(
        panel, "restoreConfiguration",
        .object(steps == 1 ? [] : [.init("steps", .integer(steps))]))
      {
      case .success: output.line("\(panel): the earlier configuration is restored")
      case .failure(let refusal):
        output.line("\(panel): \(refusal.reason)")
        isGood = false
      }
    }
    return isGood
  }

  private struct Refusal: Error {
    let reason: String
  }

  private func ask(_ panel: String, _ name: String, _ value: JSON) -> Result<JSON, Refusal> {
    let request: JSON = .object([
      .init("panel", .string(panel)), .init("request", .object([.init(name, value)])),
    ])
    do throws(ClientError) {
      return .success(try client.request("ask", Value(request), within: 20).json)
    } catch {
      return .failure(Refusal(reason: "\(error)"))
    }
  }
}
