// Every reader of foreign bytes: none may crash, hang, trip over memory, or refuse without words.

import Configuration
import ConfigurationText
import Protocol

/// The readers, by the name that FUZZ_TARGET gives.
enum Target: String, CaseIterable {
  case yaml, blueprint, json, requests, recording, events, engine, session

  func read(_ bytes: [UInt8]) {
    switch self {
    case .yaml:
      do throws(YAMLError) {
        _ = try YAML.parse(bytes, file: "fuzz.yaml")
      } catch {
        expect(!error.description.isEmpty, "an error without words")
      }
    case .blueprint:
      do throws(BlueprintError) {
        _ = try Blueprint.load(bytes, file: "fuzz.yaml")
      } catch {
        expect(!error.description.isEmpty, "an error without words")
      }
    case .json:
      _ = try? JSON(parsing: bytes)
    case .requests: readRequests(bytes)
    case .recording: playRecordings(bytes)
    case .events: translateKernelEvents(bytes)
    case .engine: runEngineProgram(bytes)
    case .session:
      do {
        try unsafe SessionPlayer.shared.play(bytes)
      } catch {
        fatalError("a session that cannot be played: \(error)")
      }
    }
  }

  // In pieces as a socket gives them: 0xff ends a piece, and without it they change in size.
  private func readRequests(_ bytes: [UInt8]) {
    var lines = LineReader(limit: 512)
    let pieces = bytes.split(separator: 0xff).flatMap { part in
      bytes.contains(0xff)
        ? [part]
        : stride(from: part.startIndex, to: part.endIndex, by: 61).map {
          part[$0..<min($0 + 61, part.endIndex)]
        }
    }
    for piece in pieces {
      lines.append(Array(piece))
      while let event = lines.next() {
        guard case .line(let range) = event, let json = try? lines.json(in: range) else { continue }
        do throws(RefusedRequest) {
          _ = try Request(json)
        } catch {
          expect(!error.error.message.isEmpty, "a refusal without words")
        }
      }
    }
  }
}
