// The lines that one client sends, served in turn with those of others.

import LinuxKit
import Permissions
import Wire

extension Connection {
  /// Sends the snapshots that are due, as far as the client's reading and the time allow; returns
  /// whether more can be sent at once.
  func serveSnapshots(until end: Int64) -> Bool {
    while subscriptions.needsSnapshot {
      guard isOpen, !output.isUnread else { return false }
      guard loop.clock.now() < end else { return true }
      begin("a snapshot")
      delegate.connection(self, shouldSendSnapshotOf: subscriptions.nextSnapshot())
    }
    return false
  }

  /// Serves received lines, as far as the client's budget, its reading and the time allow; returns
  /// whether more can be served at once.
  func serveLines(until end: Int64) -> Bool {
    for _ in 0..<64 {
      // A client that does not read answers receives no more answers.
      guard isOpen, !output.isUnread else { return false }
      let now = loop.clock.now()
      if let later = input.delay(now: now) {
        pause(until: later)
        return false
      }
      guard now + delegate.causedCost < end else { return true }
      switch input.next() {
      case .line(let line):
        let before = shared.figures.bytes
        receive(line)
        input.spend(answerBytes: shared.figures.bytes - before)
      case .tooLong:
        shared.figures.countBadRequest()
        input.spend(answerBytes: 0)
        let limit = limits.lineBytes
        send {
          $0.error(
            ProtocolError(
              .lineTooLong, "a line of more than \(limit) bytes was skipped"),
            to: input.id(), line: input.lineNumber)
        }
      case nil:
        begin("reading")
        guard fill() else { return false }
      }
    }
    return true
  }

  /// Reads from the socket; returns whether there may be a line.
  private func fill() -> Bool {
    do throws(SystemError) {
      switch try input.fill(from: output.stream) {
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
    begin("a refused line")
    do throws(JSONError) {
      let json = try input.json(in: line, depth: limits.depth)
      do throws(RefusedRequest) {
        let request = try Request(json)
        shared.figures.countRequest()
        begin(request.kind.declaration.word)
        delegate.connection(self, didReceive: request)
      } catch {
        shared.figures.countBadRequest()
        let number = error.id == nil ? input.lineNumber : nil
        send { $0.error(error.error, to: error.id, line: number) }
      }
    } catch {
      shared.figures.countBadRequest()
      send {
        $0.error(
          ProtocolError(error), to: input.id(inBroken: line),
          line: input.lineNumber)
      }
    }
  }
}
