// Which hosts, pages and tokens the gateway accepts.

import Linux
import Protocol
import Testing

@testable import responder_web

@Suite struct PolicyTests {
  private func policy(
    _ words: [String] = [], at address: String = "127.0.0.1:7878", token: String? = nil
  ) throws -> AccessPolicy {
    let options = try #require(try Options.parse(words, Environment([:])))
    return AccessPolicy(options, listening: try #require(InternetAddress(address)), token: token)
  }

  private func refusal(
    _ policy: AccessPolicy, host: String? = "127.0.0.1:7878", path: String = "/socket",
    origin: String? = "http://127.0.0.1:7878", subprotocols: String = "responderd"
  ) -> AccessPolicy.Refusal? {
    do throws(AccessPolicy.Refusal) {
      _ = try policy.checkPage(host: host, path: path, origin: origin, subprotocols: subprotocols)
      return nil
    } catch {
      return error
    }
  }

  @Test("A page of the gateway itself connects, by each loopback name")
  func ownPages() throws {
    let policy = try policy()
    for name in ["127.0.0.1:7878", "localhost:7878", "[::1]:7878", "LOCALHOST:7878"] {
      #expect(refusal(policy, host: name, origin: "http://\(name)") == nil)
    }
  }

  @Test(
    "Another origin is refused",
    arguments: [
      nil, "null", "", "http://evil.example", "https://127.0.0.1:7878", "http://127.0.0.1:7879",
      "http://127.0.0.1:7878.evil.example", "http://127.0.0.1:7878/", "file://", "127.0.0.1:7878",
      "http://127.0.0.1", "http://127.0.0.1:80", "http://localhost", "http://[::1]",
    ])
  func otherOrigins(origin: String?) throws {
    #expect(refusal(try policy(), origin: origin) == .origin(origin))
  }

  @Test(
    "A host name that is not the gateway's is refused, as after DNS rebinding",
    arguments: [nil, "", "evil.example", "evil.example:7878", "127.0.0.1:80"])
  func otherHosts(host: String?) throws {
    #expect(refusal(try policy(), host: host) == .host(host))
  }

  @Test("A WebSocket at another path is refused")
  func otherPaths() throws {
    #expect(refusal(try policy(), path: "/") == .path("/"))
    #expect(refusal(try policy(), path: "/socket/") == .path("/socket/"))
  }

  @Test("--origin allows the pages of another server, with and without the usual port")
  func allowedOrigins() throws {
    let policy = try policy(["--origin", "https://Kiosk.example:443"])
    #expect(refusal(policy, origin: "https://kiosk.example") == nil)
    #expect(refusal(policy, origin: "http://kiosk.example") == .origin("http://kiosk.example"))
  }

  @Test("Without a token file no token is needed; with one it must be the same")
  func tokens() throws {
    #expect(refusal(try policy(), subprotocols: "responderd, responderd.token.x") == nil)
    let policy = try policy(token: "0123456789abcdef")
    #expect(refusal(policy, subprotocols: "responderd, responderd.token.0123456789abcdef") == nil)
    #expect(refusal(policy, subprotocols: "responderd.token.0123456789abcdef,responderd") == nil)
    for wrong in [
      "", "responderd", "responderd, responderd.token.",
      "responderd, responderd.token.0123456789abcde",
      "responderd, responderd.token.0123456789abcdef0",
      "responderd, responderd.token.0123456789abcdeF",
    ] {
      #expect(refusal(policy, subprotocols: wrong) == .token)
    }
  }

  @Test("Behind a proxy pages come over https and by the proxy's name")
  func proxies() throws {
    let policy = try policy(["--behind-proxy", "--host", "panel.example"], at: "0.0.0.0:80")
    #expect(refusal(policy, host: "panel.example", origin: "https://panel.example") == nil)
    #expect(
      refusal(policy, host: "panel.example", origin: "http://panel.example")
        == .origin("http://panel.example"))
    #expect(refusal(policy, host: "0.0.0.0", origin: "https://panel.example") == .host("0.0.0.0"))
  }

  @Test("An IPv6 address is its own host name in brackets")
  func versionSix() throws {
    let policy = try policy(
      ["--certificate", "c", "--key", "k"], at: "[fe80::1]:7878", token: nil)
    let name = "[fe80::1]:7878"
    #expect(refusal(policy, host: name, origin: "https://\(name)") == nil)
    let other = "https://[fe80::1]"
    #expect(refusal(policy, host: name, origin: other) == .origin(other))
    #expect(refusal(policy, host: "localhost:7878") == .host("localhost:7878"))
  }
}
