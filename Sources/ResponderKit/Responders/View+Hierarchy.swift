// Adding, moving and removing views, and attaching recognizers to them.

extension View {
  /// The distance between the orders of neighbours, so that a view can be inserted between them.
  private static let spacing: Int64 = 1 << 32
  /// The number of subviews from which on an index is used for hit tests.
  private static let indexedFrom = 9

  /// Makes room for so many more subviews.
  package final func reserveSubviews(_ count: Int) {
    subviews.reserveCapacity(subviews.count + count)
  }

  /// Adds a view in front of all other subviews.
  public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Inserts a view at an index among the subviews, counted from the back.
  public final func insertSubview(_ view: View, at position: Int) {
    // A view without subviews contains no other view, so the depth of this one is not walked.
    precondition(
      view !== self && (view.subviews.isEmpty || !isDescendant(of: view)),
      "a view cannot lie in itself")
    if view.superview === self { return reorder(view, to: position) }
    let isMoved = view.superview != nil || view.window != nil
    let application = application
    let isNew = application == nil || view.application !== application
    let former = isNew ? nil : view.path
    if !isNew, view.mayBeZoomed { application?.hasChanged(view) }
    if isMoved { view.leave(for: window) }
    let childIndex = min(max(position, 0), subviews.count)
    if childIndex == subviews.count {
      subviews.append(view)
    } else {
      subviews.insert(view, at: childIndex)
    }
    view.superview = self
    assignOrder(at: childIndex)
    if view.window !== window { view.changeWindow(to: window) }
    if let index {
      index.insert(view)
    } else if subviews.count >= Self.indexedFrom {
      index = HitIndex(of: subviews)
    }
    application?.treeChanged()
    if isMoved, liesBehindPage { application?.endAll(in: view, because: .behindPage) }
    if view.viewController != nil { viewController?.pagesDidChange() }
    if isNew {
      application?.reportAdded(view)
    } else {
      application?.reportMoved(view, from: former)
    }
  }

  /// Whether the view is content that its scroll view may have zoomed, which is not reported as a
  /// change of the view.
  private var mayBeZoomed: Bool {
    guard let scrollView = superview as? ScrollView else { return false }
    return scrollView.zoomView === self || transform != .identity
  }

  /// Inserts a view directly behind a subview.
  public final func insertSubview(_ view: View, belowSubview sibling: View) {
    insertSubview(view, at: childIndex(beside: sibling, without: view) ?? subviews.count)
  }

  /// Inserts a view directly in front of a subview.
  public final func insertSubview(_ view: View, aboveSubview sibling: View) {
    insertSubview(
      view, at: childIndex(beside: sibling, without: view).map { $0 + 1 } ?? subviews.count)
  }

  /// The index of a sibling after another view, which may be a sibling too, was removed.
  private final func childIndex(beside sibling: View, without view: View) -> Int? {
    guard let childIndex = siblingIndex(of: sibling) else { return nil }
    let old = siblingIndex(of: view)
    return old.map { $0 < childIndex } ?? false ? childIndex - 1 : childIndex
  }

  /// The index of a subview, counted from the back; nil for a view that is no subview.
  package final func position(of view: View) -> Int? { siblingIndex(of: view) }

  /// The index of a subview, found by its order; nil for a view that is no subview.
  private final func siblingIndex(of view: View) -> Int? {
    guard view.superview === self else { return nil }
    var low = 0
    var high = subviews.count
    while low < high {
      let middle = (low + high) / 2
      if subviews[middle].order < view.order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Moves a subview in front of its siblings.
  public final func bringSubviewToFront(_ view: View) { reorder(view, to: subviews.count - 1) }

  /// Moves a subview behind its siblings.
  public final func sendSubviewToBack(_ view: View) { reorder(view, to: 0) }

  /// Moves a subview to an index among its siblings, counted from the back.
  public final func reorder(_ view: View, to position: Int) {
    guard let old = siblingIndex(of: view) else { return }
    index?.remove(view)
    subviews.remove(at: old)
    let childIndex = min(max(position, 0), subviews.count)
    subviews.insert(view, at: childIndex)
    assignOrder(at: childIndex)
    index?.insert(view)
    application?.treeChanged()
    if view.viewController != nil { viewController?.pagesDidChange() }
    application?.reportMoved(view)
  }

  /// Removes the view from its superview; its touches are cancelled and its recognizers end.
  public final func removeFromSuperview() { leave(for: nil) }

  /// Whether the view is a given view or in it.
  public final func isDescendant(of view: View) -> Bool {
    var ancestor: View? = self
    while let each = ancestor {
      if each === view { return true }
      ancestor = each.superview
    }
    return false
  }

  /// Calls a closure with the view and every view in it, parents before children.
  public final func forEachInSubtree(_ body: (View) -> Void) {
    body(self)
    for child in subviews { child.forEachInSubtree(body) }
  }

  // MARK: Recognizers

  /// Attaches a recognizer, which is detached from another view first.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    if recognizer.view === self { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.attachment = gestureRecognizers.count
    gestureRecognizers.append(recognizer)
    recognizer.view = self
    application?.treeChanged()
    application?.hasChanged(self)
  }

  /// Detaches a recognizer; its gesture under way ends.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    application?.arbitration.endAtOnce(recognizer, because: .removed)
    recognizer.stopTimers()
    gestureRecognizers.removeAll { $0 === recognizer }
    for (number, each) in gestureRecognizers.enumerated() { each.attachment = number }
    recognizer.view = nil
    application?.treeChanged()
    application?.hasChanged(self)
  }

  /// Sorts the recognizers with these names into this order, before all others.
  package final func orderGestureRecognizers(by names: [String]) {
    var places: [String: Int] = [:]
    for (number, name) in names.enumerated() { places[name] = number }
    let ordered = gestureRecognizers.enumerated().sorted {
      (places[$0.element.id] ?? .max, $0.offset) < (places[$1.element.id] ?? .max, $1.offset)
    }
    gestureRecognizers = ContiguousArray(ordered.map(\.element))
    for (number, each) in gestureRecognizers.enumerated() { each.attachment = number }
    application?.treeChanged()
  }

  // MARK: Windows

  /// Dismisses controllers that controllers in this subtree present outside of it.
  final func dismissPresented() {
    forEachInSubtree { each in
      guard let controller = each.viewController,
        let outside = controller.presentedViewController?.presentationView
      else { return }
      if !outside.isDescendant(of: self) { controller.dismiss() }
    }
  }

  /// Ends the presentation of controllers in this subtree by controllers outside of it. Their
  /// touches are cancelled first, because their chains lead through the presenting controllers.
  final func leavePresenters() {
    forEachInSubtree { each in
      guard each !== self, let controller = each.viewController,
        let presenter = controller.presentingViewController?.view
      else { return }
      if !presenter.isDescendant(of: self) { controller.presentationDidLeave(for: nil) }
    }
  }

  /// Removes the view from its superview; `destination` is the window of its next superview.
  private func leave(for destination: Window?) {
    let application = self.application
    let isLeavingTree = destination == nil && window != nil
    let isLeavingApplication = application != nil && destination?.shownBy !== application
    let path = isLeavingApplication ? self.path : nil
    if isLeavingTree { dismissPresented() }
    if let window, window !== destination || window === self {
      window.shownBy?.viewWillLeave(self)
    }
    if isLeavingTree { leavePresenters() }
    superview?.index?.remove(self)
    if let superview, let childIndex = superview.siblingIndex(of: self) {
      superview.subviews.remove(at: childIndex)
    }
    let parent = superview
    superview = nil
    if window !== destination { changeWindow(to: nil) }
    application?.treeChanged()
    if isBehindPage { isBehindPage = false }
    if viewController != nil { parent?.viewController?.pagesDidChange() }
    if isLeavingApplication { application?.reportRemoved(self, at: path) }
    didLeave(for: destination)
  }

  func changeWindow(to window: Window?) {
    guard !(self is Window) else { return }
    if passesOn {
      self.window?.passingViews -= 1
      window?.passingViews += 1
    }
    self.window = window
    latestPath = nil
    if let application = window?.shownBy {
      didEnterApplication()
      if viewController != nil, isEnvironment { application.zones.zone(of: self).didEnter(self) }
    }
    for child in subviews { child.changeWindow(to: window) }
  }

  /// Above this order, which is close to the range of an integer, all siblings get new orders.
  private static let lastOrder: Int64 = .max / 2

  private func assignOrder(at childIndex: Int) {
    let behind = childIndex > 0 ? subviews[childIndex - 1].order : nil
    let front = childIndex + 1 < subviews.count ? subviews[childIndex + 1].order : nil
    switch (behind, front) {
    case (nil, nil): subviews[childIndex].order = 0
    case (let behind?, nil) where behind > Self.lastOrder: renumber()
    case (nil, let front?) where front < -Self.lastOrder: renumber()
    case (let behind?, nil): subviews[childIndex].order = behind + Self.spacing
    case (nil, let front?): subviews[childIndex].order = front - Self.spacing
    case (let behind?, let front?):
      if front - behind > 1 {
        subviews[childIndex].order = behind + (front - behind) / 2
      } else {
        renumber()
      }
    }
  }

  // The index asks for orders when it compares, so it need not know of other ones that sort the same.
  private func renumber() {
    for (number, child) in subviews.enumerated() { child.order = Int64(number) * Self.spacing }
  }
}
