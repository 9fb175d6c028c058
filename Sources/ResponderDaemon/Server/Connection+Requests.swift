// The lines that one client sends, served in slices.

import LinuxKit
import Permissions
import Wire

extension Connection {
  /// Sends the snapshots that are due, as far as the client's reading and the time allow; returns
  /// whether more can be sent at once.
  func serveSnapshots(until end: Int64) -> Bool {
    while let paced = dueSnapshots.first {
      guard server.longAnswer == nil else { return true }
      guard isOpen, queue.count <= 65_536 else { return false }
      guard server.loop.clock.now() < end else { return true }
      latestWork = "a snapshot"
      dueSnapshots.removeFirst()
      server.delegate?.server(server, shouldSendSnapshotOf: paced, to: self)
    }
    return false
  }

  /// Serves received lines, as far as the client's budget, its reading and the time allow; returns
  /// whether more can be served at once.
  func serveLines(until end: Int64) -> Bool {
    for _ in 0..<64 {
      guard server.longAnswer == nil else { return true }
      // A client that does not read answers receives no more answers.
      guard isOpen, queue.count <= 65_536 else { return false }
      let now = server.loop.clock.now()
      if let later = budget.delay(now: now) {
        pause(until: later)
        return false
      }
      guard now + server.causedRecords.cost < end else { return true }
      switch reader.next() {
      case .line(let line):
        let before = server.figures.bytes
        receive(line)
        spend(answerBytes: server.figures.bytes - before)
      case .tooLong:
        server.figures.badRequests += 1
        spend(answerBytes: 0)
        let limit = limits.lineBytes
        send {
          $0.error(
            ProtocolError(
              .lineTooLong, "a line of more than \(limit) bytes was skipped"),
            to: RequestID(inBroken: reader.bytes[reader.tooLongLine]), line: reader.lineNumber)
        }
      case nil:
        latestWork = "reading"
        guard fill() else { return false }
      }
    }
    return true
  }

  // A long answer costs the daemon as much time as a request.
  func spend(answerBytes: Int) { budget.spend(1 + Double(answerBytes) / 4096) }

  /// Reads from the socket; returns whether there may be a line.
  private func fill() -> Bool {
    do throws(SystemError) {
      let transfer = try reader.fill { (bytes: inout ContiguousArray<UInt8>) throws(SystemError) in
        try stream.receive(into: &bytes, atMost: 4096)
      }
      switch transfer {
      case .bytes: return true
      case .wouldBlock: return false
      case .closed:
        finishReading()
        return false
      }
    } catch {
      close(failing: error, at: "read")
      return false
    }
  }

  private func receive(_ line: Range<Int>) {
    latestWork = "a refused line"
    do throws(JSONError) {
      let json = try reader.json(in: line, depth: limits.depth)
      do throws(RefusedRequest) {
        let request = try Request(json)
        server.figures.requests += 1
        latestWork = request.kind.declaration.word
        server.delegate?.server(server, didReceive: request, from: self)
      } catch {
        server.figures.badRequests += 1
        let number = error.id == nil ? reader.lineNumber : nil
        send { $0.error(error.error, to: error.id, line: number) }
      }
    } catch {
      server.figures.badRequests += 1
      send {
        $0.error(
          ProtocolError(error), to: RequestID(inBroken: reader.bytes[line]),
          line: reader.lineNumber)
      }
    }
  }
}
