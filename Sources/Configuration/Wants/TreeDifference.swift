// What must happen to a living tree so that it has what is wanted now instead of what was wanted before.
//
// A view stays if both want it in the same role, and nothing that it is in is made again. What both
// share is not looked into.

package import ResponderKit

/// The difference of two trees that are wanted.
package final class TreeDifference {
  typealias Entry = WantedTree.Entry

  /// A thing that differs, or may.
  final class Change {
    /// The thing as it was, and as it is.
    let before: Entry?
    let after: Entry?
    /// The living view, if it is a view that stays.
    fileprivate(set) var view: View?
    var isStaying: Bool { view != nil }

    fileprivate init(from before: Entry?, to after: Entry?) {
      self.before = before
      self.after = after
    }
  }

  // What was wanted before; it follows to what is wanted now.
  private let wanted: WantedTree
  let tree: Tree
  /// The screens that are wanted.
  let screens: [Screen]
  /// What was wanted before, and what is wanted now.
  let formerApplication: WantedThing
  let application: WantedThing
  /// The things that differ, or may.
  private(set) var changes: [String: Change] = [:]
  /// The number of things that differ, or may.
  package var count: Int { changes.count }
  /// The views among them that are wanted now, each after the one that it is in.
  private(set) var views: [(entry: Entry, change: Change)] = []
  /// The living views that go.
  private(set) var leaving: [String] = []
  /// The views that stay, with another parent or among other siblings.
  private(set) var moved: Set<String> = []
  // The views which are made again.
  private var again: Set<String> = []
  // The views in which a view is made again.
  private var holding: Set<String> = []
  // The views whose fingers cannot stay.
  private var touched: Set<String> = []
  // The views that need not be looked into.
  private var same: Set<String> = []
  // The things that are made again though both trees have them.
  private let replaced: Set<String>

  /// Compares what is wanted now with what was wanted before.
  package init(
    from old: WantedTree, to application: WantedThing, replacing replaced: Set<String> = [],
    screens: [Screen], in tree: Tree
  ) {
    self.replaced = replaced
    wanted = old
    formerApplication = old.application
    self.application = application
    self.screens = screens
    self.tree = tree
    let looksEverywhere = hasOtherScreens
    WantedTree.walk(application) { [self] in enter($0, $1(), always: looksEverywhere) }
    var gone: [WantedThing] = []
    WantedTree.walk(old.application) { [self] (thing, _) in
      if changes[thing.id] == nil {
        if same.contains(thing.id) { return false }
        changes[thing.id] = Change(from: wanted.entries[thing.id], to: nil)
      }
      if thing.viewKind != nil, !isStaying(thing.id) { gone.append(thing) }
      return true
    }
    for view in gone where living(view) != nil {
      leaving.append(view.id)
      touched.insert(view.id)
    }
  }

  /// Whether the screens differ, on which everything depends.
  package var hasOtherScreens: Bool { !tree.hasSame(screens) }

  /// Whether fingers in a view notice it.
  package func touches(_ view: View) -> Bool {
    sequence(first: view) { $0.superview }.contains { touched.contains($0.id) }
  }

  /// The things of programs that were there and are not any more.
  package var lost: [(owner: PutOwner, id: String, isRecognizer: Bool)] {
    changes.values.compactMap { change in
      guard let before = change.before, let owner = before.thing.owner,
        change.after?.thing.owner != owner
      else { return nil }
      return (owner, before.thing.id, before.view != nil)
    }
  }

  /// The views that are made again with what is in them, and the names of what is of another kind now.
  package var madeAgain: Set<String> {
    again.union(
      changes.lazy.filter { _, change in
        guard let before = change.before, let after = change.after else { return false }
        return before.thing.kind != after.thing.kind
      }.map(\.key))
  }

  // MARK: Things

  /// A thing as it is wanted now.
  func new(_ id: String) -> Entry? {
    if let change = changes[id] { change.after } else { wanted.entries[id] }
  }

  /// A thing as it was wanted before.
  func old(_ id: String) -> Entry? {
    if let change = changes[id] { change.before } else { wanted.entries[id] }
  }

  /// The things with keys of `WantedThing.linking` that are wanted now.
  var linking: [String] {
    wanted.linking.filter { changes[$0] == nil }
      + changes.filter { $1.after?.thing.links ?? false }.map(\.key)
  }

  /// The things that are wanted now and name others before or after them; nil if there are none.
  var links: Links? {
    guard application.extent.links else { return nil }
    var changed: Set<String> = []
    var naming: [String: Set<String>] = [:]
    for (id, change) in changes {
      guard let after = change.after else { continue }
      if change.before == nil {
        // What names it may wait for it now.
        let known = wanted.naming(id).intersection(wanted.linking)
        if !known.isEmpty { changed.formUnion(known.union([id])) }
      }
      guard after.thing.links else { continue }
      after.thing.eachName { naming[$0, default: []].insert(id) }
      if after.thing !== change.before?.thing { changed.insert(id) }
    }
    return Links(
      all: linking, changed: Array(changed), entry: { [self] in new($0) },
      naming: { [self, naming] in self.naming($0).union(naming[$0] ?? []) })
  }

  /// The things that name a thing and are the same in both trees.
  func naming(_ id: String) -> Set<String> { wanted.naming(id).filter { changes[$0] == nil } }

  /// Whether a view stays.
  func isStaying(_ view: String) -> Bool {
    changes[view]?.isStaying ?? (wanted.entries[view]?.place != nil)
  }

  /// Whether a name belongs to the same thing in both trees.
  func stays(_ id: String) -> Bool {
    guard let before = old(id), let after = new(id), before.thing.kind == after.thing.kind
    else { return false }
    switch after.thing.kind {
    case .application, .delegate: return true
    case .view: return isStaying(id)
    case .viewController: return after.thing.view.map { isStaying($0.id) } ?? false
    case .recognizer, .part:
      guard !replaced.contains(id), let view = after.view, view == before.view else { return false }
      return isStaying(view) && tree.registry.recognizer(id)?.view?.id == view
    }
  }

  // MARK: Comparing

  // The view in the tree, if it is what is wanted.
  private func living(_ thing: WantedThing) -> View? {
    guard let view = tree.registry.view(thing.id), view.window?.shownBy != nil,
      thing.kind == .view(ViewKind(of: view))
    else { return nil }
    return view
  }

  private func enter(_ thing: WantedThing, _ entry: Entry, always: Bool) -> Bool {
    let id = thing.id
    let before = wanted.entries[id]
    guard let place = entry.place else {
      changes[id] = Change(from: before, to: entry)
      return true
    }
    let known = before?.place == nil ? nil : before
    if let known, !always, isSame(entry, known) {
      same.insert(id)
      return false
    }
    let change = Change(from: before, to: entry)
    change.view = known.flatMap { staying(entry, place, $0) }
    changes[id] = change
    views.append((entry, change))
    if change.isStaying {
      noteMove(of: id, from: known?.place?.superview, to: place.superview)
    } else if known != nil {
      again.insert(id)
    }
    if again.contains(id) || place.superview.map(holding.contains) ?? false { holding.insert(id) }
    if let known, change.isStaying { findMoved(in: known, entry) }
    return true
  }

  // What is the same lives as it is, unless something around it is made again.
  private func isSame(_ entry: Entry, _ known: Entry) -> Bool {
    let id = entry.thing.id
    return entry.isSame(as: known) && !moved.contains(id) && !replaced.contains(id)
      && !(known.place?.superview.map(holding.contains) ?? false)
      && (known.place?.role.presenter.map { isPresenting($0) } ?? true)
  }

  private func isPresenting(_ controller: String) -> Bool {
    new(controller)?.thing.view.map { isStaying($0.id) } ?? true
  }

  private func staying(_ entry: Entry, _ place: WantedTree.Place, _ known: Entry) -> View? {
    let id = entry.thing.id
    guard known.thing.kind == entry.thing.kind, known.place?.role == place.role,
      !replaced.contains(id)
    else { return nil }
    // What presents it is here already, and only with that it can stay.
    if let presenter = place.role.presenter, !isPresenting(presenter) { return nil }
    if let superview = place.superview, holding.contains(superview),
      wasInOneMadeAgain(id, superview)
    {
      return nil
    }
    guard let view = living(entry.thing), view.viewController?.id == entry.controller?.id else {
      return nil
    }
    return view
  }

  // What was in a view that is made again, and still is, is made again with it.
  private func wasInOneMadeAgain(_ id: String, _ superview: String) -> Bool {
    var around: Set<String> = []
    var next: String? = superview
    while let each = next {
      if again.contains(each) { around.insert(each) }
      next = changes[each]?.after?.place?.superview
    }
    next = wanted.entries[id]?.place?.superview
    while let each = next {
      if around.contains(each) { return true }
      next = wanted.entries[each]?.place?.superview
    }
    return false
  }

  private func noteMove(of id: String, from former: String?, to superview: String?) {
    guard let superview, former != superview || !isStaying(superview) else { return }
    moved.insert(id)
    touched.insert(id)
  }

  // As few of the views in a view as possible move among their siblings.
  private func findMoved(in known: Entry, _ entry: Entry) {
    if known.subviews.elementsEqual(entry.subviews, by: { $0.id == $1.id }) { return }
    let places = known.places
    let kept = entry.subviews.compactMap { view in places[view.id].map { (view.id, $0) } }
    let resting = Set(longestRise(of: kept.map(\.1)))
    for (id, place) in kept where !resting.contains(place) { moved.insert(id) }
  }

  // The longest row of numbers that rise.
  private func longestRise(of numbers: [Int]) -> [Int] {
    // The index of the smallest number that ends a row of each length, and the one before each.
    var ends: [Int] = []
    var former: [Int] = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { former[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var next = ends.last ?? -1
    while next >= 0 {
      rise.append(numbers[next])
      next = former[next]
    }
    return rise
  }
}
