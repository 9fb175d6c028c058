// The description of an event device: its identity, axes, keys and properties.

package import Configuration
package import ResponderKit

/// The range and the grain of one absolute axis.
package struct AxisRange: Hashable, Sendable {
  @Bounded<Int32> package var minimum: Int
  @Bounded<Int32> package var maximum: Int
  @Bounded<Int32> package var fuzz: Int
  @Bounded<Int32> package var flat: Int
  /// Units for each millimetre, or 0 where the device does not say.
  @Bounded<Int32> package var resolution: Int

  /// The axis with these numbers.
  package init(minimum: Int, maximum: Int, fuzz: Int = 0, flat: Int = 0, resolution: Int = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The number of values of the axis.
  package var count: Int { maximum - minimum + 1 }
  /// Whether the range has an extent.
  package var isValid: Bool { maximum > minimum }
}

/// The description of an event device: its identity, axes, keys and properties.
package struct EventDescription: Hashable, Sendable {
  /// The driver's name.
  package var name = ""
  @Bounded<UInt16> package var bus = 0
  @Bounded<UInt16> package var vendor = 0
  @Bounded<UInt16> package var product = 0
  @Bounded<UInt16> package var version = 0
  /// The device properties (`InputProperty`).
  package var properties: Set<Int> = []
  /// The codes of each event type.
  package private(set) var codes: [Int: Set<Int>] = [:]
  /// The ranges of the absolute axes.
  package private(set) var axes: [Int: AxisRange] = [:]

  /// A device that can report nothing.
  package init() {}

  /// Whether the device can report a code.
  package func has(type: Int, code: Int) -> Bool { codes[type]?.contains(code) ?? false }
  /// Whether the device can report a key or button.
  package func hasKey(_ code: Int) -> Bool { has(type: InputType.key, code: code) }
  /// Whether the device can report an absolute axis.
  package func hasAxis(_ code: Int) -> Bool { has(type: InputType.absolute, code: code) }
  /// Adds a property; an unknown one is ignored.
  package mutating func insert(property: Int) {
    if InputProperty.all.contains(property) { properties.insert(property) }
  }
  /// Adds a code of a type; an unknown one is ignored.
  package mutating func insert(type: Int, code: Int) {
    guard InputType.all.contains(type), InputType.codes.contains(code) else { return }
    codes[type, default: []].insert(code)
  }
  /// Adds an absolute axis and its range; an unknown axis is ignored.
  package mutating func insert(axis code: Int, _ range: AxisRange) {
    guard AxisCode.all.contains(code) else { return }
    insert(type: InputType.absolute, code: code)
    axes[code] = range
  }
}

/// The three protocols by which a kernel device reports fingers.
package enum ContactProtocol: String, Sendable {
  /// Numbered slots, each with a tracking id.
  case slots
  /// All contacts in every frame, without identity.
  case anonymous
  /// One contact: a button and two axes.
  case single
}

extension EventDescription {
  /// How it reports fingers; nil if it has no positions.
  package var contactProtocol: ContactProtocol? {
    if hasAxis(AxisCode.positionX), hasAxis(AxisCode.positionY) {
      return hasAxis(AxisCode.slot) ? .slots : .anonymous
    }
    guard hasAxis(AxisCode.x), hasAxis(AxisCode.y) else { return nil }
    let touches = hasKey(ButtonCode.touch) || properties.contains(InputProperty.direct)
    return touches && !properties.contains(InputProperty.accelerometer) ? .single : nil
  }

  /// The axis along which fingers move from left to right.
  package var horizontalAxis: Int {
    hasAxis(AxisCode.positionX) ? AxisCode.positionX : AxisCode.x
  }
  /// The axis along which fingers move from top to bottom.
  package var verticalAxis: Int {
    hasAxis(AxisCode.positionY) ? AxisCode.positionY : AxisCode.y
  }

  /// The axes of positions with an unusable range, such as 0 to 0.
  package var positionsWithoutRange: [Int] {
    guard contactProtocol != nil else { return [] }
    return [horizontalAxis, verticalAxis].filter { axes[$0]?.isValid != true }
  }

  /// The relative axes that are turned, as those of a rotary encoder; none of a mouse are.
  package var dials: Set<Int> {
    let axes = codes[InputType.relative] ?? []
    if isMouse || axes.isSuperset(of: [RelativeCode.x, RelativeCode.y]) { return [] }
    return axes.intersection([
      RelativeCode.x, RelativeCode.y, RelativeCode.horizontalWheel, RelativeCode.dial,
      RelativeCode.wheel,
    ])
  }

  /// Whether a pen, not fingers, draws on it.
  package var isPenTablet: Bool {
    contactProtocol == .single && ButtonCode.heldTools.contains { hasKey($0) }
  }

  /// Whether it moves a pointer: a mouse, a trackball, or the pointer of a virtual machine.
  package var isMouse: Bool {
    guard contactProtocol == nil, hasKey(ButtonCode.mouse.lowerBound) else { return false }
    let moves = [RelativeCode.x, RelativeCode.y].allSatisfy {
      has(type: InputType.relative, code: $0)
    }
    return moves || hasAxis(AxisCode.x) && hasAxis(AxisCode.y)
  }

  /// The kind of device by the rules of udev; nil for a device that cannot be used.
  package var kind: Device.Kind? {
    if properties.contains(InputProperty.accelerometer) { return .accelerometer }
    switch contactProtocol {
    case nil:
      if isMouse { return .mouse }
      return codes[InputType.key]?.isEmpty == false || !dials.isEmpty ? .keys : nil
    case .slots, .anonymous, .single:
      if properties.contains(InputProperty.direct) { return isPenTablet ? .pointer : .touchscreen }
      if isPenTablet { return .pointer }
      return hasKey(ButtonCode.toolFinger) ? .touchpad : .touchscreen
    }
  }

  /// The size of the surface in millimetres, or nil where the resolution is unknown.
  package var physicalSize: PhysicalSize? {
    guard let x = axes[horizontalAxis], let y = axes[verticalAxis], x.isValid, y.isValid,
      x.resolution > 0, y.resolution > 0
    else { return nil }
    return PhysicalSize(
      width: Double(x.maximum - x.minimum) / Double(x.resolution),
      height: Double(y.maximum - y.minimum) / Double(y.resolution))
  }
}
