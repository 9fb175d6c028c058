// A touch script that is read while it is played, so that its length takes no memory.

import Linux

/// The steps of a touch script in a file, one after another.
final class TouchScriptSteps {
  /// The next step; nil at the end, or where the script cannot be read.
  private(set) var next: TouchScript.Step?
  /// Why the script ends early.
  private(set) var failure: RecordingError?
  private let file: OpenFile
  private var offset = 0
  private var scanner: LineScanner
  /// The beginning of a line whose end has not been read.
  private var rest: [UInt8] = []
  private var parser = TouchScriptParser()
  /// The step behind the next one.
  private var ahead: TouchScript.Step?

  private static let pieceBytes = 64 << 10

  /// The steps of a file, from its beginning.
  init(_ file: OpenFile) {
    self.file = file
    scanner = LineScanner(file: file.path, bytes: [])
    ahead = read()
    advance()
  }

  /// The next step, which it goes past; nil at the end.
  func takeNext() -> TouchScript.Step? {
    defer { advance() }
    return next.take()
  }

  private func advance() {
    next = ahead.take()
    guard next != nil else { return }
    while let step = read() {
      if next?.absorb(step) == true { continue }
      ahead = step
      return
    }
  }

  private func read() -> TouchScript.Step? {
    do throws(RecordingError) {
      repeat {
        while scanner.nextLine() {
          if let step = try parser.step(from: &scanner) { return step }
        }
      } while try readPiece()
    } catch {
      failure = error
    }
    return nil
  }

  /// Reads some whole lines; false at the end of the file.
  private func readPiece() throws(RecordingError) -> Bool {
    guard failure == nil else { return false }
    var bytes = rest
    rest = []
    while true {
      let start = bytes.count
      do {
        offset += try file.read(TouchScriptSteps.pieceBytes, at: offset, into: &bytes)
      } catch {
        throw RecordingError(file: file.path, line: 0, column: 0, message: "\(error)")
      }
      guard bytes.count > start else { break }
      if let last = bytes[start...].lastIndex(of: Byte.newline) {
        rest = Array(bytes[(last + 1)...])
        bytes.removeLast(rest.count)
        break
      }
      guard bytes.count <= RecordingReader.limit else {
        throw RecordingError(
          file: file.path, line: scanner.line + 1, column: 1,
          message: "expected a line of at most \(RecordingReader.limit) bytes, found a longer one")
      }
    }
    scanner = LineScanner(file: file.path, bytes: bytes, firstLine: scanner.line + 1)
    return !bytes.isEmpty
  }
}
