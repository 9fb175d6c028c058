// One connection of libwebsockets: a browser's, the daemon's, or a watched descriptor.

import CLibwebsockets

/// A connection; it must not be used after its `closed` event.
@safe struct WebConnection: Hashable {
  /// The kind of bytes.
  enum Kind {
    /// A piece of a text message.
    case text(isFirst: Bool, isLast: Bool)
    /// A part of an answer over HTTP.
    case body(isLast: Bool)
    /// Bytes without a format.
    case raw
  }

  /// The headers that the gateway reads.
  enum Header {
    case host
    case origin
    case subprotocols
    case path
  }

  private let wsi: OpaquePointer

  init(_ wsi: OpaquePointer) { unsafe self.wsi = wsi }

  static func == (left: WebConnection, right: WebConnection) -> Bool {
    unsafe left.wsi == right.wsi
  }

  func hash(into hasher: inout Hasher) { unsafe hasher.combine(wsi) }

  /// Asks for a `writable` event.
  func requestWrite() { unsafe lws_callback_on_writable(wsi) }

  /// Stops or continues reading; what is not read waits in the kernel.
  func setReading(_ isReading: Bool) { unsafe lws_rx_flow_control(wsi, isReading ? 1 : 0) }

  /// Asks for one `timer` event.
  func setTimer(after microseconds: Int64) { unsafe lws_set_timer_usecs(wsi, microseconds) }

  /// Cancels the timer.
  func cancelTimer() { unsafe lws_set_timer_usecs(wsi, lws_usec_t(LWS_SET_TIMER_USEC_CANCEL)) }

  /// Closes the connection within so many seconds, even if the other end does not read.
  func closeWithin(seconds: Int32) {
    unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, seconds)
  }

  /// Closes the connection, outside of its own events.
  func closeSoon() {
    unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, Int32(LWS_TO_KILL_ASYNC))
  }

  /// Sets the reason that the other end of a WebSocket reads when an event returns `close`.
  func setCloseReason(_ code: UInt32, _ text: String) {
    // A close frame contains at most 123 bytes of text.
    var bytes = Array(text.utf8.prefix(123))
    unsafe lws_close_reason(wsi, lws_close_status(rawValue: code), &bytes, bytes.count)
  }

  /// Writes bytes, once for each `writable` event; returns whether the connection still works.
  func write(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>, as kind: Kind) -> Bool {
    let type: UInt32 =
      switch kind {
      case .text(let isFirst, let isLast):
        (isFirst ? LWS_WRITE_TEXT.rawValue : LWS_WRITE_CONTINUATION.rawValue)
          | (isLast ? 0 : LWS_WRITE_NO_FIN.rawValue)
      case .body(let isLast): isLast ? LWS_WRITE_HTTP_FINAL.rawValue : LWS_WRITE_HTTP.rawValue
      case .raw: clws_write_raw.rawValue
      }
    let headroom = Int(clws_headroom)
    return unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: headroom + range.count
    ) { room in
      unsafe room.initialize(repeating: 0)
      let payload = unsafe UnsafeMutableBufferPointer(rebasing: room[headroom...])
      _ = unsafe payload.update(fromContentsOf: bytes[range])
      // The address of an empty payload does not matter, but there must be one.
      let start = unsafe room.baseAddress! + headroom
      return unsafe lws_write(wsi, start, range.count, lws_write_protocol(rawValue: type))
        >= range.count
    }
  }

  /// Writes the head of an answer over HTTP; returns whether it was written.
  func writeHead(status: UInt32, type: String, length: Int, headers: [(String, String)]) -> Bool {
    let headroom = Int(clws_headroom)
    let size = headroom + 4096
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { room in
      unsafe room.initialize(repeating: 0)
      let start = unsafe room.baseAddress! + headroom
      let end = unsafe room.baseAddress! + size
      var at: UnsafeMutablePointer<UInt8>? = unsafe start
      guard
        unsafe lws_add_http_common_headers(wsi, status, type, lws_filepos_t(length), &at, end) == 0
      else { return false }
      for (name, value) in headers {
        let added = unsafe lws_add_http_header_by_name(
          wsi, "\(name):", value, Int32(value.utf8.count), &at, end)
        guard added == 0 else { return false }
      }
      return unsafe lws_finalize_write_http_header(wsi, start, &at, end) == 0
    }
  }

  /// Ends an answer over HTTP; returns whether the connection stays open for another request.
  func completeAnswer() -> Bool { unsafe lws_http_transaction_completed(wsi) == 0 }

  /// A header of the request; nil when it was not sent or is too long.
  func header(_ header: Header) -> String? {
    let token =
      switch header {
      case .host: WSI_TOKEN_HOST
      case .origin: WSI_TOKEN_ORIGIN
      case .subprotocols: WSI_TOKEN_PROTOCOL
      case .path: WSI_TOKEN_GET_URI
      }
    return text(of: token)
  }

  /// The method of the request, if the gateway supports it.
  var method: Method {
    if unsafe lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 { return .get }
    if unsafe lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 { return .head }
    return .other
  }

  /// A method of HTTP.
  enum Method {
    case get
    case head
    case other
  }

  private func text(of token: lws_token_indexes) -> String? {
    let length = unsafe Int(lws_hdr_total_length(wsi, token))
    guard length > 0, length < 4096 else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { room in
      unsafe room.initialize(repeating: 0)
      guard unsafe lws_hdr_copy(wsi, room.baseAddress, Int32(room.count), token) > 0 else {
        return nil
      }
      return unsafe String(cString: room.baseAddress!)
    }
  }

  /// Whether the piece that arrives begins a message.
  var isFirstPiece: Bool { unsafe lws_is_first_fragment(wsi) != 0 }

  /// Whether the piece that arrives ends a message.
  var isLastPiece: Bool {
    unsafe lws_is_final_fragment(wsi) != 0 && lws_remaining_packet_payload(wsi) == 0
  }

  /// Whether the message that arrives is not text.
  var isBinary: Bool { unsafe lws_frame_is_binary(wsi) != 0 }
}
