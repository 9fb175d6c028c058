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
  /// The receiver of presses and motion if no responder has focus or is first responder.
  public final var keyWindow: Window? {
    didSet {
      guard keyWindow !== oldValue else { return }
      for window in [oldValue, keyWindow] { if let window { hasChanged(window) } }
    }
  }
  /// The delegate; in the chain if it is a responder but no view, controller or application.
  public final var delegate: AnyObject? { didSet { delegateInChain = chainable(delegate) } }
  /// The responder with focus, which receives presses.
  public final var focused: Responder?
  /// Whether remote-control commands are delivered.
  public final private(set) var receivesRemoteControlEvents = false
  /// The tuning constants.
  public final var constants: Constants
  /// The reports.
  public final let outbox: Outbox

  /// The touches that are down.
  public final private(set) var liveTouches: ContiguousArray<Touch> = []
  public final private(set) var livePresses: ContiguousArray<Press> = []

  // The parts of the engine. Only the methods of a part change its state; see docs/design.md.
  final let turn: Turn
  final let event: Event
  final var timers = TimerQueue()
  final let arbitration: Arbitration
  final let delivery: Delivery
  final let questions = Questions()
  final let hover = Hover()
  final let motion = Motion()
  final let scrolling = ScrollCoordinator()
  final let firstResponderStatus = FirstResponderStatus()
  final var touchNumbers = Numbering()
  final var contacts = ContactAudiences()
  final var lifts = Lifts()

  /// The audience outside of all places; set by a program that limits the sight of clients.
  package final var outermost: Audience = []
  /// The views that are places.
  package final var places: ContiguousArray<View> = []

  // The views that an edit of other views has changed.
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
    firstResponderStatus.application = self
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
      }
    }
    if keyWindow == nil { keyWindow = window }
    window.closeEdgeGate()
    windowOrderChanged()
    treeChanged()
  }

  /// Removes a window; its touches are cancelled and its recognizers end.
  public final func remove(_ window: Window) {
    guard window.shownBy === self else { return }
    window.dismissPresented()
    viewWillLeave(window)
    window.leavePresenters()
    windows.removeAll { $0 === window }
    window.shownBy = nil
    if keyWindow === window { keyWindow = windows.first }
    windowOrderChanged()
    treeChanged()
  }

  /// Notes that an edit of other views has changed a view, such as the former key window.
  final func hasChanged(_ view: View) {
    guard turn.isRunning, !changedViews.contains(where: { $0 === view }) else { return }
    changedViews.append(view)
  }

  /// Forgets that a view has changed, because it is reported.
  package final func forgetChange(of view: View) {
    if !changedViews.isEmpty { changedViews.removeAll { $0 === view } }
  }

  /// The views in windows that edits of other views have changed since the last call.
  package final func takeChangedViews() -> ContiguousArray<View> {
    defer { changedViews.removeAll() }
    return changedViews.filter { $0.application === self }
  }

  final func windowOrderChanged() {
    // The sort is stable: windows of equal level keep the order in which they were shown.
    windowsByLevel = ContiguousArray(
      windows.enumerated().sorted {
        ($0.element.level, $0.offset) < ($1.element.level, $1.offset)
      }.map(\.element))
  }

  final func treeChanged() {
    arbitration.treeDidChange()
    pathsChanged()
  }

  /// Marks the paths of all views as changed: their positions in the tree, actors or audiences.
  final func pathsChanged() { treeVersion &+= 1 }

  // MARK: Touches and presses

  final func begin(_ touch: Touch) {
    for other in liveTouches where other.viewReference == touch.viewReference {
      other.shareView()
      touch.shareView()
    }
    liveTouches.append(touch)
    delivery.append(touch)
  }

  final func begin(_ press: Press) {
    livePresses.append(press)
    delivery.append(press)
  }

  /// Removes the touches and presses that are over; `Delivery` may still deliver their ends.
  final func removeLifted() {
    for index in liveTouches.indices where !Uncounted(liveTouches[index]).read({ $0.isDown }) {
      liveTouches.removeAll { !$0.isDown }
      break
    }
    if !livePresses.isEmpty { livePresses.removeAll { !$0.isDown } }
  }

  // MARK: Hit-testing

  /// The front-most view at a point of a screen; nil if no window has one there.
  public final func hitTest(_ point: Point, on screen: Screen?, with event: Event?) -> View? {
    for window in windowsByLevel.reversed() where !window.isHidden {
      if let ownScreen = window.screen, let screen, ownScreen !== screen { continue }
      let position = window.fromSuperview(point)
      if constants.hitTestsTwice { _ = window.hitTest(position, with: event) }
      if let hit = window.hitTest(position, with: event) { return hit }
    }
    return nil
  }

  // MARK: Remote control

  /// Starts the delivery of remote-control commands.
  public final func beginReceivingRemoteControlEvents() { receivesRemoteControlEvents = true }

  /// Ends the delivery of remote-control commands.
  public final func endReceivingRemoteControlEvents() { receivesRemoteControlEvents = false }
}
