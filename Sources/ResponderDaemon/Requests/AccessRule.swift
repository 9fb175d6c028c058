// Rights that the administrator gives to users, groups and units.

import LinuxKit
import Wire

/// Some rights for some peers.
package struct AccessRule: Hashable, Sendable {
  /// Whom a rule is for.
  package enum Who: Hashable, Sendable {
    case user(String)
    case group(String)
    case unit(String)
  }

  /// Whom it is for.
  let who: Who
  /// What they may do beside what all may.
  let rights: Set<Request.Right>

  /// Reads `user:NAME=RIGHT,…`, `group:NAME=RIGHT,…` or `unit:NAME=RIGHT,…`; `all` is every right.
  init(_ text: String) throws(UsageError) {
    let form = "expected user:NAME=RIGHTS, group:NAME=RIGHTS or unit:NAME=RIGHTS"
    guard let colon = text.firstIndex(of: ":"), let sign = text.lastIndex(of: "="), colon < sign
    else { throw UsageError("--allow \(text): \(form)") }
    let name = String(text[text.index(after: colon)..<sign])
    guard !name.isEmpty else { throw UsageError("--allow \(text): \(form)") }
    switch text[..<colon] {
    case "user": who = .user(name)
    case "group": who = .group(name)
    case "unit": who = .unit(name)
    default: throw UsageError("--allow \(text): \(form)")
    }
    let words = Request.Right.allCases.map(\.rawValue) + ["all"]
    var rights: Set<Request.Right> = []
    for word in text[text.index(after: sign)...].split(separator: ",") {
      if word == "all" {
        rights.formUnion(Request.Right.allCases)
      } else if let right = Request.Right(rawValue: String(word)) {
        rights.insert(right)
      } else {
        let hint = nearest(to: String(word), in: words).map { "; did you mean \($0)?" } ?? ""
        throw UsageError(
          "--allow \(text): \"\(word)\" is no right; there are "
            + "\(words.joined(separator: ", "))\(hint)")
      }
    }
    guard !rights.isEmpty else { throw UsageError("--allow \(text): \(form)") }
    self.rights = rights
  }
}
