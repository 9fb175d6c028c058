// Which page or modal presentation is in front, and what each of them keeps.
//
//     ┌ window ──────────────────────┐   The alert is in front; without it, page 2.
//     │ ┌─ page 2 ─┐ ┌─ alert ─────┐ │   Keys go to what is in front, and never behind it.
//     │ │  page 1  │ │             │ │   Page 1 keeps its focus and its first responder until it
//     │ └──────────┘ └─────────────┘ │   returns.
//     └──────────────────────────────┘

/// A page of a navigation controller, or a modal presentation; or all that lies in none of them.
private struct Environment {
  /// The page, or the container of the presented view; nil for what lies in no environment.
  var root: View?
  var focused: Responder?
  var firstResponder: Responder?
  /// Whether a program or the engine has given it a focus, and whether that was the engine.
  var hadFocus = false
  var isChosen = false
}

/// The environments of an application, each with its own focus and its own first responder.
///
/// A view beside the pages of a navigation controller, such as a bar, belongs to the page that is
/// shown.
final class Environments {
  unowned var application: Application!
  /// In the order in which they came in front. The first one is what lies in no environment.
  private var all: ContiguousArray<Environment> = [Environment()]
  // The version of the tree at the last report; 0 asks for the next one, at the end of a turn.
  private var reportedVersion: UInt64 = 1
  // Whether the tree was changed between two turns.
  private var isNew = true
  private var toldFocus: Responder?
  // Whether a finger that explores has just come to what has the focus.
  private var isExplored = false
  private var toldFirstResponder: Responder?

  // MARK: What is in front

  private func isInFront(_ environment: Environment) -> Bool {
    guard let root = environment.root else { return false }
    return root.isEnvironment && !root.liesBehind
  }

  /// The environment in front in the key window.
  private var front: Int {
    all.lastIndex { isInFront($0) && $0.root?.window === application.keyWindow } ?? 0
  }

  private func usable(_ responder: Responder?) -> Responder? {
    responder.flatMap { $0.application === application && !$0.liesBehind ? $0 : nil }
  }

  /// The responder with focus.
  var focused: Responder? {
    let front = front
    if !all[front].hadFocus, let first = all[front].root?.firstFocusable {
      all[front].focused = first
      all[front].hadFocus = true
      all[front].isChosen = true
      reportedVersion = 0
    }
    guard let own = usable(all[front].focused) else { return nil }
    // What is hidden has it again when it is shown again.
    return own.ownView?.isShown ?? true ? own : all[front].root?.firstFocusable
  }

  /// The responder with focus, unless it has it as the first that can.
  var givenFocus: Responder? {
    _ = focused
    return all[front].isChosen ? nil : usable(all[front].focused)
  }

  /// The first responder of what is in front.
  var firstResponder: Responder? {
    usable(all[front].firstResponder) ?? usable(all[0].firstResponder)
      ?? all.last { isInFront($0) && $0.firstResponder != nil }?.firstResponder
  }

  /// The receiver of presses: what has focus, else the first responder, else the controller in
  /// front, or the key window.
  var pressTarget: Responder? {
    let front = front
    guard let root = all[front].root else {
      return focused ?? firstResponder ?? application.keyWindow
    }
    return focused ?? usable(all[front].firstResponder) ?? root.environmentController ?? root
  }

  // MARK: What each has

  /// The environment of a responder.
  private func environment(of responder: Responder) -> Int {
    guard let view = responder.ownView, view.application === application else { return 0 }
    let around = view.environment
    // What lies beside the pages shares the focus of the page that is shown.
    let shown = all.lastIndex {
      guard let root = $0.root, root.isEnvironment, !root.liesBehindPage else { return false }
      return root.presentation === view.presentation
        && root.isDescendant(of: around ?? view.window ?? view)
    }
    if let shown { return shown }
    return around.flatMap { root in all.firstIndex { $0.root === root } } ?? 0
  }

  /// Gives a responder the focus in its environment; nil: what is in front is as if it had had none.
  func setFocus(_ responder: Responder?) {
    let index = responder.map(environment) ?? front
    all[index].focused = responder
    all[index].hadFocus = responder != nil
    all[index].isChosen = false
    // Of two pages that are shown beside each other, the one is in front that had the focus last.
    if let responder, let root = all[index].root, responder.lies(in: root) { cameInFront(root) }
    reportedVersion = 0
  }

  /// A finger that explores has come to a responder: that is reported also if it has the focus already.
  func explore(_ responder: Responder) {
    setFocus(responder)
    isExplored = true
  }

  /// Makes a responder the first responder of its environment, without asking.
  func setFirstResponder(_ responder: Responder?) {
    let holder = firstResponder
    for index in all.indices where all[index].firstResponder === holder {
      all[index].firstResponder = nil
    }
    if let responder { all[environment(of: responder)].firstResponder = responder }
    reportedVersion = 0
  }

  // MARK: Coming and going

  /// Notes an environment that has come into the application.
  func didEnter(_ root: View) {
    if !all.contains(where: { $0.root === root }) { all.append(Environment(root: root)) }
  }

  /// Notes a page that has come in front of others, with all that is shown in it.
  func cameInFront(_ root: View) {
    didEnter(root)
    func isIn(_ other: Environment) -> Bool { other.root?.isDescendant(of: root) ?? false }
    all = all.filter { !isIn($0) } + all.filter(isIn)
  }

  /// Forgets what lies in a view that leaves its window.
  func release(in view: View) {
    let holder = firstResponder
    all.removeAll { $0.root?.isDescendant(of: view) ?? false }
    for index in all.indices {
      if let focused = all[index].focused, focused.lies(in: view) {
        all[index].focused = nil
        // A page or presentation that stays takes another focus.
        all[index].hadFocus = false
      }
      if let first = all[index].firstResponder, first.lies(in: view) {
        all[index].firstResponder = nil
      }
    }
    if let holder, holder.lies(in: view) { tell(firstResponder: nil) }
  }

  func keyWindowChanged() { reportedVersion = 0 }

  func visibilityChanged() { reportedVersion = 0 }

  // MARK: Reports

  /// The tree was changed between two turns.
  func treeWasBuilt() { isNew = true }

  /// Takes a tree that was built between two turns as it is, so that what a turn changes in it is
  /// reported.
  func beginTurn() {
    if isNew { settle(isReported: false) }
  }

  /// Whether there may be something to report. Each frame asks.
  func needsSettling(_ treeVersion: UInt64) -> Bool { reportedVersion != treeVersion }

  /// Reports what is in front now, at the end of a turn.
  func settle() { settle(isReported: !isNew) }

  /// Reports whether something else has focus, or is first responder, and cancels the presses of
  /// what is behind now; a tree that was built between two turns is not reported.
  private func settle(isReported: Bool) {
    isNew = false
    reportedVersion = application.treeVersion
    let focused = focused
    let firstResponder = firstResponder
    defer { isExplored = false }
    guard isReported else {
      toldFocus = focused
      toldFirstResponder = firstResponder
      return
    }
    if firstResponder !== toldFirstResponder { tell(firstResponder: firstResponder) }
    if focused !== toldFocus || isExplored, application.outbox.wants.contains(.firstResponder) {
      application.outbox.append(.focused(focused, isExplored: isExplored))
    }
    if isExplored { focused?.ownView?.give(.selection) }
    toldFocus = focused
    application.cancelPressesBehind()
  }

  private func tell(firstResponder: Responder?) {
    toldFirstResponder = firstResponder
    let outbox = application.outbox
    guard outbox.wants.contains(.firstResponder) else { return }
    outbox.append(.firstResponder(candidate: nil, accepted: true, now: firstResponder))
  }

  /// Notes that a change of the first responder is reported.
  func didTell(firstResponder: Responder?) { toldFirstResponder = firstResponder }
}

extension Application {
  /// The responder with focus, which receives presses. Setting it gives a responder the focus of its
  /// page or modal presentation, which may be behind another one now.
  public final var focused: Responder? {
    get { environments.focused }
    set { environments.setFocus(newValue) }
  }

  /// The responder with focus that a configuration, a program or a key has given it.
  package final var givenFocus: Responder? { environments.givenFocus }

  /// Cancels the presses whose responders are behind a page or modal presentation now.
  final func cancelPressesBehind() {
    guard livePresses.contains(where: { $0.target.liesBehind }) else { return }
    let time = turn.time
    afterTurn { [unowned self] in
      cancelPresses({ $0.target.liesBehind }, because: .system, at: time)
    }
  }
}

extension View {
  /// Whether the view is a page of a navigation controller, or the container of a modal
  /// presentation.
  final var isEnvironment: Bool {
    if self is PresentationContainer { return true }
    return viewController != nil && superview?.viewController is NavigationController
  }

  /// The page or modal presentation in which the view lies.
  final var environment: View? {
    sequence(first: self) { $0.superview }.first { $0.isEnvironment }
  }

  /// The controller of a page or modal presentation.
  final var environmentController: ViewController? {
    viewController ?? (self as? PresentationContainer)?.subviews.first?.viewController
  }

  /// The container of the modal presentation in which the view lies.
  final var presentation: PresentationContainer? {
    sequence(first: self) { $0.superview }.lazy.compactMap { $0 as? PresentationContainer }.first
  }
}

extension Responder {
  /// Whether the responder is in a page behind another one.
  package final var liesBehindPage: Bool {
    var ancestor = ownView
    while let each = ancestor {
      if each.isBehindPage { return true }
      ancestor = each.superview
    }
    return false
  }

  /// Whether the responder is behind another page or a modal presentation.
  package final var liesBehind: Bool {
    guard var branch = ownView else { return false }
    while let superview = branch.superview {
      if branch.isBehindPage { return true }
      if superview is Window {
        let front = superview.subviews.reversed().prefix { $0.order > branch.order }
        return front.contains { $0 is PresentationContainer }
      }
      branch = superview
    }
    return false
  }
}
