// Certificates: whom they are for, until when they are valid, and why one is not trusted.

import COpenSSL
import Glibc
import Linux

/// What a certificate says.
struct Certificate: Hashable, Sendable {
  /// The names of the machines that it is for, or its common name.
  let names: String
  /// The authority that has signed it.
  let issuer: String
  /// The seconds since 1970 in which it is valid.
  let begins: Int
  let ends: Int

  // Time to replace it.
  private static let notice = 14 * 86_400

  /// A certificate with these contents.
  init(names: String, issuer: String, begins: Int, ends: Int) {
    self.names = names
    self.issuer = issuer
    self.begins = begins
    self.ends = ends
  }

  /// Reads an `X509`.
  init(_ certificate: OpaquePointer) {
    names =
      unsafe Certificate.alternativeNames(of: certificate)
      ?? Certificate.commonName(X509_get_subject_name(certificate))
    issuer = unsafe Certificate.commonName(X509_get_issuer_name(certificate))
    begins = unsafe Certificate.seconds(X509_get0_notBefore(certificate))
    ends = unsafe Certificate.seconds(X509_get0_notAfter(certificate))
  }

  /// Reads the first certificate of a PEM file; nil if there is none.
  init?(file: String) {
    guard let input = unsafe BIO_new_file(file, "r") else { return nil }
    defer { unsafe BIO_free(input) }
    guard let read = unsafe PEM_read_bio_X509(input, nil, nil, nil) else { return nil }
    defer { unsafe X509_free(read) }
    unsafe self.init(read)
  }

  /// That it has ended, has not begun or ends soon, in words; nil if it is valid for long.
  func problem(of subject: String, now: Int = Int(WallClock.now() / 1_000_000)) -> String? {
    if now < begins {
      return
        "\(subject) is valid from \(Certificate.date(begins)) on, and the clock of this machine "
        + "shows \(Certificate.date(now))"
    }
    if now >= ends { return "\(subject) expired on \(Certificate.date(ends))" }
    return now >= ends - Certificate.notice
      ? "\(subject) expires on \(Certificate.date(ends))" : nil
  }

  /// Why a chain of certificates was refused, in words.
  static func refusal(_ store: OpaquePointer, host: String, authorities: String) -> String {
    let error = unsafe X509_STORE_CTX_get_error(store)
    let words = unsafe String(cString: X509_verify_cert_error_string(Int(error)))
    guard let current = unsafe X509_STORE_CTX_get_current_cert(store) else { return words }
    let certificate = unsafe Certificate(current)
    let isBrokers = unsafe X509_STORE_CTX_get_error_depth(store) == 0
    let subject =
      isBrokers ? "the broker's certificate" : "the certificate of \"\(certificate.names)\""
    switch error {
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID:
      return certificate.problem(of: subject) ?? words
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
      X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      return
        "the authority \"\(certificate.issuer)\" of the broker's certificate is not in "
        + "\(authorities) (broker.tls.ca)"
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "\(subject) is for \(certificate.names), not for \(host) (broker.host)"
    default: return "\(subject): \(words)"
    }
  }

  // MARK: Reading

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int {
    var parts = unsafe tm()
    return unsafe ASN1_TIME_to_tm(time, &parts) == 1 ? timegm(&parts) : 0
  }

  private static func date(_ seconds: Int) -> String {
    var time = seconds
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M UTC", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func commonName(_ name: OpaquePointer?) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let count = unsafe X509_NAME_get_text_by_NID(
      name, NID_commonName, &text, Int32(text.count))
    return String(
      decoding: text.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func alternativeNames(of certificate: OpaquePointer) -> String? {
    let place = unsafe X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1)
    guard place >= 0, let output = unsafe BIO_new(BIO_s_mem()) else { return nil }
    defer { unsafe BIO_free(output) }
    guard unsafe X509V3_EXT_print(output, X509_get_ext(certificate, place), 0, 0) == 1 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe BIO_read(output, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
  }
}
