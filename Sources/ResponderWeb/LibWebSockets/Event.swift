// What happens on a connection, in the gateway's words.

/// Something that happened on a connection.
enum Event {
  /// A browser asks for a path over HTTP.
  case request(path: String)
  /// A page asks for a WebSocket.
  case upgrade
  /// A WebSocket is open.
  case opened
  /// Bytes arrived.
  case received(ContiguousArray<UInt8>)
  /// The connection takes bytes.
  case writable
  /// A watched descriptor has something to read.
  case readable
  /// The timer that was set has run out.
  case timer
  /// The connection is over.
  case closed
}

/// What libwebsockets does after an event.
enum Verdict {
  case keep
  case close
}

/// What a connection is for.
enum Role: Int, CaseIterable {
  /// HTTP.
  case http
  /// The WebSocket of a page.
  case page
  /// The Unix socket of the daemon.
  case daemon
  /// A descriptor that is only watched.
  case descriptor

  /// The name of its protocol; pages ask for theirs by it.
  var name: StaticString {
    switch self {
    case .http: "http"
    case .page: "responderd"
    case .daemon: "daemon"
    case .descriptor: "descriptor"
    }
  }
}
