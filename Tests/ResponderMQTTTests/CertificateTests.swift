// What a certificate says of its time.

import Testing

@testable import responder_mqtt

@Suite("Certificates")
struct CertificateTests {
  private static let day = 86_400
  // 2026-01-01 and 2026-04-01.
  private static let certificate = Certificate(
    names: "DNS:b", issuer: "ca", begins: 1_767_225_600, ends: 1_775_001_600)

  @Test(
    "A certificate is a problem before it begins, 14 days before it ends, and when it has ended")
  func time() {
    let certificate = CertificateTests.certificate
    func problem(_ now: Int) -> String? { certificate.problem(of: "it", now: now) }
    #expect(
      problem(certificate.begins - 1) == "it is valid from 2026-01-01 00:00 UTC on, and the clock "
        + "of this machine shows 2025-12-31 23:59 UTC")
    #expect(problem(certificate.begins) == nil)
    let notice = certificate.ends - 14 * CertificateTests.day
    #expect(problem(notice - 1) == nil)
    #expect(problem(notice) == "it expires on 2026-04-01 00:00 UTC")
    #expect(problem(certificate.ends - 1) == "it expires on 2026-04-01 00:00 UTC")
    #expect(problem(certificate.ends) == "it expired on 2026-04-01 00:00 UTC")
  }

  @Test("A file without a certificate has none")
  func files() {
    #expect(Certificate(file: "/dev/null") == nil && Certificate(file: "/nowhere") == nil)
  }
}
