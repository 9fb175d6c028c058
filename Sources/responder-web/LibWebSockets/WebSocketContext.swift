// The poll loop of libwebsockets, which watches everything that the gateway waits for.

import CLibwebsockets
import Glibc
import Linux

/// Receives the events of connections.
protocol ConnectionDelegate: AnyObject {
  func handle(_ event: WebEvent, of role: Role, on connection: WebConnection) -> Verdict
}

/// A context of libwebsockets on one thread; its delegate must outlive it.
@safe final class WebSocketContext {
  private let context: OpaquePointer
  private let host: OpaquePointer
  private let storage: ContextStorage
  private let isEncrypted: Bool

  /// A context for adopted connections; descriptors are reserved for so many.
  init(
    transport: Options.Transport, descriptors: Int, delegate: any ConnectionDelegate
  ) throws(StartError) {
    lws_set_log_level(0, nil)
    storage = ContextStorage(delegate)
    var info = unsafe lws_context_creation_info()
    // -2: no listening socket, but the settings of a server.
    unsafe info.port = -2
    unsafe info.protocols = unsafe UnsafePointer(storage.protocols)
    unsafe info.user = unsafe Unmanaged.passUnretained(storage).toOpaque()
    unsafe info.options = UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
    unsafe info.server_string = unsafe UnsafePointer(storage.serverName)
    unsafe info.timeout_secs = 5
    unsafe info.keepalive_timeout = 5
    unsafe info.timeout_secs_ah_idle = 5
    unsafe info.fd_limit_per_thread = UInt32(descriptors)
    // The number of bytes of one read.
    unsafe info.pt_serv_buf_size = 32_768
    unsafe info.retry_and_idle_policy = unsafe UnsafePointer(storage.keepAlive)
    var texts: [UnsafeMutablePointer<CChar>?] = unsafe []
    defer { while let text = unsafe texts.popLast() { unsafe free(text) } }
    func lasting(_ text: String) -> UnsafePointer<CChar>? {
      let copy = unsafe strdup(text)
      unsafe texts.append(copy)
      return unsafe UnsafePointer(copy)
    }
    switch transport {
    case .plain: isEncrypted = false
    case .encrypted(let certificate, let key):
      isEncrypted = true
      unsafe info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
      unsafe info.ssl_cert_filepath = lasting(certificate)
      unsafe info.ssl_private_key_filepath = lasting(key)
      unsafe info.alpn = lasting("http/1.1")
    }
    guard let context = unsafe lws_create_context(&info) else {
      switch transport {
      case .plain: throw StartError("libwebsockets does not start; is memory left?", .service)
      case .encrypted(let certificate, let key):
        throw StartError(
          "--certificate \(certificate) --key \(key): expected a certificate and its own private "
            + "key in PEM; check them with: openssl x509 -in \(certificate) -noout -text", .config)
      }
    }
    unsafe self.context = unsafe context
    unsafe host = unsafe lws_get_vhost_by_name(context, "default")
  }

  deinit { unsafe lws_context_destroy(context) }

  /// Waits for events and handles them once; returns whether the context still works.
  func service() -> Bool { unsafe lws_service(context, 0) >= 0 }

  /// Adopts the connection of a browser; nil if it cannot be served.
  func adoptBrowser(_ descriptor: Int32) -> WebConnection? {
    let secure = isEncrypted ? LWS_ADOPT_ALLOW_SSL.rawValue : 0
    return adopt(
      descriptor, lws_adoption_type(LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue | secure),
      nil)
  }

  /// Adopts a connection to the daemon.
  func adoptDaemon(_ descriptor: Int32) -> WebConnection? {
    adopt(descriptor, lws_adoption_type(LWS_ADOPT_SOCKET.rawValue), .daemon)
  }

  /// Watches a descriptor, and closes it at the end.
  func adoptDescriptor(_ descriptor: Int32) -> WebConnection? {
    adopt(descriptor, lws_adoption_type(LWS_ADOPT_RAW_FILE_DESC.rawValue), .descriptor)
  }

  private func adopt(_ descriptor: Int32, _ type: lws_adoption_type, _ role: Role?)
    -> WebConnection?
  {
    var union = lws_sock_file_fd_type()
    unsafe union.sockfd = descriptor
    let name = unsafe role.map { unsafe $0.cName }
    return unsafe lws_adopt_descriptor_vhost(host, type, union, name, nil).map {
      unsafe WebConnection($0)
    }
  }
}

extension Role {
  /// The name as a C string that lives as long as the program.
  fileprivate var cName: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

private typealias Callback =
  @convention(c) (
    OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
  ) -> Int32

/// The storage that a context refers to.
@safe private final class ContextStorage {
  let protocols: UnsafeMutablePointer<lws_protocols>
  let keepAlive: UnsafeMutablePointer<lws_retry_bo_t>
  let serverName: UnsafeMutablePointer<CChar>
  unowned let delegate: any ConnectionDelegate

  init(_ delegate: any ConnectionDelegate) {
    self.delegate = delegate
    unsafe protocols = .allocate(capacity: Role.allCases.count + 1)
    let callbacks: [Callback] = unsafe [
      { unsafe handle(.http, $0, $1, $3, $4) }, { unsafe handle(.page, $0, $1, $3, $4) },
      { unsafe handle(.daemon, $0, $1, $3, $4) }, { unsafe handle(.descriptor, $0, $1, $3, $4) },
    ]
    for role in Role.allCases {
      var one = unsafe lws_protocols()
      unsafe one.name = unsafe role.cName
      unsafe one.callback = callbacks[role.rawValue]
      unsafe one.rx_buffer_size = 16_384
      unsafe (protocols + role.rawValue).initialize(to: one)
    }
    // An entry without a name ends the list.
    unsafe (protocols + Role.allCases.count).initialize(to: lws_protocols())
    unsafe keepAlive = .allocate(capacity: 1)
    var policy = unsafe lws_retry_bo_t()
    // A browser that does not answer a ping has disconnected silently, as telephones do.
    unsafe policy.secs_since_valid_ping = 30
    unsafe policy.secs_since_valid_hangup = 45
    unsafe keepAlive.initialize(to: policy)
    unsafe serverName = unsafe strdup("responder-web")
  }

  deinit {
    unsafe protocols.deallocate()
    unsafe keepAlive.deallocate()
    unsafe free(serverName)
  }
}

// Turns libwebsockets' callbacks into events; the library handles all others.
private func handle(
  _ role: Role, _ wsi: OpaquePointer?, _ reason: lws_callback_reasons,
  _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let wsi = unsafe wsi, let event = unsafe event(role, reason, bytes, count) else {
    // A WebSocket may request only the protocol of pages, and no other subprotocol.
    return reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION ? -1 : 0
  }
  let context = unsafe lws_get_context(wsi)
  guard let user = unsafe lws_context_user(context) else { return 0 }
  let storage = unsafe Unmanaged<ContextStorage>.fromOpaque(user).takeUnretainedValue()
  switch storage.delegate.handle(event, of: role, on: unsafe WebConnection(wsi)) {
  case .keep: return 0
  case .close: return -1
  }
}

private func event(
  _ role: Role, _ reason: lws_callback_reasons, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> WebEvent? {
  let received = { () -> ContiguousArray<UInt8> in
    unsafe ContiguousArray(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }
  switch (role, reason) {
  case (.http, LWS_CALLBACK_HTTP):
    return .request(path: String(decoding: received(), as: UTF8.self))
  case (.http, LWS_CALLBACK_HTTP_WRITEABLE), (.page, LWS_CALLBACK_SERVER_WRITEABLE),
    (.daemon, LWS_CALLBACK_RAW_WRITEABLE):
    return .writable
  case (.page, LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION): return .upgrade
  case (.page, LWS_CALLBACK_ESTABLISHED): return .opened
  case (.page, LWS_CALLBACK_RECEIVE), (.daemon, LWS_CALLBACK_RAW_RX): return .received(received())
  case (.descriptor, LWS_CALLBACK_RAW_RX_FILE): return .readable
  case (_, LWS_CALLBACK_TIMER): return .timer
  case (_, LWS_CALLBACK_CLOSED), (_, LWS_CALLBACK_CLOSED_HTTP), (_, LWS_CALLBACK_RAW_CLOSE),
    (_, LWS_CALLBACK_RAW_CLOSE_FILE), (_, LWS_CALLBACK_WSI_DESTROY):
    return .closed
  default: return nil
  }
}
