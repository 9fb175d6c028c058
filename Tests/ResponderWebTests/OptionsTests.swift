// The gateway's command line.

import CommandLine
import Linux
import Protocol
import Testing

@testable import responder_web

@Suite struct OptionsTests {
  private func mistake(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try Options.parse(words, Environment([:]))
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Without options it serves this machine alone, without encryption")
  func defaults() throws {
    let options = try #require(try Options.parse([], Environment([:])))
    #expect(options == Options())
    #expect(options.listen.description == "127.0.0.1:7878")
    #expect(options.socket == "/run/responderd/socket")
    #expect(options.transport == .plain(behindProxy: false))
  }

  @Test("The socket is the option's, else the environment's")
  func socket() throws {
    let environment = Environment(["RESPONDERD_SOCKET": "/a"])
    #expect(try Options.parse([], environment)?.socket == "/a")
    #expect(try Options.parse(["--socket", "/b"], environment)?.socket == "/b")
  }

  @Test(
    "A mistake names the option, what is expected and what was found",
    arguments: [
      (["--listen", "7878"], "--listen 7878: expected an IP address"),
      (["--listen", "::1:7878"], "--listen ::1:7878: expected an IP address"),
      (["--listen", "localhost:7878"], "--listen localhost:7878: expected an IP address"),
      (["--listen", "127.0.0.1:65536"], "--listen 127.0.0.1:65536: expected"),
      (["--host", "http://a"], "--host http://a: expected a name"),
      (["--host", "a b"], "--host a b: expected a name"),
      (["--origin", "kiosk.example"], "--origin kiosk.example: expected http"),
      (
        ["--origin", "https://kiosk.example/page"], "--origin https://kiosk.example/page: expected"
      ),
      (["--origin", "null"], "--origin null: expected"),
      (["--certificate", "c"], "--certificate: expected --key FILE too"),
      (["--key", "k"], "--key: expected --certificate FILE too"),
      (
        ["--key", "k", "--certificate", "c", "--behind-proxy"],
        "--certificate and --behind-proxy: expected one of them"
      ),
      (["--connections", "0"], "--connections 0: expected a whole number from 1 to 1000"),
      (["--log", "loud"], "--log loud: expected one of error"),
    ])
  func mistakes(words: [String], start: String) {
    #expect(mistake(words)?.hasPrefix(start) == true, "\(mistake(words) ?? "accepted")")
  }

  @Test("An address beyond this machine needs a token, TLS and a name")
  func protection() throws {
    func refusal(_ words: [String]) -> String? {
      do {
        let options = try #require(try Options.parse(words, Environment([:])))
        _ = try Gateway(options, Environment([:]), Log(format: .journal) { _ in })
        return nil
      } catch {
        return "\(error)"
      }
    }
    let everywhere = ["--listen", "0.0.0.0:0"]
    #expect(refusal(everywhere)?.contains("--token-file FILE is needed") == true)
    let file = ["--token-file", "/dev/null"]
    #expect(refusal(everywhere + file)?.contains("one line of 16 to 256 letters") == true)
    #expect(refusal(["--token-file", "/missing"])?.contains("No such file") == true)
  }
}
