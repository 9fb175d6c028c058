// The description of an input device by udev and the kernel.

package import ResponderKit

/// The description of an input device by udev and the kernel, and its use.
package struct DeviceDescription: Hashable, Sendable {
  /// The kernel's node, such as `/dev/input/event3`; the file of a recording.
  package var node: String
  /// The driver's name.
  package var name: String
  package var kind: Device.Kind
  package var vendor = 0
  package var product = 0
  /// The serial number, or empty.
  package var serial = ""
  /// The port (udev's ID_PATH, or the driver's `phys`), or empty.
  package var path = ""
  /// The path in sysfs, or empty; unlike that of the node, this name is never used again.
  package var systemPath = ""
  /// The seat it belongs to.
  package var seat = "seat0"
  /// udev's device group: the nodes of one piece of hardware.
  package var group = ""
  /// Whether the device reports fingers separately, as far as known before it is opened.
  package var isMultiTouch = false
  /// Whether udev's LIBINPUT_IGNORE_DEVICE hides it.
  package var isHidden = false
  /// Whether a responderd has made it, for the touches that it passes on.
  package var isPassedOn = false
  /// The fuzz of axes, by their numbers, that udev has moved from the kernel to LIBINPUT_FUZZ_*.
  package var fuzz: [Int: Int] = [:]
  /// The matrix of udev's property LIBINPUT_CALIBRATION_MATRIX.
  package var calibration: CalibrationMatrix?
  /// The size of its surface in millimetres; nil if the device does not report it.
  package var physicalSize: PhysicalSize?
  /// The units for each millimetre along both axes; 0 when the device does not say.
  package var resolution: [Int] = []
  /// The number of contacts that it reports separately; 0 without a surface.
  package var slotCount = 0
  /// The number of points per millimetre of its screen; nil when the size is unknown.
  package var pointsPerMillimeter: Double?

  /// Whether its group identifies the hardware; without a physical path it identifies the model.
  package var isGrouped: Bool { !group.isEmpty && !group.hasSuffix(":") }

  /// A device of this name and kind.
  package init(node: String, name: String, kind: Device.Kind) {
    self.node = node
    self.name = name
    self.kind = kind
  }
}
