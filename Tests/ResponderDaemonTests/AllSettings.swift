// What the engine has, by every key that can be read back from it.

import ConfigurationText
import Protocol
import ResponderKit

@testable import Configuration

extension Tree {
  /// The value of every key of every thing, usual values included, and the screens.
  var allSettings: [String] {
    registry.ids.sorted().flatMap { id in
      switch registry[id] {
      case .responder(let view as View): settings(of: view, tables.view(ViewKind(of: view)))
      case .responder(let other as ViewController): settings(of: other, tables.controller)
      case .responder(let other as Application): settings(of: other, tables.application)
      case .responder(let other): settings(of: other, tables.responder)
      case .recognizer(let other): settings(of: other, tables.keys(of: RecognizerKind(of: other)))
      case nil: ["\(id) is nothing"]
      }
    } + screens.map { "\($0.id) \($0.size) \($0.pointsPerMillimeter ?? 0)" }
  }

  private func settings<Owner>(of owner: Owner, _ table: KeyIndex<Owner, Builder>) -> [String] {
    let id = (owner as? Responder)?.id ?? (owner as? GestureRecognizer)?.id ?? ""
    return table.keys.compactMap { key in
      guard case .read(let read, _) = key.writing, let value = read(owner) else { return nil }
      return "\(id).\(key.name) is \(value)"
    }
  }
}
