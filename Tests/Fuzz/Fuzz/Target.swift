// Every reader of foreign bytes: none may crash, hang, trip over memory, or refuse without words.

import Blueprint
import Wire
import YAML

/// The readers, by the name that FUZZ_TARGET gives.
enum Target: String, CaseIterable {
  case yaml, blueprint, json, requests, recording

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
    case .requests: readRequests(bytes)
    case .recording: playRecordings(bytes)
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
