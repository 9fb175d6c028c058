// One page and its own connection to the daemon.
//
//   open ──(the daemon is gone, a limit is exceeded, the gateway stops)──► ending ──► over
//
// While ending, bytes of the daemon are still written; then the page reads the reason.

import Protocol

/// The two connections of a page, and the bytes between them.
final class PageBridge {
  /// Why a WebSocket closes: a code for programs, and a text for people.
  struct Closing: Equatable {
    let code: UInt32
    let reason: String

    static let stopping = Closing(code: 1001, reason: "responder-web stops")
    static let notText = Closing(code: 1003, reason: "expected a text message")
    static let severalLines = Closing(code: 1008, reason: "expected one line in each message")
    static let silent = Closing(code: 1008, reason: "expected a request within 10 seconds")
    static let tooLong = Closing(
      code: 1009, reason: "a message is longer than \(PageBridge.longestMessage) bytes")

    static let gone = Closing(code: 1001, reason: "responderd closed the connection")
    static let absent = Closing(
      code: 1013, reason: "responderd does not answer; is the service running?")
  }

  enum State: Equatable {
    case open
    case ending(Closing)
    case over
  }

  /// The longest message of a page in bytes.
  static let longestMessage = 1 << 20
  // Above so many waiting bytes the sender is not read, until so few are left.
  private static let high = 256 << 10
  private static let low = 64 << 10

  let page: WebConnection
  var daemon: WebConnection?
  private(set) var state = State.open
  /// Whether the page has sent a request.
  private(set) var hasRequest = false
  private var toPage = ByteQueue()
  private var toDaemon = ByteQueue()
  private var cutter = MessageCutter()
  private var messageLength = 0
  private var readsPage = true
  private var readsDaemon = true

  init(page: WebConnection) {
    self.page = page
  }

  /// Says to the daemon whose page it is, before the page says anything.
  func introduce(_ origin: Origin) {
    toDaemon.append(ContiguousArray(#"{"identify":{"origin":"\#(origin)"}}"#.utf8) + [0x0A])
  }

  /// Handles a piece of a message of the page.
  func receiveFromPage(_ bytes: ContiguousArray<UInt8>) {
    guard state == .open, let daemon else { return }
    if page.isFirstPiece { messageLength = 0 }
    messageLength += bytes.count
    if page.isBinary { return end(.notText) }
    if messageLength > PageBridge.longestMessage { return end(.tooLong) }
    if bytes.contains(0x0A) { return end(.severalLines) }
    toDaemon.append(bytes)
    if page.isLastPiece {
      toDaemon.append(0x0A)
      hasRequest = true
    }
    daemon.requestWrite()
    if toDaemon.count > PageBridge.high, readsPage {
      readsPage = false
      page.setReading(false)
    }
  }

  /// Handles bytes of the daemon.
  func receiveFromDaemon(_ bytes: ContiguousArray<UInt8>) {
    guard state == .open else { return }
    toPage.append(bytes)
    page.requestWrite()
    if toPage.count > PageBridge.high, readsDaemon {
      readsDaemon = false
      daemon?.setReading(false)
    }
  }

  /// Writes to the daemon.
  func writeToDaemon() -> Verdict {
    guard let daemon, !toDaemon.isEmpty else { return .keep }
    let range = toDaemon.range.prefix(PageBridge.piece)
    guard daemon.write(toDaemon.bytes, range, as: .raw) else { return .close }
    toDaemon.removeFirst(range.count)
    if !toDaemon.isEmpty { daemon.requestWrite() }
    if toDaemon.count < PageBridge.low, !readsPage {
      readsPage = true
      page.setReading(true)
    }
    return .keep
  }

  /// Writes to the page.
  func writeToPage() -> Verdict {
    if let piece = cutter.next(toPage, atMost: PageBridge.piece) {
      let kind = WebConnection.Kind.text(isFirst: piece.isFirst, isLast: piece.isLast)
      guard page.write(toPage.bytes, piece.range, as: kind) else { return .close }
      toPage.removeFirst(piece.used)
      if toPage.count < PageBridge.low, !readsDaemon {
        readsDaemon = true
        daemon?.setReading(true)
      }
    }
    if !toPage.isEmpty {
      page.requestWrite()
      return .keep
    }
    switch state {
    case .open: return .keep
    case .ending(let closing):
      page.setCloseReason(closing.code, closing.reason)
      state = .over
      return .close
    case .over: return .close
    }
  }

  /// Closes the page's connection when it has read what waits for it, or after some seconds.
  func end(_ closing: Closing) {
    guard state == .open else { return }
    state = .ending(closing)
    toDaemon.removeAll()
    page.cancelTimer()
    page.closeWithin(seconds: 5)
    page.requestWrite()
    releaseDaemon()
  }

  /// Called when the page has disconnected.
  func pageClosed() {
    state = .over
    releaseDaemon()
  }

  private func releaseDaemon() {
    daemon?.closeSoon()
    daemon = nil
  }

  // How many bytes are written at once.
  private static let piece = 16 << 10
}
