// From touches that are passed on to the frames of a virtual touchscreen.
//
//     slot:  free ──begin──► down ──end──► free                    -1
//                             └──cancel──► leaving ──frame──► free   palm · outside, then -1
//
// A finger changes once in a frame; what comes next closes the frame first. All axes are written
// each time: the kernel itself drops what has not changed, and it alone knows what that is.
//
// Fingers land last in a frame, because the engine reports landings first: a finger that lifts
// frees its slot before. After fingers that were taken away they land in the next frame: where one
// is cancelled, a program under Wayland loses all fingers that it has.

import Configuration
import ResponderKit

/// Puts the touches that are passed on into frames, as the device's driver would have.
struct TouchWriter {
  private struct Slot {
    enum State { case free, down, leaving }

    var state = State.free
    var contact = RawContact(id: 0, change: .move, x: 0, y: 0)
    /// Lower for who came earlier.
    var order = 0
    /// Whether the open frame says something of it.
    var isChanged = false
  }

  /// The frames that were closed, and behind them the open one.
  private(set) var events: ContiguousArray<WrittenEvent> = []
  private var slots: ContiguousArray<Slot>
  /// The fingers that land at the end of the open frame.
  private var landing: ContiguousArray<RawContact> = []
  /// The slot of the events.
  private var current = -1
  private var lastID = 0
  private var lastOrder = 0
  private var isOpen = false
  private let isSingle: Bool
  private let cancel: PassedOnCancel
  /// A place that no finger can have.
  private let outside: (x: Int, y: Int)
  private let axes: Set<Int>
  private let fingerButtons: [(code: Int, count: Int)]
  private let hasTouchButton: Bool
  private let keys: Set<Int>
  private var keysDown: Set<Int> = []

  /// The writer for a device that announces this; one finger alone cannot be a palm.
  init(_ description: EventDescription, cancel: PassedOnCancel) {
    isSingle = description.contactProtocol == .single
    self.cancel = isSingle ? .liftOutside : cancel
    let count = isSingle ? 1 : (description.axes[AxisCode.slot]?.maximum ?? 0) + 1
    slots = ContiguousArray(repeating: Slot(), count: min(max(count, 1), 256))
    axes = Set(description.axes.keys)
    let aboutFingers = Set(ButtonCode.aboutFingers).union(ButtonCode.heldTools)
    keys = (description.codes[InputType.key] ?? []).subtracting(aboutFingers)
    hasTouchButton = description.hasKey(ButtonCode.touch)
    fingerButtons = [
      (ButtonCode.toolFinger, 1), (ButtonCode.toolDoubleTap, 2), (ButtonCode.toolTripleTap, 3),
      (ButtonCode.toolQuadTap, 4), (ButtonCode.toolQuintTap, 5),
    ].filter { description.hasKey($0.0) }
    func beyond(_ axis: Int) -> Int {
      guard let range = description.axes[axis] else { return -1 }
      return Int(Int32(clamping: range.minimum - 8 * range.count))
    }
    outside = (beyond(description.horizontalAxis), beyond(description.verticalAxis))
    events.reserveCapacity(slots.count * 12 + 64)
  }

  /// How many fingers are down.
  var count: Int {
    var count = 0
    for slot in slots where slot.state == .down { count += 1 }
    return count
  }

  /// The frames were written.
  mutating func removeAll() { events.removeAll(keepingCapacity: true) }

  // MARK: Touches

  /// A finger comes down.
  mutating func begin(_ contact: RawContact) {
    cancel(contact.id)
    landing.append(contact)
  }

  private mutating func land() {
    while !landing.isEmpty { land(landing.removeFirst()) }
  }

  private mutating func land(_ contact: RawContact) {
    if slots.contains(where: { $0.state == .leaving }) { closeFrames() }
    let index = freeSlot()
    lastOrder += 1
    slots[index].state = .down
    slots[index].order = lastOrder
    select(index)
    if !isSingle {
      // Before the number: readers look at the tool when a number comes.
      put(AxisCode.toolType, contact.tool == .pen ? ToolType.pen : ToolType.finger)
      lastID = (lastID + 1) & 0xffff
      put(AxisCode.trackingID, lastID)
    }
    // A value that the panel does not report must not be the value of an earlier finger.
    var whole = contact
    whole.pressure = contact.pressure ?? 0
    whole.touchMajor = contact.touchMajor ?? 0
    whole.touchMinor = contact.touchMinor ?? 0
    whole.orientation = contact.orientation ?? 0
    whole.distance = contact.distance ?? 0
    set(whole, in: index)
  }

  /// A finger moves, or presses harder.
  mutating func move(_ contact: RawContact) {
    guard let index = index(of: contact.id) else { return }
    beginChange(of: index)
    set(contact, in: index)
  }

  /// A finger lifts.
  mutating func end(_ id: Int) {
    guard let index = index(of: id) else { return }
    beginChange(of: index)
    lift(index)
  }

  /// A finger is taken away.
  mutating func cancel(_ id: Int) {
    guard let index = index(of: id) else { return }
    beginChange(of: index)
    slots[index].state = .leaving
    switch cancel {
    case .palm: put(AxisCode.toolType, ToolType.palm)
    case .liftOutside:
      var contact = slots[index].contact
      (contact.x, contact.y) = outside
      set(contact, in: index)
    }
  }

  /// A key goes down or comes up, in a frame of its own.
  mutating func key(_ code: Int, isDown: Bool) {
    guard keys.contains(code) else { return }
    guard isDown ? keysDown.insert(code).inserted : keysDown.remove(code) != nil else { return }
    endFrame()
    putKey(code, isDown)
    events.append(.report)
  }

  /// All keys come up but these.
  mutating func releaseKeys(but down: Set<Int> = []) {
    for code in keysDown.subtracting(down).sorted() { key(code, isDown: false) }
  }

  /// All fingers are taken away, and all keys come up.
  mutating func cancelAll() {
    releaseKeys()
    land()
    for index in slots.indices where slots[index].state == .down {
      cancel(slots[index].contact.id)
    }
    endFrame()
  }

  // MARK: Frames

  /// Ends the frame, in which fingers land last.
  mutating func endFrame() {
    land()
    closeFrames()
  }

  /// Closes the frame, and lets fingers that were taken away lift in frames of their own.
  private mutating func closeFrames() {
    guard isOpen else { return }
    close()
    forgetChanges()
    for index in slots.indices where slots[index].state == .leaving {
      select(index)
      lift(index)
    }
    guard isOpen else { return }
    close()
    if cancel == .palm {
      // A slot that still says palm would hide its next finger.
      for index in slots.indices where slots[index].isChanged {
        select(index)
        put(AxisCode.toolType, ToolType.finger)
      }
      close()
    }
    forgetChanges()
  }

  private mutating func forgetChanges() {
    for index in slots.indices { slots[index].isChanged = false }
  }

  private mutating func close() {
    let count = slots.count { $0.state != .free }
    if hasTouchButton { putKey(ButtonCode.touch, count > 0) }
    for button in fingerButtons { putKey(button.code, count == button.count) }
    emulateOneFinger()
    events.append(.report)
    isOpen = false
  }

  /// The axes of a device with one finger follow the one that came first.
  private mutating func emulateOneFinger() {
    guard !isSingle, axes.contains(AxisCode.x) else { return }
    var first: Int?
    for index in slots.indices where slots[index].state != .free {
      if let other = first, slots[other].order < slots[index].order { continue }
      first = index
    }
    guard let first else { return }
    put(AxisCode.x, slots[first].contact.x)
    put(AxisCode.y, slots[first].contact.y)
    if let pressure = slots[first].contact.pressure { put(AxisCode.pressure, pressure) }
  }

  // MARK: Slots

  private mutating func index(of id: Int) -> Int? {
    if landing.contains(where: { $0.id == id }) { land() }
    return slots.firstIndex { $0.state == .down && $0.contact.id == id }
  }

  /// A slot that is free in the open frame, or in the next one.
  private mutating func freeSlot() -> Int {
    if let index = slots.firstIndex(where: { $0.state == .free && !$0.isChanged }) { return index }
    // The end of a touch that has lifted may be held back while its slot is needed.
    if !slots.contains(where: { $0.state == .free }) {
      var oldest = 0
      for index in slots.indices where slots[index].order < slots[oldest].order { oldest = index }
      cancel(slots[oldest].contact.id)
    }
    closeFrames()
    return slots.firstIndex { $0.state == .free } ?? 0
  }

  private mutating func beginChange(of index: Int) {
    if slots[index].isChanged { closeFrames() }
    select(index)
  }

  private mutating func select(_ index: Int) {
    isOpen = true
    slots[index].isChanged = true
    guard !isSingle, current != index else { return }
    current = index
    put(AxisCode.slot, index)
  }

  private mutating func lift(_ index: Int) {
    slots[index].state = .free
    if !isSingle { put(AxisCode.trackingID, -1) }
  }

  private mutating func set(_ contact: RawContact, in index: Int) {
    slots[index].contact = contact
    put(isSingle ? AxisCode.x : AxisCode.positionX, contact.x)
    put(isSingle ? AxisCode.y : AxisCode.positionY, contact.y)
    put(isSingle ? AxisCode.pressure : AxisCode.slotPressure, contact.pressure)
    guard !isSingle else { return }
    put(AxisCode.touchMajor, contact.touchMajor)
    put(AxisCode.touchMinor, contact.touchMinor)
    put(AxisCode.orientation, contact.orientation)
    put(AxisCode.slotDistance, contact.distance)
  }

  // MARK: Events

  private mutating func put(_ axis: Int, _ value: Int?) {
    guard let value, axes.contains(axis) else { return }
    events.append(WrittenEvent(InputType.absolute, axis, value))
  }

  private mutating func putKey(_ code: Int, _ isDown: Bool) {
    events.append(WrittenEvent(InputType.key, code, isDown ? 1 : 0))
  }
}
