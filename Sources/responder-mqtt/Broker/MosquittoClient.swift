// libmosquitto for one connection; no other code uses its types. Its callbacks only append events,
// because the library may not be called from within them.

import CMosquitto
import COpenSSL
import Glibc
import Linux

/// One attempt to connect to the broker; another attempt needs another client.
@safe
final class MosquittoClient {
  /// What the client sends when it connects.
  struct Login {
    var settings: BrokerSettings
    var clientID: String
    var password: String?
    /// The message that the broker publishes when the connection is lost; nil for none.
    var will: OutgoingMessage?
  }

  private let handle: OpaquePointer
  private let settings: BrokerSettings
  private var events: [BrokerEvent] = []
  private var isAnswered = false
  private var isRefusedAtOnce = false
  /// The broker's certificate, when it was trusted.
  private(set) var certificate: Certificate?
  /// Why there is no encrypted connection, in words.
  private(set) var trouble: String?

  /// Whether requests and answers can carry topics and correlation data.
  private var hasProperties: Bool { settings.version == .v5 }

  // The library is initialized once for the process.
  private static let library: Void = { _ = mosquitto_lib_init() }()

  init(_ login: Login) throws(BrokerError) {
    MosquittoClient.library
    settings = login.settings
    guard let made = unsafe mosquitto_new(login.clientID, true, nil) else {
      throw BrokerError(description: unsafe "mosquitto_new: \(String(cString: strerror(errno)))")
    }
    unsafe handle = made
    // A client whose setup fails is destroyed as well.
    try setUp(login)
    unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
  }

  deinit { unsafe mosquitto_destroy(handle) }

  private func setUp(_ login: Login) throws(BrokerError) {
    let version = hasProperties ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    try check(
      "protocol",
      unsafe mosquitto_int_option(
        handle, MOSQ_OPT_PROTOCOL_VERSION, version))
    try check("TCP_NODELAY", unsafe mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1))
    if let user = settings.user {
      try check("user", unsafe mosquitto_username_pw_set(handle, user, login.password))
    }
    if let tls = settings.tls {
      if let complaint = settings.fileComplaints.first { throw BrokerError(description: complaint) }
      try encrypt(tls)
    }
    if let will = login.will {
      let result = unsafe will.payload.withUnsafeBytes { bytes in
        unsafe mosquitto_will_set(
          handle, will.topic, Int32(bytes.count), bytes.baseAddress, Int32(will.qos),
          will.isRetained)
      }
      try check("will", result)
    }
  }

  // The library says only that an encrypted connection failed, so the verification is followed here.
  private func encrypt(_ tls: BrokerSettings.TLS) throws(BrokerError) {
    let context = unsafe try Encryption.context(for: tls, host: settings.host)
    defer { unsafe SSL_CTX_free(context) }
    unsafe SSL_CTX_set_cert_verify_callback(
      context,
      { store, object in
        let result = unsafe X509_verify_cert(store)
        if let store = unsafe store, let object = unsafe object {
          unsafe Unmanaged<MosquittoClient>.fromOpaque(object).takeUnretainedValue()
            .verified(store, isTrusted: result == 1)
        }
        return result
      }, Unmanaged.passUnretained(self).toOpaque())
    try check(
      "tls",
      unsafe mosquitto_void_option(handle, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(context)))
    try check("tls", unsafe mosquitto_int_option(handle, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0))
  }

  private func verified(_ store: OpaquePointer, isTrusted: Bool) {
    if isTrusted {
      certificate = unsafe X509_STORE_CTX_get0_cert(store).map { unsafe Certificate($0) }
    } else {
      trouble = unsafe Certificate.refusal(
        store, host: settings.host, authorities: settings.tls?.ca ?? "")
    }
  }

  private func logged(_ text: String) {
    guard trouble == nil, text.hasPrefix("OpenSSL Error"),
      let words = text.split(separator: ":").last.map(String.init)
    else { return }
    trouble =
      words.contains("alert")
      ? "the broker refuses: \(words); check broker.tls.certificate, and the broker's log"
      : words.contains("wrong version") || words.contains("unexpected eof")
        ? "port \(settings.effectivePort) of the broker seems to use no TLS (broker.port)" : words
  }

  // The library has no words for an encrypted connection that is cut, and calls it an error of the
  // protocol. A broker that refuses may cut it before its reason has been read.
  private func noteCut(isProtocolError: Bool) {
    guard trouble == nil, settings.tls != nil, !isAnswered else { return }
    if certificate != nil {
      trouble =
        "the broker ends the encrypted connection without an answer; check "
        + "broker.tls.certificate, and the broker's log"
    } else if isProtocolError {
      trouble = "port \(settings.effectivePort) of the broker seems to use no TLS (broker.port)"
    }
  }

  private func check(_ subject: String, _ result: Int32) throws(BrokerError) {
    guard result == MOSQ_ERR_SUCCESS.code else {
      if MosquittoClient.losses.contains(result) { noteCut(isProtocolError: errno == EPROTO) }
      let words = MosquittoClient.words(for: result)
      throw BrokerError(
        description: subject.isEmpty ? words : "\(subject): \(words)",
        isLoss: MosquittoClient.losses.contains(result))
    }
  }

  // The library reports a socket that cannot be written as an error of the system.
  private static let losses = [
    MOSQ_ERR_CONN_LOST.code, MOSQ_ERR_NO_CONN.code, MOSQ_ERR_ERRNO.code,
  ]

  // MARK: Connection

  /// Starts to connect; the result is an event.
  func connect() throws(BrokerError) {
    errno = 0
    let result = unsafe mosquitto_connect_async(
      handle, settings.host, Int32(settings.effectivePort), Int32(settings.keepAlive))
    // This machine refuses before the library begins to encrypt, which takes the socket's error.
    isRefusedAtOnce = errno == ECONNREFUSED
    try check("", result)
  }

  /// Throws why there is no connection to encrypt: the library would begin to encrypt again and
  /// again, without a pause.
  func checkSocket() throws(BrokerError) {
    guard settings.tls != nil, !isAnswered else { return }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    if error == 0, isRefusedAtOnce { error = ECONNREFUSED }
    guard error != 0 else { return }
    noteCut(isProtocolError: error == ECONNRESET)
    throw BrokerError(description: unsafe String(cString: strerror(error)), isLoss: true)
  }

  /// The descriptor to watch; negative without a connection.
  var descriptor: Int32 { unsafe mosquitto_socket(handle) }

  /// Whether the descriptor must be watched for writing.
  var wantsWrite: Bool { unsafe mosquitto_want_write(handle) }

  /// What the loop must watch its descriptor for.
  var interest: Interest { wantsWrite ? [.readable, .writable] : .readable }

  /// Reads what has arrived. After an error the connection is lost.
  func read() throws(BrokerError) { try check("", unsafe mosquitto_loop_read(handle, 1)) }

  /// Writes what waits. After an error the connection is lost.
  func write() throws(BrokerError) { try check("", unsafe mosquitto_loop_write(handle, 1)) }

  /// Tests a silent connection. After an error the connection is lost.
  func keepAlive() throws(BrokerError) {
    try check("", unsafe mosquitto_loop_misc(handle))
  }

  /// Closes the connection cleanly: the broker does not publish the will.
  func disconnect() { _ = unsafe mosquitto_disconnect(handle) }

  /// Returns the events since the last call.
  func drainEvents() -> [BrokerEvent] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: Messages

  /// Sends a message, which brokers forget after some seconds if it expires; the number is that of
  /// its `published` event.
  func publish(_ message: OutgoingMessage, now: Int64) throws(BrokerError) -> Int32 {
    var id: Int32 = 0
    var properties: OpaquePointer?
    if hasProperties, let expires = message.expires {
      _ = unsafe mosquitto_property_add_int32(
        &properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.code,
        UInt32(max(1, (expires - now + 999_999) / 1_000_000)))
    }
    if hasProperties, let correlation = message.correlation {
      _ = unsafe correlation.withUnsafeBytes { bytes in
        unsafe mosquitto_property_add_binary(
          &properties, MQTT_PROP_CORRELATION_DATA.code, bytes.baseAddress, UInt16(bytes.count))
      }
    }
    defer { unsafe mosquitto_property_free_all(&properties) }
    let result = unsafe message.payload.withUnsafeBytes { bytes in
      unsafe mosquitto_publish_v5(
        handle, &id, message.topic, Int32(bytes.count), bytes.baseAddress, Int32(message.qos),
        message.isRetained, properties)
    }
    try check("publish \(message.topic)", result)
    return id
  }

  /// Subscribes; retained messages are received only with `retained`.
  func subscribe(to topic: String, retained: Bool) throws(BrokerError) {
    let options =
      MQTT_SUB_OPT_NO_LOCAL.code
      | (retained ? MQTT_SUB_OPT_SEND_RETAIN_ALWAYS.code : MQTT_SUB_OPT_SEND_RETAIN_NEVER.code)
    let result = unsafe mosquitto_subscribe_v5(
      handle, nil, topic, 1, hasProperties ? options : 0, nil)
    try check("subscribe \(topic)", result)
  }

  /// Ends a subscription.
  func unsubscribe(from topic: String) {
    _ = unsafe mosquitto_unsubscribe(handle, nil, topic)
  }

  /// Whether messages can be published to a topic.
  static func isTopic(_ topic: String) -> Bool {
    // It accepts an empty one, which cannot be published to.
    unsafe !topic.isEmpty && mosquitto_pub_topic_check(topic) == MOSQ_ERR_SUCCESS.code
  }

  // MARK: Callbacks

  private func setCallbacks() {
    unsafe mosquitto_connect_v5_callback_set(handle) { _, object, reason, _, properties in
      guard let object = unsafe object else { return }
      unsafe Unmanaged<MosquittoClient>.fromOpaque(object).takeUnretainedValue().isAnswered = true
      var maximum: UInt16 = 0
      let found = unsafe mosquitto_property_read_int16(
        properties, MQTT_PROP_RECEIVE_MAXIMUM.code, &maximum, false)
      unsafe MosquittoClient.append(
        .answered(reason: reason, receiveMaximum: unsafe found == nil ? nil : Int(maximum)),
        object)
    }
    unsafe mosquitto_disconnect_v5_callback_set(handle) { _, object, reason, _ in
      unsafe MosquittoClient.append(.disconnected(reason: reason), object)
    }
    unsafe mosquitto_publish_v5_callback_set(handle) { _, object, id, reason, _ in
      unsafe MosquittoClient.append(.published(id: id, reason: reason), object)
    }
    unsafe mosquitto_subscribe_v5_callback_set(handle) { _, object, id, count, codes, _ in
      let codes = unsafe Array(UnsafeBufferPointer(start: codes, count: Int(count)))
      unsafe MosquittoClient.append(.subscribed(id: id, codes: codes), object)
    }
    unsafe mosquitto_log_callback_set(handle) { _, object, _, text in
      guard let object = unsafe object, let text = unsafe text else { return }
      unsafe Unmanaged<MosquittoClient>.fromOpaque(object).takeUnretainedValue()
        .logged(String(cString: text))
    }
    unsafe mosquitto_message_v5_callback_set(handle) { _, object, message, properties in
      guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
      let payload = unsafe UnsafeRawBufferPointer(
        start: message.payload, count: Int(message.payloadlen))
      unsafe MosquittoClient.append(
        .message(
          BrokerMessage(
            topic: String(cString: topic), payload: ContiguousArray(payload),
            isRetained: message.retain,
            responseTopic: MosquittoClient.responseTopic(in: properties),
            correlation: MosquittoClient.correlation(in: properties))),
        object)
    }
  }

  // Events are stored in the client, which lives longer than the library's handle.
  private static func append(_ event: BrokerEvent, _ object: UnsafeMutableRawPointer?) {
    guard let object = unsafe object else { return }
    unsafe Unmanaged<MosquittoClient>.fromOpaque(object).takeUnretainedValue().events.append(event)
  }

  private static func responseTopic(in properties: OpaquePointer?) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    _ = unsafe mosquitto_property_read_string(
      properties, MQTT_PROP_RESPONSE_TOPIC.code, &text, false)
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  private static func correlation(in properties: OpaquePointer?) -> ContiguousArray<UInt8>? {
    var bytes: UnsafeMutableRawPointer?
    var count: UInt16 = 0
    let found = unsafe mosquitto_property_read_binary(
      properties, MQTT_PROP_CORRELATION_DATA.code, &bytes, &count, false)
    guard unsafe found != nil else { return nil }
    defer { unsafe free(bytes) }
    return unsafe ContiguousArray(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  // MARK: Words

  /// An error of the library in words.
  static func words(for error: Int32) -> String {
    // The library has no text for this error.
    if error == MOSQ_ERR_KEEPALIVE.code { return "the broker does not answer" }
    // The library has closed its socket before it reports the loss, or does not say what TLS reads.
    if error == MOSQ_ERR_ERRNO.code, [EBADF, EPROTO].contains(errno) {
      return "the connection was lost"
    }
    if error == MOSQ_ERR_ERRNO.code { return unsafe String(cString: strerror(errno)) }
    return unsafe String(cString: mosquitto_strerror(error))
  }

  /// The answer to a connection in words.
  func words(forAnswer reason: Int32) -> String {
    unsafe String(
      cString: hasProperties ? mosquitto_reason_string(reason) : mosquitto_connack_string(reason))
  }

  /// A reason of the protocol in words.
  static func words(forReason reason: Int32) -> String {
    unsafe String(cString: mosquitto_reason_string(reason))
  }

  /// Why the connection ended: a reason of the broker, or an error of the library.
  static func words(forDisconnect reason: Int32) -> String {
    reason >= 128 ? words(forReason: reason) : words(for: reason)
  }
}

// C's enumerations are unsigned here, and the library's calls signed.
extension mosq_err_t { fileprivate var code: Int32 { Int32(truncatingIfNeeded: rawValue) } }
extension mqtt5_property { fileprivate var code: Int32 { Int32(rawValue) } }
extension mqtt5_sub_options { fileprivate var code: Int32 { Int32(rawValue) } }
