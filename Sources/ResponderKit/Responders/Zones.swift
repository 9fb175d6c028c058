// Several people at one panel, each with keys of their own.
//
//     keyboard with zone: north ──► the windows with zone: north ──► their focus, their key window
//     keyboard without one ───────► the windows without one ──────► theirs

/// The zones of an application: that of the windows that name none, then the named ones.
final class Zones {
  unowned var application: Application! {
    didSet { all = [Zone(nil, of: application)] }
  }
  private(set) var all: ContiguousArray<Zone> = []
  // The version of the tree at the last report; 0 asks for the next one, at the end of a turn.
  private var reportedVersion: UInt64 = 1
  // Whether the tree was changed between two turns.
  private var isNew = true

  /// The zone of the windows that name none.
  var shared: Zone { all[0] }

  /// The zone with a name, made if there is none.
  func zone(_ name: String?) -> Zone {
    if let known = all.first(where: { $0.name == name }) { return known }
    let zone = Zone(name, of: application)
    all.append(zone)
    return zone
  }

  /// The zone of a responder: that of its window.
  func zone(of responder: Responder) -> Zone {
    guard all.count > 1, let window = responder.ownView?.window else { return shared }
    return zone(window.zone)
  }

  /// The zone that the keys of a device are for: the shared one, if no window has that of the device.
  func zone(for device: Device) -> Zone {
    guard all.count > 1, let name = device.zone else { return shared }
    return all.first { $0.name == name && !$0.windows.isEmpty } ?? shared
  }

  /// Every focus is to move by itself the whole interval after a time.
  func waitForScan(from time: Instant) { for zone in all { zone.waitForScan(from: time) } }

  /// Nothing that is in front has a focus that was given to it.
  func clearFocus() { for zone in all { zone.setFocus(nil) } }

  // MARK: Reports

  /// What has the focus, is first responder or is key may be another now.
  func setNeedsReport() { reportedVersion = 0 }

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

  private func settle(isReported: Bool) {
    isNew = false
    reportedVersion = application.treeVersion
    for zone in all { zone.settle(isReported: isReported) }
    if all.count > 1 { all.removeAll { $0.name != nil && $0.windows.isEmpty } }
    if isReported { application.cancelPressesBehind() }
  }
}

extension Application {
  /// The receiver of presses and motion if no responder has focus or is first responder.
  public final var keyWindow: Window? { zones.shared.keyWindow }

  /// The key window that the keys of a device are for.
  package final func keyWindow(for device: Device) -> Window? { zones.zone(for: device).keyWindow }

  /// The responder with focus, which receives presses. Setting it gives a responder the focus of its
  /// page or modal presentation, which may be behind another one now; nil is for all zones.
  public final var focused: Responder? {
    get { zones.shared.focused }
    set {
      if let newValue { zones.zone(of: newValue).setFocus(newValue) } else { zones.clearFocus() }
    }
  }

  /// The responders with focus that a configuration, a program or a key has given it.
  package final var givenFocus: [Responder] { zones.all.compactMap(\.givenFocus) }

  /// The first responder of each zone.
  package final var firstResponders: [Responder] { zones.all.compactMap(\.firstResponder) }

  /// What was given the focus of a responder's zone, or else the zone's first responder.
  package final func keyHolder(beside responder: Responder) -> Responder? {
    let zone = zones.zone(of: responder)
    return zone.givenFocus ?? zone.firstResponder
  }

  /// The key window of the windows with a zone.
  package final func keyWindow(of zone: String?) -> Window? {
    windows.first { $0.zone == zone && $0.isKeyWindow }
  }

  /// What has the focus and is first responder in the zones that windows name, where something has.
  package final var namedZones: [(name: String, focused: Responder?, firstResponder: Responder?)] {
    zones.all.compactMap { zone in
      guard let name = zone.name, zone.focused ?? zone.firstResponder != nil else { return nil }
      return (name, zone.focused, zone.firstResponder)
    }
  }

  /// Gives a window that had another zone to the one that it names now.
  final func move(_ window: Window, outOf former: String?) {
    zones.zone(former).release(in: window)
    zones.zone(former).resignKey(window)
    let zone = zones.zone(window.zone)
    window.forEachInSubtree { if $0.isEnvironment { zone.didEnter($0) } }
    zone.didEnter(window)
    zones.setNeedsReport()
  }

  /// Cancels the presses whose responders are behind a page or modal presentation now.
  final func cancelPressesBehind() {
    guard livePresses.contains(where: { $0.target.liesBehind }) else { return }
    let time = turn.time
    afterTurn { [unowned self] in
      cancelPresses({ $0.target.liesBehind }, because: .system, at: time)
    }
  }
}
