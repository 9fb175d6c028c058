// What encrypts a connection to the broker: the library's own reading of certificates has no words for
// what fails.

import COpenSSL
import Glibc

/// The encryption of connections.
enum Encryption {
  /// What encrypts connections to a host: with these authorities, and with the own certificate. The
  /// caller frees it.
  static func context(
    for tls: BrokerSettings.TLS, host: String
  ) throws(BrokerError) -> OpaquePointer {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else {
      throw BrokerError(description: "tls: no memory")
    }
    do throws(BrokerError) {
      var status = stat()
      let isFolder = unsafe stat(tls.ca, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      try check(
        "ca: expected authorities in PEM, found none in \(tls.ca)",
        unsafe SSL_CTX_load_verify_locations(
          context, isFolder ? nil : tls.ca, isFolder ? tls.ca : nil))
      if let certificate = tls.certificate, let key = tls.key {
        try check(
          "certificate: expected a certificate in PEM, found none in \(certificate)",
          unsafe SSL_CTX_use_certificate_chain_file(context, certificate))
        try check(
          "key: expected the key in PEM of \(certificate), found another or none in \(key)",
          unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM))
      }
      // Older versions are broken.
      try check(
        "the version is not supported",
        unsafe Int32(
          SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)))
      unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
      let names = unsafe SSL_CTX_get0_param(context)
      if unsafe X509_VERIFY_PARAM_set1_ip_asc(names, host) != 1 {
        try check("the host has no name", unsafe X509_VERIFY_PARAM_set1_host(names, host, 0))
      }
    } catch {
      unsafe SSL_CTX_free(context)
      throw error
    }
    return unsafe context
  }

  /// Why connections cannot be encrypted so, in words; nil if they can.
  static func complaint(about tls: BrokerSettings.TLS, host: String) -> String? {
    do throws(BrokerError) {
      unsafe SSL_CTX_free(try context(for: tls, host: host))
      return nil
    } catch {
      return error.description
    }
  }

  private static func check(_ words: String, _ result: Int32) throws(BrokerError) {
    guard result == 1 else { throw BrokerError(description: "broker.tls.\(words)") }
  }
}
