// Random bytes for every reader of foreign bytes: none may crash, hang or trip over memory.

import Blueprint
import CFuzzer
import Glibc
import Wire
import YAML

/// The readers, by the name that FUZZ_TARGET gives.
enum Target: String, CaseIterable {
  case yaml, blueprint, json, requests

  func read(_ bytes: [UInt8]) {
    switch self {
    case .yaml:
      do throws(YAMLError) {
        _ = try YAML.parse(bytes, file: "fuzz.yaml")
      } catch {
        precondition(!error.description.isEmpty, "an error without words")
      }
    case .blueprint:
      do throws(BlueprintError) {
        _ = try Blueprint.load(bytes, file: "fuzz.yaml")
      } catch {
        precondition(!error.description.isEmpty, "an error without words")
      }
    case .json:
      _ = try? JSON(parsing: bytes)
    case .requests:
      readRequests(bytes)
    }
  }

  // In pieces of changing size, as a socket gives them.
  private func readRequests(_ bytes: [UInt8]) {
    var lines = LineReader(limit: 512)
    var rest = bytes[...]
    var size = 1
    while !rest.isEmpty {
      lines.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      size = size % 97 + 7
      while let event = lines.next() {
        guard case .line(let range) = event, let json = try? lines.json(in: range) else { continue }
        do throws(RefusedRequest) {
          _ = try Request(json)
        } catch {
          precondition(!error.error.message.isEmpty, "a refusal without words")
        }
      }
    }
  }
}

@main
struct Fuzz {
  // libFuzzer's callback carries no context.
  nonisolated(unsafe) private static var target = Target.yaml

  static func main() {
    let named = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let chosen = Target(rawValue: named) else {
      print("FUZZ_TARGET must be one of: \(Target.allCases.map(\.rawValue).joined(separator: " "))")
      exit(2)
    }
    unsafe Fuzz.target = chosen
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine
      .unsafeArgv
    exit(
      unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        unsafe Fuzz.target.read(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
      })
  }
}
