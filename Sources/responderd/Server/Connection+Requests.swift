// The lines that one client sends.

import Linux
import Protocol

extension Connection {
  /// Serves one received line, as far as the client's budget and its reading allow; returns whether
  /// there may be another one.
  func serveLine() -> Bool {
    if let later = input.delay(now: loop.turnBegan) {
      pause(until: later)
      return false
    }
    begin("reading")
    guard let event = input.next() ?? (fill() ? input.next() : nil) else { return false }
    let before = figures.bytes
    switch event {
    case .line(let line): receive(line)
    case .tooLong:
      figures.countBadRequest()
      let limit = limits.lineBytes
      send {
        $0.error(
          ProtocolError(.lineTooLong, "a line of more than \(limit) bytes was skipped"),
          to: input.id(), line: input.lineNumber)
      }
    }
    input.spend(answerBytes: figures.bytes - before)
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
      let json = try input.json(in: line, depth: limits.lineDepth)
      do throws(RefusedRequest) {
        let request = try Request(json)
        figures.countRequest()
        begin(request.kind.declaration.word)
        delegate.connection(self, didReceive: request)
      } catch {
        figures.countBadRequest()
        let number = error.id == nil ? input.lineNumber : nil
        send { $0.error(error.error, to: error.id, line: number) }
      }
    } catch {
      figures.countBadRequest()
      send {
        $0.error(
          ProtocolError(error), to: input.id(inBroken: line),
          line: input.lineNumber)
      }
    }
  }
}
