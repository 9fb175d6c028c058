// What must be done to a tree, built from an old text, to make it the one built from a new text.
//
//     views leave what is removed ──► views are removed ──► new views are added, and all views are
//     moved to their positions ──► values are set
//
// It compares the two texts, and does not change anything in which they are equal.

package import ResponderKit

/// The edits that lead from an old tree to a new one.
package final class TreeDifference {
  let old: Tree
  /// The tree to which they lead.
  let new: Tree
  let match: TreeMatch
  private(set) var edits: [TreeEdit] = []
  /// The views whose touches are affected: those that are removed, moved, or set.
  private(set) var touched: Set<String> = []
  /// Whether the screens differ.
  package let hasOtherScreens: Bool
  let hasOtherDensity: Bool

  let usual = UsualSettings()
  // The largest addition: a client that reads slowly must still have room for its record.
  private static let largestPiece = 256
  /// The piece in which each new name comes, by its number.
  private var pieces: [String: Int] = [:]
  private var pieceCount = 0
  private var isDeep: [String: Set<String>] = [:]
  private var late: [(id: String, values: [TreeValue])] = []

  /// Compares two trees of which nothing lives.
  package init(from old: Tree, to new: Tree) {
    self.old = old
    self.new = new
    hasOtherScreens =
      !old.screens.elementsEqual(new.screens) { one, other in
        one.id == other.id && one.size == other.size && one.edgeGate == other.edgeGate
          && one.pointsPerMillimeter == other.pointsPerMillimeter
      }
    hasOtherDensity =
      old.screens.map(\.pointsPerMillimeter) != new.screens.map(\.pointsPerMillimeter)
    match = TreeMatch(old, new)
    clear()
    grow()
    compareSettings()
  }

  deinit {
    old.breakReferenceCycles()
    new.breakReferenceCycles()
  }

  /// Whether there is no difference.
  package var isEmpty: Bool { edits.isEmpty && !hasOtherScreens }

  // MARK: Removals

  private func clear() {
    let delegate = old.application.delegate as? Responder
    if let delegate, (new.application.delegate as? Responder)?.id != delegate.id {
      edits.append(.delegate(nil))
    }
    for window in old.application.windows { moveOutKeptViews(window) }
    for window in old.application.windows {
      window.forEachInSubtree { view in
        guard !(view is PresentationContainer) else { return }
        guard match.hasView(view.id) else {
          touched.insert(view.id)
          edits.append(.remove(view.id))
          return
        }
        var change = ViewChange(view.id)
        change.removed = recognizers(of: view).filter { !match.hasRecognizer($0) }.map(\.id)
        append(change)
      }
    }
  }

  // Moves a view that stays out of a view that is removed, to its new position or near to it.
  private func moveOutKeptViews(_ view: View) {
    for child in view.subviews {
      if match.hasView(child.id), !match.hasView(view.id) {
        var target = new.registry.view(child.id)?.superview
        if target.map({ !match.hasView($0.id) || $0 is PresentationContainer }) ?? true {
          target = sequence(first: view) { $0.superview }
            .first { match.hasView($0.id) && !($0 is PresentationContainer) }
        }
        if let target { edits.append(.move(child.id, to: target.id)) }
      }
      moveOutKeptViews(child)
    }
  }

  // MARK: Additions and positions

  private func grow() {
    let delegate = new.application.delegate as? Responder
    if let delegate, (old.application.delegate as? Responder)?.id != delegate.id {
      edits.append(.delegate(writer(of: []).delegate))
    }
    for window in new.application.windows { count(window) }
    for window in new.application.windows {
      window.forEachInSubtree { view in
        guard match.hasView(view.id) else { return }
        for recognizer in recognizers(of: view) where !match.hasRecognizer(recognizer) {
          // It is added with the changes of its view, after all pieces.
          pieces[recognizer.id] = .max
        }
      }
    }
    for window in new.application.windows { grow(window) }
  }

  /// Counts what comes together with a view that is new.
  @discardableResult
  private func count(_ view: View) -> Set<String> {
    let inside = view.subviews.map { count($0) }
    if view is PresentationContainer { return inside.first ?? [] }
    guard !match.hasView(view.id) else { return [] }
    var piece: Set<String> = [view.id]
    // A part that does not fit is an addition of its own.
    for part in inside where piece.count + part.count <= TreeDifference.largestPiece {
      piece.formUnion(part)
    }
    isDeep[view.id] = piece
    return piece
  }

  private func grow(_ view: View, within piece: Set<String> = []) {
    if view is PresentationContainer {
      for child in view.subviews { grow(child, within: piece) }
      return
    }
    var piece = piece
    if !match.hasView(view.id) {
      if !piece.contains(view.id) {
        piece = isDeep[view.id] ?? [view.id]
        add(view, piece)
      }
    } else if let before = old.registry.view(view.id), isMoved(view, from: before) {
      touched.insert(view.id)
      edits.append(.position(view.id))
    }
    placeInOrder(view)
    for child in inOrder(view.subviews) { grow(child, within: piece) }
  }

  // A presenting view comes before the presented one.
  private func inOrder(_ views: ContiguousArray<View>) -> [View] {
    views.filter { !($0 is PresentationContainer) } + views.filter { $0 is PresentationContainer }
  }

  private func isMoved(_ view: View, from before: View) -> Bool {
    if view is Window { return false }
    if view.viewController?.presentingViewController != nil { return false }
    return isMisplaced.contains(view.id) || view.superview?.id != before.superview?.id
      || before.superview.map { !match.hasView($0.id) } ?? false
  }

  // Views that have the same parent in both trees, but another place among its children.
  private var isMisplaced: Set<String> = []

  private func placeInOrder(_ view: View) {
    guard match.hasView(view.id) else { return }
    var latest = -1
    for child in view.subviews where match.hasView(child.id) {
      guard let before = old.registry.view(child.id), before.superview?.id == view.id,
        let place = before.superview?.position(of: before)
      else { continue }
      if place < latest { isMisplaced.insert(child.id) } else { latest = place }
    }
  }

  // A view with its subviews of this piece.
  private func add(_ view: View, _ piece: Set<String>) {
    pieceCount += 1
    let number = pieceCount
    for id in piece { setPiece(of: id, to: number) }
    let setting = writer(of: piece).piece(view)
    edits.append(.add(view.id, setting))
  }

  private func setPiece(of id: String, to number: Int) {
    guard let view = new.registry.view(id) else { return }
    pieces[id] = number
    if let controller = view.viewController { pieces[controller.id] = number }
    for recognizer in view.gestureRecognizers { pieces[recognizer.id] = number }
  }

  private func writer(of piece: Set<String>) -> TreeWriter {
    TreeWriter(new, writingAllOf: piece, usual)
  }

  // MARK: What is set

  private func compareSettings() {
    // A value that names something that is added later is set after that.
    for (index, edit) in edits.enumerated() {
      guard case .add(let id, let setting) = edit, let number = pieces[id] else { continue }
      let now = setting.leavingOut(of: id) { [pieces] value in
        value.mentions { pieces[$0].map { $0 > number } ?? false }
      }
      late += now.left
      edits[index] = .add(id, now.rest)
    }
    for window in new.application.windows {
      window.forEachInSubtree { view in
        guard !(view is PresentationContainer), match.hasView(view.id),
          let before = old.registry.view(view.id)
        else { return }
        append(change(of: before, to: view))
      }
    }
    for (id, values) in late { edits.append(.set(id, values)) }
    if let delegate = new.application.delegate as? Responder,
      let before = old.application.delegate as? Responder, before.id == delegate.id
    {
      set(delegate.id, values(from: before, to: delegate, usual.responderKeys))
    }
    set(
      new.application.id,
      values(from: old.application, to: new.application, usual.applicationKeys))
  }

  private func set(_ id: String, _ values: [TreeValue]) {
    if !values.isEmpty { edits.append(.set(id, values)) }
  }

  private func append(_ change: ViewChange) {
    guard !change.isEmpty else { return }
    touched.insert(change.id)
    edits.append(.change(change))
  }

  /// The recognizers of a view that are written in a configuration.
  func recognizers(of view: View) -> [GestureRecognizer] {
    let scrollView = view as? ScrollView
    return view.gestureRecognizers.filter {
      RecognizerKind(of: $0) != nil && $0 !== scrollView?.panGestureRecognizer
        && $0 !== scrollView?.pinchGestureRecognizer
    }
  }

  /// Whether fingers in a view notice it.
  package func touches(_ view: View) -> Bool {
    sequence(first: view) { $0.superview }.contains { touched.contains($0.id) }
  }
}
