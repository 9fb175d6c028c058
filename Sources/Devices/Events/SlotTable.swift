// Turns the events of a multitouch device into contacts that begin, move and end.
//
//     slot:  free ──id──► new ──report──► live ──-1──► free         the contact ended
//                          │               ├──other id──► new       the old one is cancelled
//                          │               ├──palm──► ignored       cancelled
//                          │               └──hovers──► new         ended (hovering as pointer)
//                          ├──-1──► free                            never seen: a blink
//                          ├──palm──► ignored                       never begins
//                          └──hovers──► new                         waits until it comes down
//     ignored ──-1 · other id──► free · new
//
// While lost events of the kernel are repaired, ended contacts are cancelled: their ends were not
// seen.

package import Configuration
import ResponderKit

/// The state of every slot of a device, and what each frame changed in it.
package struct SlotTable {
  struct Slot {
    enum Phase { case free, new, live, ignored }

    var phase = Phase.free
    var trackingID = -1
    /// The contact now; its id and change are set when it is reported.
    var contact = RawContact(id: 0, change: .move, x: 0, y: 0)
    /// The value of the axis ABS_MT_TOOL_TYPE.
    var toolType = ToolType.finger
    /// How the contact that was reported before ended in this frame, and its position.
    var ended: RawContact?
    /// Whether something is different from the last report.
    var isChanged = false
    /// Whether the frame has a position of the contact.
    var isPlaced = false
    /// The position at which the contact was reported before.
    var reportedX = 0
    var reportedY = 0

    /// Nothing is different from the last report.
    mutating func beginFrame() {
      isChanged = false
      isPlaced = false
    }

    mutating func place(x: Int) {
      if SlotTable.replace(&contact.x, x) { isChanged = true }
      isPlaced = true
    }

    mutating func place(y: Int) {
      if SlotTable.replace(&contact.y, y) { isChanged = true }
      isPlaced = true
    }

    mutating func markReported(_ change: Contact.Change, by tool: Contact.Tool) {
      contact.change = change
      contact.tool = tool
      reportedX = contact.x
      reportedY = contact.y
    }
  }

  /// The changes of the last report, in the order of the slots.
  package internal(set) var changes: ContiguousArray<RawContact> = []
  /// The position of a hovering contact after the last report, in the device's units.
  package internal(set) var hover: (x: Int, y: Int)?
  /// Counters of protocol violations.
  package var counters = ContactCounters()

  var slots: ContiguousArray<Slot>
  /// The slots that the next report looks at: those that changed, and new ones that hover.
  var waiting = SlotSet()
  /// The slot that events change; nil after a number that the device does not have.
  private var current: Int? = 0
  private let horizontal: ClosedRange<Int>
  private let vertical: ClosedRange<Int>
  /// Whether contacts that hover are reported as a pointer.
  let pointsWhileHovering: Bool
  let isSingle: Bool
  private let isPen: Bool
  var lastID = 0
  /// Whether events that the kernel lost are being made up for.
  var isResynchronizing = false
  /// The number of fingers by the tool buttons, and the pressed buttons, as bits.
  var toolButtons = 0
  /// Whether a pen or the like is near the surface, by its button.
  var heldTools = 0
  /// How a pen leans to the right and towards its user, in the device's units; nil if unknown.
  private(set) var tilt: (x: Int, y: Int)?
  /// How far a pen is rolled around itself, in the device's units; nil if unknown.
  private(set) var roll: Int?
  /// Fingers beyond the slots, which only the tool buttons count.
  var extras: ContiguousArray<RawContact> = []

  /// The table of a device, with all slots free.
  package init(_ description: EventDescription, hovering: Hovering = .pointer) {
    isSingle = description.contactProtocol == .single
    isPen = description.isPenTablet
    horizontal = Self.coordinates(of: description.axes[description.horizontalAxis])
    vertical = Self.coordinates(of: description.axes[description.verticalAxis])
    pointsWhileHovering = hovering == .pointer
    let count: Int
    switch description.contactProtocol {
    case .slots:
      count =
        min(max((description.axes[AxisCode.slot]?.maximum ?? 0) + 1, 1), SlotSet.capacity)
    case .anonymous: count = AnonymousContacts.slotCount
    case .single: count = 1
    case nil: count = 0
    }
    slots = ContiguousArray(repeating: Slot(), count: count)
    changes.reserveCapacity(count * 2)
  }

  /// The number of contacts that have begun and not ended.
  package var liveCount: Int {
    var count = extras.count
    for slot in slots where slot.phase == .live { count += 1 }
    return count
  }

  /// Whether nothing is on the surface, not even what is ignored.
  var isAtRest: Bool { slots.allSatisfy { $0.trackingID < 0 } }

  // MARK: Events

  /// Handles one event; reports are handled by `report()`.
  package mutating func handle(type: Int, code: Int, value: Int) {
    switch type {
    case InputType.absolute:
      if isSingle {
        singleAxis(code, value)
      } else {
        handleAxis(code, value)
      }
    case InputType.key: key(code, isDown: value != 0)
    default: break
    }
  }

  /// Handles an event of an axis of a device with slots.
  mutating func handleAxis(_ code: Int, _ value: Int) {
    if code == AxisCode.slot { return select(value) }
    if let current { setAxis(code, value, of: current) }
  }

  private mutating func select(_ number: Int) {
    if slots.indices.contains(number) {
      current = number
    } else {
      current = nil
      counters.slotsOutOfRange += 1
    }
  }

  private mutating func setAxis(_ code: Int, _ value: Int, of index: Int) {
    switch code {
    case AxisCode.positionX: setX(value, index)
    case AxisCode.positionY: setY(value, index)
    case AxisCode.trackingID: track(value, index)
    case AxisCode.toolType: mark(Self.replace(&slots[index].toolType, value), index)
    case AxisCode.slotPressure: mark(Self.replace(&slots[index].contact.pressure, value), index)
    case AxisCode.touchMajor: mark(Self.replace(&slots[index].contact.touchMajor, value), index)
    case AxisCode.touchMinor: mark(Self.replace(&slots[index].contact.touchMinor, value), index)
    case AxisCode.orientation: mark(Self.replace(&slots[index].contact.orientation, value), index)
    case AxisCode.slotDistance: mark(Self.replace(&slots[index].contact.distance, value), index)
    default: break
    }
  }

  private mutating func singleAxis(_ code: Int, _ value: Int) {
    switch code {
    case AxisCode.x: setX(value, 0)
    case AxisCode.y: setY(value, 0)
    case AxisCode.pressure: mark(Self.replace(&slots[0].contact.pressure, value), 0)
    case AxisCode.distance: mark(Self.replace(&slots[0].contact.distance, value), 0)
    case AxisCode.z where isPen: mark(Self.replace(&roll, value), 0)
    case AxisCode.tiltX: setTilt((value, tilt?.y ?? 0))
    case AxisCode.tiltY: setTilt((tilt?.x ?? 0, value))
    default: break
    }
  }

  private mutating func setTilt(_ value: (x: Int, y: Int)) {
    if let tilt, tilt == value { return }
    tilt = value
    mark(true, 0)
  }

  /// Reports every contact in the next report, because what they share has changed.
  mutating func markAllChanged() {
    for index in slots.indices where slots[index].phase == .live { mark(true, index) }
  }

  private mutating func key(_ code: Int, isDown: Bool) {
    switch code {
    case ButtonCode.touch where isSingle:
      // A second press or release of the button is ignored: only the kernel's state matters.
      if isDown != (slots[0].trackingID >= 0) { track(isDown ? 0 : -1, 0) }
    case ButtonCode.heldTools:
      let bit = 1 << (code - ButtonCode.toolPen)
      heldTools = isDown ? heldTools | bit : heldTools & ~bit
      if isSingle { mark(true, 0) }
    case ButtonCode.toolFinger: toolButton(1, isDown)
    case ButtonCode.toolDoubleTap: toolButton(2, isDown)
    case ButtonCode.toolTripleTap: toolButton(3, isDown)
    case ButtonCode.toolQuadTap: toolButton(4, isDown)
    case ButtonCode.toolQuintTap: toolButton(5, isDown)
    default: break
    }
  }

  private mutating func toolButton(_ fingers: Int, _ isDown: Bool) {
    toolButtons = isDown ? toolButtons | 1 << fingers : toolButtons & ~(1 << fingers)
  }

  // MARK: Slots

  private mutating func track(_ id: Int, _ index: Int) {
    if id >= 0 {
      if slots[index].trackingID == id { return }
      if slots[index].trackingID >= 0 {
        counters.replacedContacts += 1
        end(.cancel, index)
      }
      slots[index].trackingID = id
      slots[index].phase = .new
      waiting.insert(index)
    } else {
      guard slots[index].trackingID >= 0 else {
        counters.surplusReleases += 1
        return
      }
      if slots[index].phase == .new { counters.blinks += 1 }
      end(isResynchronizing ? .cancel : .up, index)
      slots[index].trackingID = -1
      slots[index].phase = .free
    }
  }

  /// Marks the contact that was reported before as ended; the next report has the end.
  private mutating func end(_ change: Contact.Change, _ index: Int) {
    guard slots[index].phase == .live else { return }
    var contact = slots[index].contact
    contact.change = change
    contact.x = slots[index].reportedX
    contact.y = slots[index].reportedY
    slots[index].ended = contact
    slots[index].phase = .new
    waiting.insert(index)
    if isResynchronizing { counters.resynchronized += 1 }
  }

  private mutating func setX(_ value: Int, _ index: Int) {
    let x = inside(horizontal, value)
    slots[index].place(x: x)
    waiting.insert(index)
  }

  private mutating func setY(_ value: Int, _ index: Int) {
    let y = inside(vertical, value)
    slots[index].place(y: y)
    waiting.insert(index)
  }

  private mutating func mark(_ isChanged: Bool, _ index: Int) {
    guard isChanged else { return }
    slots[index].isChanged = true
    waiting.insert(index)
  }

  private static func replace<Value: Equatable>(_ field: inout Value, _ value: Value) -> Bool {
    guard field != value else { return false }
    field = value
    return true
  }

  /// The coordinate, or the edge of the surface, which is behind the last value, as with libinput.
  private mutating func inside(_ range: ClosedRange<Int>, _ value: Int) -> Int {
    if range.contains(value) { return value }
    counters.coordinatesOutOfRange += 1
    return value < range.lowerBound ? range.lowerBound : range.upperBound + 1
  }

  /// The coordinates that an axis has; all, if its range is unknown.
  private static func coordinates(of range: AxisRange?) -> ClosedRange<Int> {
    guard let range, range.isValid else { return .min ... .max }
    return range.minimum...range.maximum
  }

  // MARK: Losses

  /// From here on events make up for lost ones: what ends is cancelled.
  package mutating func beginResynchronization() {
    counters.drops += 1
    isResynchronizing = true
  }

  /// Lost events are made up for.
  package mutating func endResynchronization() { isResynchronizing = false }

  /// Sets one axis of a slot to the kernel's value when the device is opened.
  package mutating func preset(slot index: Int, axis: Int, value: Int) {
    guard slots.indices.contains(index) else { return }
    // A slot that is free here as there has not been released a second time.
    if axis == AxisCode.trackingID, value < 0, slots[index].trackingID < 0 { return }
    if isSingle { singleAxis(axis, value) } else { setAxis(axis, value, of: index) }
  }

  /// Sets the buttons of fingers and tools to the kernel's values.
  package mutating func preset(keys: Set<Int>) {
    for code in ButtonCode.heldTools { key(code, isDown: keys.contains(code)) }
    for code in ButtonCode.aboutFingers { key(code, isDown: keys.contains(code)) }
  }

  /// Sets the slot that the kernel's next events change.
  package mutating func preset(currentSlot index: Int) { select(index) }

  /// Ignores the contacts that are down until they lift, because they began before the device was
  /// opened.
  package mutating func ignorePresent() {
    for index in slots.indices where slots[index].phase == .new { slots[index].phase = .ignored }
  }
}
