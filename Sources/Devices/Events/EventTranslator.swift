// From the events of one kernel device to the frames of the engine.

package import Configuration
package import ResponderKit

/// Turns the events of one kernel device into frames; live devices and recordings share it.
package final class EventTranslator {
  /// The device of the events.
  package let device: Device
  /// The last finished frame; it is filled again and again.
  package internal(set) var frame: Frame
  /// The state of the slots, and what the device did wrong so far.
  package private(set) var slots: SlotTable
  private var anonymous: AnonymousContacts?
  /// For a device with slots.
  private var joiner: ReportJoiner?
  /// The description of a device whose contacts have no identity.
  private let anonymousDescription: EventDescription?
  private let hasSurface: Bool
  private let scale: AxisScale
  private var isHovering = false
  private var presses: PressTable
  private var buttons = ButtonTable()
  private var mouse: MouseTable?
  private var shake: ShakeDetector?
  /// Whether events of axes are about more than the surface.
  private let hasOtherAxes: Bool
  /// Whether events of axes are about slots and nothing else.
  private let hasOnlySlots: Bool
  /// Whether contacts have no identity that the kernel could report after a loss.
  package let isAnonymous: Bool
  /// Whether the rest of a frame is passed over, because a part of it was lost.
  private var isSkipping = false
  /// Whether the frame is finished, so that the next event begins another.
  private var isFinished = false
  private var lastTime = Instant.zero

  /// A translator for a device.
  package init(
    _ description: EventDescription, device: Device, mapping: SurfaceMapping,
    settings: TranslationSettings = TranslationSettings()
  ) {
    self.device = device
    frame = Frame(time: Instant(microseconds: 0), device: device)
    slots = SlotTable(description, hovering: settings.hovering)
    hasSurface = description.contactProtocol != nil && device.kind != .mouse
    anonymousDescription = description.contactProtocol == .anonymous ? description : nil
    anonymous = anonymousDescription.flatMap { AnonymousContacts($0) }
    joiner = description.contactProtocol == .slots ? ReportJoiner() : nil
    scale = AxisScale(description, mapping: mapping)
    mouse = device.kind == .mouse ? MouseTable(description, scale) : nil
    presses = PressTable(description, meanings: KeyMeanings(settings.keys))
    shake = ShakeDetector(description, settings: settings.shake)
    hasOtherAxes = shake != nil || presses.hasAxes || !presses.dials.isEmpty
    hasOnlySlots = description.contactProtocol == .slots && !hasOtherAxes && mouse == nil
    isAnonymous = anonymousDescription != nil
    frame.contacts.reserveCapacity(slots.slots.count + 8)
    frame.presses.reserveCapacity(16)
  }

  /// Handles one event; true if it completes a frame that is not empty, in `frame`.
  ///
  /// `following` returns the events after it, as far as they are known already, the first one for
  /// 1: frames with the same time are one event.
  @discardableResult
  package func handle(
    _ event: InputEvent, following: (Int) -> InputEvent? = { _ in nil }
  ) -> Bool {
    guard event.type == InputType.synchronization else {
      handlePart(event)
      return false
    }
    if event.code == SyncCode.dropped {
      // The reader of a live device repairs a broken frame; a recording has no such reader, so the
      // rest of the broken frame is skipped.
      slots.counters.drops += 1
      isSkipping = true
      anonymous?.dropFrame()
      return false
    }
    if isSkipping {
      isSkipping = !event.isReport
      return false
    }
    if event.isReport, joiner?.joins(event, following) == true { return false }
    guard isAnonymous else { return event.isReport && finish(at: event.time) }
    guard let anonymous else {
      retryAnonymous(after: event)
      return false
    }
    anonymous.put(event)
    guard event.isReport else { return false }
    var saysSomething = false
    slots.counters.surplusContacts += anonymous.removeSurplus()
    while let tracked = anonymous.next() {
      if tracked.isReport {
        saysSomething = finish(at: tracked.time) || saysSomething
      } else {
        apply(tracked)
      }
    }
    return saysSomething
  }

  /// Handles the events of axes at these positions of a device's last reading, up to the first other
  /// event; returns the position of that event.
  func handleAxes(_ positions: Range<Int>, of device: any KernelDevice) -> Int {
    var position = positions.lowerBound
    guard hasOnlySlots, !isSkipping else { return position }
    while position < positions.upperBound {
      let event = device.event(position)
      guard event.type == InputType.absolute else { break }
      beginFrame()
      joiner?.handle(event)
      slots.handleAxis(event.code, event.value)
      position += 1
    }
    return position
  }

  /// Handles an event that is part of a frame and does not end it.
  package func handlePart(_ event: InputEvent) {
    if isSkipping { return }
    joiner?.handle(event)
    if isAnonymous, !putAnonymous(event) { return }
    apply(event)
  }

  /// Lets contacts without identity have an event; false if it is about nothing else.
  private func putAnonymous(_ event: InputEvent) -> Bool {
    guard let anonymous else { return false }
    anonymous.put(event)
    return event.type != InputType.absolute
  }

  private func apply(_ event: InputEvent) {
    beginFrame()
    if hasSurface { slots.handle(type: event.type, code: event.code, value: event.value) }
    mouse?.handle(event)
    if hasOtherAxes || event.type == InputType.key { applyToOthers(event) }
  }

  /// Handles an event that is about more than the surface.
  private func applyToOthers(_ event: InputEvent) {
    if hasSurface, event.type == InputType.key,
      buttons.handle(event.code, isDown: event.value != 0)
    {
      slots.markAllChanged()
    }
    if shake != nil {
      shake?.handle(event)
    } else {
      presses.handle(event, into: &frame)
    }
  }

  private func finish(at time: Instant) -> Bool {
    beginFrame()
    stamp(time)
    shake?.report(at: frame.time, into: &frame)
    if hasSurface {
      slots.report()
      fillContacts()
      fillPointer()
      frame.buttonMask = buttons.mask
    }
    mouse?.report(into: &frame)
    isFinished = true
    return !frame.isEmpty
  }

  /// Time never decreases: a frame with an earlier time gets the time of the frame before.
  private func stamp(_ time: Instant) {
    if time < lastTime { slots.counters.timeWentBack += 1 }
    lastTime = max(lastTime, time)
    frame.time = lastTime
  }

  private func fillContacts() {
    for index in slots.changes.indices {
      frame.contacts.append(scale.contact(slots.changes[index]))
    }
    let angles = slots.tilt.map(scale.angles(ofTilt:))
    let roll = slots.roll.map(scale.roll)
    guard angles != nil || roll != nil else { return }
    for index in frame.contacts.indices {
      frame.contacts[index].detail.altitudeAngle = angles?.altitude
      frame.contacts[index].detail.azimuthAngle = angles?.azimuth
      frame.contacts[index].detail.rollAngle = roll
    }
  }

  private func fillPointer() {
    if let hover = slots.hover {
      isHovering = true
      frame.pointer = .at(scale.point(hover.x, hover.y))
    } else if isHovering {
      isHovering = false
      frame.pointer = .gone
    }
  }

  private func beginFrame() {
    guard isFinished else { return }
    frame.removeAll()
    isFinished = false
  }

  /// What a key stands for here.
  func meaning(ofKey code: Int) -> KeyMeaning? { presses.meaning(ofKey: code) }

  // MARK: Time, losses, ends

  /// When it must be called although no event arrives.
  package var deadline: Instant? { shake?.deadline }

  /// Lets time pass; true when a frame is finished.
  package func advance(to time: Instant) -> Bool {
    guard let deadline, deadline <= time else { return false }
    beginFrame()
    stamp(deadline)
    shake?.advance(to: deadline, into: &frame)
    isFinished = true
    return !frame.isEmpty
  }

  /// Handles the state of the device when it is opened; true if a frame is complete.
  package func begin(at time: Instant, _ state: KernelState, ignoringContacts: Bool) -> Bool {
    beginFrame()
    state.fill(&slots)
    buttons.preset(isDown: state.isKeyDown)
    if ignoringContacts { slots.ignorePresent() }
    return finish(at: time)
  }

  /// Recovers from lost events with the state of the device; true if a frame is complete.
  package func resynchronize(at time: Instant, _ state: KernelState) -> Bool {
    beginFrame()
    slots.beginResynchronization()
    defer { slots.endResynchronization() }
    presses.resynchronize(at: time, isDown: state.isKeyDown, into: &frame)
    mouse?.resynchronize(isDown: state.isKeyDown, into: &frame)
    state.fill(&slots)
    buttons.preset(isDown: state.isKeyDown)
    return finish(at: time)
  }

  /// Forgets contacts without identity after a loss; cancel them first.
  package func restartAnonymous() {
    slots.counters.drops += 1
    slots.forgetAll()
    anonymous = anonymousDescription.flatMap { AnonymousContacts($0) }
  }

  /// Tries again after each frame while there is no memory for contacts without identity; the frame
  /// is lost.
  private func retryAnonymous(after event: InputEvent) {
    guard event.isReport else { return }
    slots.counters.drops += 1
    anonymous = anonymousDescription.flatMap { AnonymousContacts($0) }
  }

  /// Cancels all contacts, presses and shakes; true when there were any.
  package func cancelAll(at time: Instant) -> Bool {
    lastTime = max(lastTime, time)
    frame.time = lastTime
    frame.removeAll()
    slots.cancelAll()
    fillContacts()
    fillPointer()
    mouse?.cancelAll(into: &frame)
    presses.cancelAll(into: &frame)
    shake?.cancel(into: &frame)
    isFinished = true
    return !frame.isEmpty
  }
}
