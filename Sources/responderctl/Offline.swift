// A configuration tried without the daemon.

import CommandLine
import Configuration
import Linux
import Protocol
import ResponderKit

/// A configuration that was read, and the tree built from it, or that of one of its private windows.
struct Offline {
  let blueprint: Blueprint
  let tree: Tree
  /// What the file wants of the tree.
  let wanted: WantedTree

  static let configOption = Option(
    "config", value: "FILE", help: "Use this configuration instead of the daemon.")

  /// Reads a configuration; throws all of its errors.
  init(_ path: String, window: String? = nil) throws {
    try self.init(try Offline.bytes(of: path), file: path, window)
  }

  /// Reads the text of a configuration that is not in a file.
  init(text: String, file: String) throws { try self.init(Array(text.utf8), file: file) }

  private init(_ bytes: [UInt8], file path: String, _ window: String? = nil) throws {
    do throws(BlueprintError) {
      blueprint = try Blueprint.load(bytes, file: path)
    } catch {
      throw Failure(.usage, "\(path) cannot be used:\n\(error)")
    }
    let built = blueprint.build()
    guard let window else {
      (tree, wanted) = (built, blueprint.wanted)
      return
    }
    let scenes = Scene.all(of: built, blueprint.wanted)
    guard let room = scenes.first(where: { $0.window == window }) else {
      throw Failure(.no, "no private window is named \"\(window)\" in \(path)")
    }
    (tree, wanted) = (room.tree, room.wants.tree)
  }

  /// The bytes of a configuration file.
  static func bytes(of path: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try FileReader.read(path, limit: Blueprint.largestFile)
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }

  /// The screen of this name, or the first.
  func screen(_ name: String?) throws -> Screen? {
    guard let name else { return tree.screens.first }
    if let screen = tree.screen(name) { return screen }
    let known = tree.screens.map(\.id).joined(separator: ", ")
    throw Failure(.usage, "no screen is named \"\(name)\"; there are \(known)")
  }

  /// The responder of this name.
  func responder(_ name: String) throws -> Responder {
    if let responder = VisibleTree(tree).responder(name) { return responder }
    throw unknown("responder", name) { if case .responder = $0 { true } else { false } }
  }

  /// The recognizer of this name.
  func recognizer(_ name: String) throws -> GestureRecognizer {
    guard let recognizer = VisibleTree(tree).recognizer(name) else {
      throw unknown("recognizer", name) { if case .recognizer = $0 { true } else { false } }
    }
    return recognizer
  }

  private func unknown(
    _ what: String, _ name: String, _ isOne: (Registry.Item) -> Bool
  ) -> Failure {
    let tree = VisibleTree(tree)
    if let item = tree[name] {
      return Failure(.no, "expected a \(what), found \"\(name)\", which is \(item.inWords)")
    }
    let hint = tree.nearest(to: name, where: isOne).map { "; did you mean \($0)?" } ?? ""
    return Failure(.no, "no \(what) is named \"\(name)\"\(hint)")
  }

  /// The view of this name.
  func view(_ name: String) throws -> View {
    guard let view = try responder(name) as? View else {
      throw Failure(.no, "expected a view, found \"\(name)\", which is not a view")
    }
    return view
  }

  /// An answer as the daemon would give it.
  static func answer(_ write: (LineWriter) -> Void) throws -> JSON {
    let writer = LineWriter()
    writer.beginObject()
    write(writer)
    writer.endObject()
    return try JSON(parsing: writer.text, depth: 2_000)
  }
}
