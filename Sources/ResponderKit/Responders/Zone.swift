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

/// Windows that share the keys of some devices: one of them is the key window, and one environment is
/// in front. Each environment has its own focus and its own first responder.
///
/// A view beside the pages of a navigation controller, such as a bar, belongs to the page that is
/// shown.
final class Zone {
  /// The name that windows and devices give it; nil: of all windows that name none.
  let name: String?
  private unowned let application: Application
  /// The receiver of presses and motion if no responder has focus or is first responder.
  private(set) var keyWindow: Window?
  // The window that was key before a private one.
  private weak var formerKeyWindow: Window?
  /// In the order in which they came in front. The first one is what lies in no environment.
  private var all: ContiguousArray<Environment> = [Environment()]
  private var toldFocus: Responder?
  // Whether a finger that explores has just come to what has the focus.
  private var isExplored = false
  private var toldFirstResponder: Responder?
  private lazy var scan = FocusScan(of: self, in: application)

  init(_ name: String?, of application: Application) {
    self.name = name
    self.application = application
  }

  /// The windows of the zone, in the order in which they were shown.
  var windows: some Collection<Window> { application.windows.lazy.filter { $0.zone == self.name } }

  // MARK: The key window

  /// Makes a window of the zone the key window.
  func makeKey(_ window: Window?) {
    let former = keyWindow
    guard former !== window else { return }
    keyWindow = window
    if window?.isPrivate ?? false, former?.isPrivate != true { formerKeyWindow = former }
    for window in [former, window] { if let window { application.hasChanged(window) } }
    setNeedsReport()
  }

  /// The first window of a zone is its key window.
  func didEnter(_ window: Window) {
    if keyWindow == nil, !window.isPrivate { makeKey(window) }
  }

  /// The window that was key before a window that is hidden or goes is key again.
  func resignKey(_ window: Window) {
    guard keyWindow === window else { return }
    func isHere(_ other: Window) -> Bool {
      other !== window && other.shownBy === application && other.zone == name
    }
    makeKey(
      formerKeyWindow.flatMap { isHere($0) ? $0 : nil }
        ?? windows.first { !$0.isPrivate && $0 !== window })
  }

  /// The focus moves by itself the whole interval after a time.
  func waitForScan(from time: Instant) { scan.wait(from: time) }

  private func setNeedsReport() { application.zones.setNeedsReport() }

  // MARK: What is in front

  private func isInFront(_ environment: Environment) -> Bool {
    guard let root = environment.root else { return false }
    return root.isEnvironment && !root.liesBehind
  }

  /// The environment in front in the key window.
  private var front: Int {
    all.lastIndex { isInFront($0) && $0.root?.window === keyWindow } ?? 0
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
      setNeedsReport()
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
      return focused ?? firstResponder ?? keyWindow
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
    setNeedsReport()
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
    setNeedsReport()
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

  // MARK: Reports

  /// Reports whether something else has focus, or is first responder; a tree that was built between two
  /// turns is not reported.
  func settle(isReported: Bool) {
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
      application.outbox.append(.focused(focused, isExplored: isExplored, zone: name))
    }
    if isExplored { focused?.ownView?.give(.selection) }
    toldFocus = focused
  }

  private func tell(firstResponder: Responder?) {
    toldFirstResponder = firstResponder
    let outbox = application.outbox
    guard outbox.wants.contains(.firstResponder) else { return }
    outbox.append(
      .firstResponder(candidate: nil, accepted: true, now: firstResponder, zone: name))
  }

  /// Notes that a change of the first responder is reported.
  func didTell(firstResponder: Responder?) { toldFirstResponder = firstResponder }
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
