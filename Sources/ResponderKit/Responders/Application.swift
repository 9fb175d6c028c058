// The engine: frames go in, reports come out, and the caller supplies the time.

/// The root of the responder chain, and the interface of the engine.
///
/// `feed` handles a frame, `advance` sets the time, `deadline` is the time at which the engine must
/// be called again, `perform` changes the tree between two events. When a call returns, everything
/// that can be decided is decided, and the outbox has the reports.
open class Application: Responder {
  package override class var kindWord: StaticString { "application" }

  /// The windows, in the order in which they were shown.
  public final private(set) var windows: ContiguousArray<Window> = []
  /// The delegate; in the chain if it is a responder but no view, controller or application.
  public final var delegate: AnyObject? { didSet { delegateInChain = chainable(delegate) } }
  /// Whether remote-control commands are delivered.
  public final private(set) var receivesRemoteControlEvents = false
  /// After how many seconds the focus moves to the next view in the order of the tree; nil: it
  /// stays.
  public final var focusScanInterval: TimeInterval? {
    didSet { if focusScanInterval != oldValue { zones.waitForScan(from: turn.latest) } }
  }
  /// The tuning constants.
  public final var constants: Constants
  /// The factor, from 1 to 5, by which recognizers and controls wait longer for hands.
  public final var timeScale = 1.0
  /// The reports.
  public final let outbox: Outbox

  /// The touches that are down.
  public final private(set) var liveTouches: ContiguousArray<Touch> = []
  public final private(set) var livePresses: ContiguousArray<Press> = [] {
    didSet { modifierFlags = livePresses.reduce(into: []) { $0.formUnion($1.type.modifierFlags) } }
  }
  /// The modifier keys that are held.
  public final private(set) var modifierFlags: ModifierFlags = []

  // The parts of the engine. Only the methods of a part change its state; see docs/design.md.
  final let turn: Turn
  /// Called to remove a page that a finger has popped; nil: the engine removes it.
  package final var popPage: ((ViewController, Instant) -> Void)?
  final let event: Event
  final var timers = TimerQueue()
  final let arbitration: Arbitration
  final let delivery: Delivery
  final let questions = Questions()
  final let hover = Hover()
  final let motion = Motion()
  final let scrolling = ScrollCoordinator()
  final let zones = Zones()
  private final var latestTouchNumber = 0
  final var lifts = Lifts()
  /// The accommodations of all touches that no view around has others for.
  public final var touchAccommodations: TouchAccommodations? {
    get { accommodation.settings }
    set { accommodation.settings = newValue }
  }
  final var accommodation: Accommodation?
  final var heldContacts: ContiguousArray<HeldContact> = []
  final var hoveringPens: ContiguousArray<HoveringPen> = []
  final var dwellings: ContiguousArray<Dwelling> = []
  final var explorations: ContiguousArray<Exploration> = []
  /// How a finger that was held begins its touch; nil: it is none that was held.
  final var releasingHeld: HeldContact.Release?
  final lazy var heldTimer = EngineTimer(.minimum) { [unowned self] in releaseHeld(at: $0) }

  // The views that have changed in the running turn, and are not reported yet.
  private final var changedViews: ContiguousArray<View> = []

  /// The number of changes of the tree.
  final private(set) var treeVersion: UInt64 = 1
  /// The number of frames.
  final var frames: UInt64 = 0
  private final var delegateInChain: Responder?
  private final var windowsByLevel: ContiguousArray<Window> = []

  /// An application with an id and no window.
  public init(
    id: String = "app", constants: Constants = Constants(), outbox: Outbox = Outbox()
  ) {
    self.constants = constants
    self.outbox = outbox
    turn = Turn()
    event = Event(outbox: outbox)
    arbitration = Arbitration(turn: turn, event: event, outbox: outbox)
    delivery = Delivery(turn: turn, event: event, outbox: outbox)
    super.init(id: id)
    event.owner = self
    arbitration.application = self
    delivery.application = self
    questions.application = self
    hover.application = self
    motion.application = self
    scrolling.application = self
    zones.application = self
  }

  deinit {
    for window in windows { window.shownBy = nil }
    arbitration.abandonAttempts()
    event.owner = nil
  }

  package override final var hierarchyNext: Responder? { delegateInChain }
  open override var application: Application? { self }

  private final func chainable(_ object: AnyObject?) -> Responder? {
    guard let responder = object as? Responder, !(responder is View),
      !(responder is ViewController), !(responder is Application)
    else { return nil }
    return responder
  }

  // MARK: Windows

  /// Shows a window in front of the others of its level; the first one becomes the key window.
  public final func show(_ window: Window) {
    if window.shownBy === self { windows.removeAll { $0 === window } }
    windows.append(window)
    let isNew = window.shownBy !== self
    window.shownBy = self
    if isNew {
      window.forEachInSubtree {
        $0.latestPath = nil
        $0.didEnterApplication()
        if $0.viewController != nil, $0.isEnvironment { zones.zone(window.zone).didEnter($0) }
      }
    }
    zones.zone(window.zone).didEnter(window)
    window.closeEdgeGate()
    windowOrderChanged()
    treeChanged()
    if isNew { reportAdded(window) } else { reportMoved(window) }
  }

  /// Removes a window; its touches are cancelled and its recognizers end.
  public final func remove(_ window: Window) {
    guard window.shownBy === self else { return }
    let path = window.path
    window.dismissPresented()
    viewWillLeave(window)
    window.leavePresenters()
    windows.removeAll { $0 === window }
    window.shownBy = nil
    zones.zone(window.zone).resignKey(window)
    windowOrderChanged()
    treeChanged()
    reportRemoved(window, at: path)
  }

  /// The private window that takes a touch at a point of a screen.
  public final func privateWindow(at point: Point, on screen: Screen?) -> Window? {
    for window in windowsByLevel.reversed() {
      guard window.isPrivate else { return nil }
      if let ownScreen = window.screen, let screen, ownScreen !== screen { continue }
      if window.isOpen, window.frame.contains(point) { return window }
    }
    return nil
  }

  // MARK: Reports of changes
  //
  // A change between two turns builds a tree that no client follows yet, and is not reported.

  /// Notes that a view has changed; it is reported once, at the end of the edit or the turn.
  package final func hasChanged(_ view: View) {
    guard turn.isRunning, !view.hasUnreportedChange else { return }
    view.hasUnreportedChange = true
    changedViews.append(view)
  }

  final func reportAdded(_ view: View) {
    guard turn.isRunning else { return }
    view.hasUnreportedChange = false
    outbox.append(edit: .added(view), at: view.path)
    outbox.didReportPosition?()
  }

  final func reportMoved(_ view: View, from former: ViewPath? = nil) {
    guard turn.isRunning else { return }
    let path = view.path
    outbox.append(edit: .moved(view), at: path, from: former === path ? nil : former)
    outbox.didReportPosition?()
  }

  final func reportRemoved(_ view: View, at path: ViewPath?) {
    guard turn.isRunning else { return }
    outbox.append(edit: .removed(view), at: path)
  }

  final func reportChanges() {
    // What a change ends comes before it, also where that waits for the end of the turn.
    guard !changedViews.isEmpty, !turn.isFollowed else { return }
    let views = changedViews
    changedViews.removeAll()
    for view in views where view.hasUnreportedChange {
      view.hasUnreportedChange = false
      guard view.application === self else { continue }
      outbox.append(edit: .changed(view), at: view.path)
    }
  }

  final func windowOrderChanged() {
    // The sort is stable: windows of equal level keep the order in which they were shown.
    windowsByLevel = ContiguousArray(
      windows.enumerated().sorted {
        ($0.element.privacy, $0.element.level, $0.offset)
          < ($1.element.privacy, $1.element.level, $1.offset)
      }.map(\.element))
  }

  final func treeChanged() {
    arbitration.treeDidChange()
    pathsChanged()
  }

  /// Marks the paths of all views as changed: their positions in the tree, or actors.
  final func pathsChanged() {
    treeVersion &+= 1
    if !turn.isRunning { zones.treeWasBuilt() }
  }

  // MARK: Touches and presses

  /// The number of a new touch or press.
  final func nextTouchNumber() -> Int {
    latestTouchNumber += 1
    return latestTouchNumber
  }

  final func begin(_ touch: Touch) {
    liveTouches.append(touch)
    delivery.append(touch)
  }

  final func begin(_ press: Press) {
    livePresses.append(press)
    delivery.append(press)
  }

  /// Removes the touches and presses that are over; `Delivery` may still deliver their ends.
  final func removeLifted() {
    // Counted, ten fingers take 1 % more instructions.
    for index in liveTouches.indices where !Uncounted(liveTouches[index]).read({ $0.isDown }) {
      liveTouches.removeAll { !$0.isDown }
      break
    }
    if !livePresses.isEmpty { livePresses.removeAll { !$0.isDown } }
  }

  // MARK: Hit-testing

  /// The front-most view at a point of a screen; nil if no window has one there.
  public final func hitTest(_ point: Point, on screen: Screen?, with event: Event?) -> View? {
    for window in windowsByLevel.reversed() {
      // What is in a private window has screens of its own, with the same names.
      if let ownScreen = window.screen, let screen, ownScreen !== screen, ownScreen.id != screen.id
      {
        continue
      }
      if !window.isOpen {
        if outbox.wants.contains(.hitTest) { outbox.append(.passedOver(window)) }
        continue
      }
      let position = window.fromSuperview(point)
      if constants.hitTestsTwice { _ = window.hitTest(position, with: event) }
      if let hit = window.hitTest(position, with: event) { return hit }
    }
    return nil
  }

  /// Whether a touch begins again that the window of an edge gate has had.
  final var isBeginningAgain = false

  // MARK: Remote control

  /// Starts the delivery of remote-control commands.
  public final func beginReceivingRemoteControlEvents() { receivesRemoteControlEvents = true }

  /// Ends the delivery of remote-control commands.
  public final func endReceivingRemoteControlEvents() { receivesRemoteControlEvents = false }
}
