// What one request asks for besides its wants, collected before anything is done.

import Configuration
import Protocol

/// One request: its changes in each scene, and of devices.
final class AskedRequest {
  let connection: Connection
  let owner: PutOwner
  /// The changes, those of the public windows first if there are any.
  private(set) var changes: [AskedChanges] = []
  /// The device settings after the request; nil if it does not set any.
  var devices: DeviceEdits?
  private var weight = 0

  init(of connection: Connection, _ owner: PutOwner) {
    self.connection = connection
    self.owner = owner
  }

  /// The changes in a scene.
  func changes(of scene: Scene, in tree: VisibleTree) -> AskedChanges {
    if let known = changes.first(where: { $0.scene === scene }) { return known }
    let new = AskedChanges(of: self, scene, in: tree)
    changes.insert(new, at: scene.window == nil ? 0 : changes.count)
    return new
  }

  /// Counts edits, or the things in them.
  func count(_ number: Int, _ path: String) throws(ProtocolError) {
    weight += number
    guard weight > AskedChanges.most else { return }
    throw ProtocolError(
      .limit, at: path,
      "the edits of a request and the views, controllers and recognizers in them may be "
        + "\(AskedChanges.most) in all, this makes \(weight); use several requests")
  }
}

/// The changes of one request in one scene.
final class AskedChanges {
  /// The number of edits, views, controllers and recognizers in one request: touches wait until all
  /// of it is done.
  static var most: Int { Limits.standard.viewsOfRequest }

  unowned let request: AskedRequest
  let scene: Scene
  let connection: Connection
  let owner: PutOwner
  /// The number of things in the tree that the program does not want itself, at least.
  let sizeOfOthers: Int
  /// Checks the values of living things.
  let editor: TreeEditor
  /// The things that are removed; and those of them that are put again, and are others then.
  var removed: Set<String> = []
  var replaced: Set<String> = []
  /// The things that are put.
  var put: Set<String> = []
  /// The names of other things.
  var names: Set<String> = []
  /// The things whose values are set.
  var set: Set<String> = []
  /// The values that are set of the program's own things, and not part of its wants yet.
  private(set) var values: [String: [JSON.Member]] = [:]
  /// Whether something is wanted of the tree.
  var changesTree = false
  /// The values that live, which are written last.
  var living: [LivingValue] = []

  init(of request: AskedRequest, _ scene: Scene, in tree: VisibleTree) {
    self.request = request
    self.scene = scene
    connection = request.connection
    let owner = request.owner
    self.owner = owner
    sizeOfOthers = scene.wants.tree.size - scene.wants.size { $0 == owner }
    editor = TreeEditor(tree, keepingUnknownNames: true)
  }

  /// Whether the program may edit everything.
  var mayEditEverywhere: Bool { connection.grant.editsEverywhere }

  /// Notes values of a thing of the program itself, in place of earlier ones of their keys.
  func set(_ settings: [JSON.Member], of id: String) {
    values[id, default: []] += settings
  }

  /// Makes the noted values part of the wants; many together cost little more than one.
  func makeValues(in wants: Wants) {
    if !values.isEmpty { wants.set(values) }
    values = [:]
  }

  /// The number of things in a description before it is read: each has an id, and may be repeated.
  static func things(in piece: JSON) -> Int {
    switch piece {
    case .null, .bool, .integer, .number, .string: return 0
    case .array(let elements): return elements.reduce(0) { $0 + things(in: $1) }
    case .object(let members):
      let count = members.reduce(0) { $0 + ($1.name == "id" ? 1 : things(in: $1.value)) }
      guard let times = piece["repeat"]?.int else { return count }
      // A few more than there may be are as bad as many more.
      return min(count, most + 1) * min(max(times, 1), most + 1)
    }
  }
}

/// A value that lives, and whose thing is meant.
struct LivingValue {
  let owner: PutOwner?
  let id: String
  let member: JSON.Member
}
