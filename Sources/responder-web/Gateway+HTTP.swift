// Answers over HTTP: the pages that are compiled in, and short texts for everything else.

import Linux
import WebPages

extension Gateway {
  /// The rest of an answer.
  final class Answer {
    let body: ContiguousArray<UInt8>
    var written = 0
    /// Whether the connection may be used for another request.
    let keepsConnection: Bool

    init(_ body: ContiguousArray<UInt8>, keepsConnection: Bool) {
      self.body = body
      self.keepsConnection = keepsConnection
    }
  }

  // No content of another host is loaded, no inline script runs, and no page is framed.
  private static let strictPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  // The user's own pages may hold and load what they like.
  private static let ownPolicy = "frame-ancestors 'self'"
  private static let headers = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
  ]

  func answer(_ path: String, on connection: WebConnection) -> Verdict {
    let method = connection.method
    do throws(AccessPolicy.Refusal) {
      try policy.checkHost(connection.header(.host))
    } catch {
      log.limited(.warning, .client, "refusal", "a request is refused: \(error)")
      return begin(421, Gateway.text("\(error)\n"), method, on: connection)
    }
    guard method != .other else {
      return begin(405, Gateway.text("expected GET or HEAD\n"), method, on: connection)
    }
    if let ownPages, path == OwnPages.statePath {
      return begin(200, Gateway.text(ownPages.state), method, on: connection)
    }
    if let ownPages, path.hasPrefix(OwnPages.path), let page = ownPages.page(at: path) {
      return begin(200, page, method, Gateway.ownPolicy, on: connection)
    }
    guard let page = WebPages.page(at: path) else {
      let own = ownPages == nil ? "" : "; your pages are at \(OwnPages.path)"
      return begin(
        404, Gateway.text("no such page; the inspector is at /\(own)\n"), method, on: connection)
    }
    return begin(200, page, method, on: connection)
  }

  private static func text(_ text: String) -> WebPages.Page {
    WebPages.Page(type: "text/plain; charset=utf-8", bytes: ContiguousArray(text.utf8))
  }

  private func begin(
    _ status: UInt32, _ page: WebPages.Page, _ method: WebConnection.Method,
    _ policy: String = Gateway.strictPolicy, on connection: WebConnection
  ) -> Verdict {
    // The rest of a refused request is not read.
    let answer = Answer(page.bytes, keepsConnection: status == 200)
    var headers = Gateway.headers + [("content-security-policy", policy)]
    if status == 405 { headers.append(("allow", "GET, HEAD")) }
    if !answer.keepsConnection { headers.append(("connection", "close")) }
    guard
      connection.writeHead(
        status: status, type: page.type, length: page.bytes.count, headers: headers)
    else { return .close }
    if method == .head || page.bytes.isEmpty { return complete(answer, on: connection) }
    if sessions[connection] != nil { sessions[connection] = .http(answer) }
    connection.requestWrite()
    return .keep
  }

  func continueAnswer(_ answer: Answer, on connection: WebConnection) -> Verdict {
    let end = min(answer.written + 16_384, answer.body.count)
    let isLast = end == answer.body.count
    guard
      connection.write(answer.body, answer.written..<end, as: .body(isLast: isLast))
    else { return .close }
    answer.written = end
    if isLast { return complete(answer, on: connection) }
    connection.requestWrite()
    return .keep
  }

  private func complete(_ answer: Answer, on connection: WebConnection) -> Verdict {
    if sessions[connection] != nil { sessions[connection] = .http(nil) }
    return connection.completeAnswer() && answer.keepsConnection ? .keep : .close
  }
}
