// The events that controls send.

/// Kinds of control event.
public struct ControlEvent: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let touchDown = ControlEvent(rawValue: 1 << 0)
  public static let touchDownRepeat = ControlEvent(rawValue: 1 << 1)
  public static let touchDragInside = ControlEvent(rawValue: 1 << 2)
  public static let touchDragOutside = ControlEvent(rawValue: 1 << 3)
  public static let touchDragEnter = ControlEvent(rawValue: 1 << 4)
  public static let touchDragExit = ControlEvent(rawValue: 1 << 5)
  public static let touchUpInside = ControlEvent(rawValue: 1 << 6)
  public static let touchUpOutside = ControlEvent(rawValue: 1 << 7)
  public static let touchCancel = ControlEvent(rawValue: 1 << 8)
  public static let valueChanged = ControlEvent(rawValue: 1 << 12)
  public static let primaryActionTriggered = ControlEvent(rawValue: 1 << 13)

  /// The events after which the control is no longer pressed.
  static let releases: ControlEvent = [
    .touchUpInside, .touchUpOutside, .touchCancel, .primaryActionTriggered,
  ]

  /// Every event that has a name.
  public static let named: [(event: ControlEvent, name: String)] = [
    (.touchDown, "touchDown"), (.touchDownRepeat, "touchDownRepeat"),
    (.touchDragInside, "touchDragInside"), (.touchDragOutside, "touchDragOutside"),
    (.touchDragEnter, "touchDragEnter"), (.touchDragExit, "touchDragExit"),
    (.touchUpInside, "touchUpInside"), (.touchUpOutside, "touchUpOutside"),
    (.touchCancel, "touchCancel"), (.valueChanged, "valueChanged"),
    (.primaryActionTriggered, "primaryActionTriggered"),
  ]

  /// The name of a single event.
  public var name: String {
    switch self {
    case .touchDown: "touchDown"
    case .touchDownRepeat: "touchDownRepeat"
    case .touchDragInside: "touchDragInside"
    case .touchDragOutside: "touchDragOutside"
    case .touchDragEnter: "touchDragEnter"
    case .touchDragExit: "touchDragExit"
    case .touchUpInside: "touchUpInside"
    case .touchUpOutside: "touchUpOutside"
    case .touchCancel: "touchCancel"
    case .valueChanged: "valueChanged"
    case .primaryActionTriggered: "primaryActionTriggered"
    default: "none"
    }
  }

  /// The event of this name, or nil.
  public init?(name: String) {
    guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
    self = match.event
  }
}
