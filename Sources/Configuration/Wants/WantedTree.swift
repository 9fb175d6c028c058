// All things of a tree that is wanted, by their ids, with their places among the views.

import ConfigurationText
import Protocol
import ResponderKit

/// A tree that is wanted.
package final class WantedTree {
  /// Where a view is in the tree that is built.
  struct Place: Equatable {
    /// The view that it is in; nil for a window, and for a view that is presented.
    let superview: String?
    let role: Role
  }

  /// What a view is to its window: a view with another role is another view. Most views of a window
  /// share one.
  final class Role: Equatable {
    let window: String
    /// The controller of the view.
    let controller: String?
    let isNavigation: Bool
    let isRoot: Bool
    /// The controller that presents the view's controller.
    let presenter: String?
    let isModal: Bool
    /// Who reads what is in a window that is private.
    let readers: JSON?

    init(
      window: String, controller: WantedThing? = nil, isRoot: Bool = false,
      presenter: String? = nil, readers: JSON? = nil
    ) {
      self.window = window
      self.readers = readers
      self.controller = controller?.id
      isNavigation = controller?.kind == .viewController(isNavigation: true)
      self.isRoot = isRoot
      self.presenter = presenter
      isModal = controller?.isModal ?? false
    }

    static func == (one: Role, other: Role) -> Bool {
      one === other
        || one.window == other.window && one.controller == other.controller
          && one.isNavigation == other.isNavigation && one.isRoot == other.isRoot
          && one.presenter == other.presenter && one.isModal == other.isModal
          && one.readers == other.readers
    }
  }

  /// One thing of the tree.
  final class Entry {
    /// What a snapshot says of most views of a large tree, so that it looks no further: memory that is
    /// far is what such a snapshot takes its time for.
    let onlyFrame: Rect?
    let thing: WantedThing
    /// The thing that it is written in, or put into; nil for the application.
    let parent: String?
    /// Where it is, if it is a view, and its controller.
    let place: Place?
    let controller: WantedThing?
    /// The view of a recognizer.
    let view: String?

    init(
      thing: WantedThing, parent: String?, place: Place? = nil, controller: WantedThing? = nil,
      view: String? = nil
    ) {
      onlyFrame = thing.onlyFrame
      self.thing = thing
      self.parent = parent
      self.place = place
      self.controller = controller
      self.view = view
    }

    /// Whether it and all in it is the same in another tree.
    func isSame(as other: Entry) -> Bool {
      thing === other.thing && parent == other.parent && place == other.place
        && controller === other.controller
    }

    /// The views in a view, from back to front.
    private(set) lazy var subviews: [WantedThing] = {
      if thing.children.isEmpty, controller == nil { return [] }
      let parts =
        thing.children(.root) + (controller?.children(.page) ?? []) + thing.children(.subview)
        + (controller?.children(.child) ?? [])
      return parts.compactMap(\.ownView)
    }()

    /// The place of each of these.
    private(set) lazy var places = Dictionary(
      subviews.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package private(set) var application: WantedThing
  /// All things by their ids.
  private(set) var entries: [String: Entry] = [:]
  // The things that name others, by the names.
  private var naming: [String: Set<String>] = [:]
  /// The things with keys of `WantedThing.linking`.
  private(set) var linking: Set<String> = []

  /// The wants of a text that has no errors.
  convenience init(_ application: Node?) {
    self.init(.application(application))
  }

  init(_ application: WantedThing) {
    self.application = application
    entries.reserveCapacity(size)
    WantedTree.walk(application) { [unowned self] (thing, entry) in
      change(thing.id, from: nil, to: entry())
      return true
    }
  }

  /// A copy.
  init(_ other: WantedTree) {
    application = other.application
    entries = other.entries
    naming = other.naming
    linking = other.linking
  }

  /// A thing by its id.
  package func thing(_ id: String) -> WantedThing? { entries[id]?.thing }

  /// The number of views, controllers and recognizers, with the application.
  package var size: Int { Int(application.extent.size) }

  /// A thing and those around it, up to the application.
  package func chain(from id: String) -> [WantedThing] {
    var chain: [WantedThing] = []
    var next = entries[id]
    while let entry = next {
      chain.append(entry.thing)
      next = entry.parent.flatMap { entries[$0] }
      // Pages and child controllers lie in the view of their parent.
      guard entry.thing.relation == .page || entry.thing.relation == .child else { continue }
      if let view = next?.thing.view { chain.append(view) }
    }
    return chain
  }

  /// The program that has put a thing of the tree; nil for what is the file's or not there.
  package func owner(of id: String) -> PutOwner? { entries[id]?.thing.owner }

  /// The values of a thing, those that lie over them included.
  func values(of id: String) -> [JSON.Member]? { entries[id]?.thing.values }

  /// Whether a thing is there.
  package func has(_ id: String) -> Bool { entries[id] != nil }

  /// The ids of the things that name a thing.
  package func naming(_ id: String) -> Set<String> { naming[id] ?? [] }

  // MARK: Changes

  /// Puts something else in the place of a thing.
  func change(_ id: String, from before: Entry?, to after: Entry?) {
    entries[id] = after
    before?.thing.eachName {
      naming[$0]?.remove(id)
      if naming[$0]?.isEmpty ?? false { naming[$0] = nil }
    }
    after?.thing.eachName { naming[$0, default: []].insert(id) }
    if before?.thing.links ?? false { linking.remove(id) }
    if after?.thing.links ?? false { linking.insert(id) }
  }

  /// The tree has another application, and every change is made.
  func follow(_ application: WantedThing) { self.application = application }

  /// The things that name others before or after them; nil if there are none.
  var links: Links? {
    guard application.extent.links else { return nil }
    let all = Array(linking)
    return Links(
      all: all, changed: all, entry: { [self] in entries[$0] }, naming: { [self] in naming($0) })
  }

  /// This tree with another application.
  func following(_ application: WantedThing) -> WantedTree {
    let tree = WantedTree(self)
    var changed: Set<String> = []
    var same: Set<String> = []
    WantedTree.walk(application) { [self] (thing, entry) in
      let entry = entry()
      let known = entries[thing.id]
      if entry.place != nil, let known, entry.isSame(as: known) {
        same.insert(thing.id)
        return false
      }
      changed.insert(thing.id)
      tree.change(thing.id, from: known, to: entry)
      return true
    }
    WantedTree.walk(self.application) { [self] (thing, _) in
      if same.contains(thing.id) { return false }
      if !changed.contains(thing.id) { tree.change(thing.id, from: entries[thing.id], to: nil) }
      return true
    }
    tree.follow(application)
    return tree
  }

  // MARK: Walking

  /// Calls with each thing, a view before what is in it, and what is presented after all else of its
  /// window; looks into a view only if the answer is yes.
  static func walk(
    _ application: WantedThing, _ enter: @escaping (WantedThing, () -> Entry) -> Bool
  ) {
    _ = enter(application) { Entry(thing: application, parent: nil) }
    for delegate in application.children(.delegate) {
      _ = enter(delegate) { Entry(thing: delegate, parent: application.id) }
    }
    for window in application.children(.window) {
      let readers = window[WantedThing.privateKey]
      var walk = Walk(window: Role(window: window.id, readers: readers), enter: enter)
      walk.add(window, writtenIn: application.id, in: nil)
      while !walk.presented.isEmpty {
        let (controller, presenter) = walk.presented.removeFirst()
        walk.add(controller, writtenIn: presenter, in: nil, presenter: presenter)
      }
    }
  }

  private struct Walk {
    // The role of a view without a controller.
    let window: Role
    let enter: (WantedThing, () -> Entry) -> Bool
    var presented: [(controller: WantedThing, presenter: String)] = []

    init(window: Role, enter: @escaping (WantedThing, () -> Entry) -> Bool) {
      self.window = window
      self.enter = enter
    }

    mutating func add(
      _ thing: WantedThing, writtenIn parent: String, in superview: String?,
      presenter: String? = nil
    ) {
      guard let view = thing.ownView else { return }
      let controller = view === thing ? nil : thing
      let isRoot = thing.relation == .root
      let goesOn = enter(view) { [window] in
        let role =
          controller == nil && !isRoot
          ? window
          : Role(
            window: window.window, controller: controller, isRoot: isRoot, presenter: presenter)
        return Entry(
          thing: view, parent: controller?.id ?? parent,
          place: Place(superview: superview, role: role), controller: controller)
      }
      guard goesOn else { return }
      if let controller { _ = enter(controller) { Entry(thing: controller, parent: parent) } }
      for child in view.children
      where child.relation == .part || child.relation == .recognizer {
        _ = enter(child) { Entry(thing: child, parent: view.id, view: view.id) }
      }
      add(.root, of: view, in: view)
      if let controller { add(.page, of: controller, in: view) }
      add(.subview, of: view, in: view)
      guard let controller else { return }
      add(.child, of: controller, in: view)
      if let next = controller.presented { presented.append((next, controller.id)) }
    }

    private mutating func add(
      _ relation: WantedThing.Relation, of thing: WantedThing, in view: WantedThing
    ) {
      for child in thing.children where child.relation == relation {
        add(child, writtenIn: thing.id, in: view.id)
      }
    }
  }
}

extension WantedThing {
  /// Keys by which a thing names others.
  static let naming: Set = [
    "next", "hit", "veto", "zoomView", "touchesShouldBegin", "touchesShouldCancel",
    "shouldReceive", "shouldBegin", "simultaneousWith", "requiresFailureOf", "requiredToFailBy",
    "canPrevent", "canBePrevented",
  ]

  /// Calls with every text that may be the name of another thing.
  func eachName(_ body: (String) -> Void) {
    for value in values {
      switch value.value {
      case .null, .bool, .number: continue
      case .integer, .string, .array, .object: break
      }
      guard WantedThing.naming.contains(value.name) else { continue }
      _ = value.value.mentions {
        body($0)
        return false
      }
    }
  }
}
