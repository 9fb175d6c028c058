// The events of a connection.

/// An event of a connection.
enum WebEvent {
  /// A browser asks for a path over HTTP.
  case request(path: String)
  /// A page asks for a WebSocket.
  case upgrade
  /// A WebSocket is open.
  case opened
  /// Bytes arrived.
  case received(ContiguousArray<UInt8>)
  /// The connection accepts bytes.
  case writable
  /// A watched descriptor is readable.
  case readable
  /// The timer has fired.
  case timer
  /// The connection is closed.
  case closed
}

/// What libwebsockets does after an event.
enum Verdict {
  case keep
  case close
}

/// The purpose of a connection.
enum Role: Int, CaseIterable {
  /// HTTP.
  case http
  /// The WebSocket of a page.
  case page
  /// The Unix socket of the daemon.
  case daemon
  /// A descriptor that is only watched.
  case descriptor

  /// The name of the protocol; pages request theirs by it.
  var name: StaticString {
    switch self {
    case .http: "http"
    case .page: "responderd"
    case .daemon: "daemon"
    case .descriptor: "descriptor"
    }
  }
}
