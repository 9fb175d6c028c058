// A device node, and whether and how it is used.
//
//     unused ──the rules want it──► waiting ──opened──► open
//                                     ▲ └──refused──► waiting (again, later)
//                                     └──────lost────────┘

package import Configuration
import Linux
package import ResponderKit

/// A device node, and whether and how it is used.
final class DeviceNode {
  enum State {
    /// The node is not used, for a reason.
    case unused(String)
    /// The node cannot be opened now, for a reason.
    case waiting(String)
    case open(any OpenDevice)
  }

  var description: DeviceDescription
  var state: State
  var use: DeviceUse?
  /// The number of failed attempts since the node was last open for a while.
  var attempts = 0
  /// Why the last attempt failed; nil if it did not.
  var failure: SourceError?
  /// When it was opened last.
  var openedAt: Int64 = 0
  var timer: Timer?
  /// The oddities of earlier times that it was open, so that counters never go back.
  var pastCounters = ContactCounters()

  init(_ description: DeviceDescription) {
    self.description = description
    state = .unused("not requested")
  }

  /// The open device, if it is open.
  var open: (any OpenDevice)? {
    if case .open(let device) = state { device } else { nil }
  }

  /// Whether opening the node has failed and will be tried again.
  var isTried: Bool { use != nil && attempts > 0 }

  /// Whether the node is a panel that may have another node, too.
  var isPanel: Bool { description.kind == .touchscreen && description.isGrouped }

  /// Whether the node is a mouse, perhaps that of a panel.
  var isMouse: Bool { description.kind == .mouse && description.isGrouped }

  /// Whether of two nodes of one panel it is the one to read.
  func isPreferred(to other: DeviceNode) -> Bool {
    if description.isMultiTouch != other.description.isMultiTouch {
      return description.isMultiTouch
    }
    // Fingers that are down stay with the node that has them.
    if (open == nil) != (other.open == nil) { return open != nil }
    return description.nodeNumber < other.description.nodeNumber
  }

  /// The time before the next attempt, in microseconds: longer each time, at most 5 s, without end.
  var delay: Int64 { min(5_000_000, 50_000 << Int64(min(attempts, 10))) }
}

/// The state of a node, for `devices` and the log.
package struct DeviceStatus: Hashable, Sendable {
  /// Whether the node is used.
  package enum State: Hashable, Sendable {
    case open
    /// The node cannot be opened now, for a reason.
    case waiting(String)
    /// The node is not used, for a reason.
    case unused(String)
  }

  package var description: DeviceDescription
  package var state: State
  /// How it is read, where it is wanted.
  package var backend: Backend?
  /// The screen it belongs to, where it has one.
  package var screen: String?
  /// How it is laid on its screen, where it has one.
  package var placement: DevicePlacement?
  /// The name that records carry, while it is open.
  package var recordName: String?
  /// Whether the node is grabbed.
  package var isGrabbed = false
  /// Whether its grab is released by hand, for a time.
  package var isReleased = false
  /// The node of the virtual device by which others get the touches and keys that are passed on.
  package var passesOnTo: String?
  /// Why nothing is passed on, although something should be.
  package var passingTrouble: String?
  /// How touches that were passed on are cancelled; nil where nothing is to be passed on.
  package var passedOnCancel: PassedOnCancel?
  /// The number of contacts that are down.
  package var liveContacts = 0
  /// When the contact came down that has been down for longest.
  package var earliestDown: Instant?
  /// The number of contacts that came down since it was opened, and of those beside the screen.
  package var downCount = 0
  package var besideCount = 0
  /// Why it cannot be opened, when that was tried.
  package var failure: SourceError?
  /// Protocol errors of the device and filtered contacts, by name, where not zero.
  package var counters: [String: Int] = [:]

  /// The status of a node.
  package init(description: DeviceDescription, state: State) {
    self.description = description
    self.state = state
  }
}
