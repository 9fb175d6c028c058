// The change of one finger in a frame, in the device's own units.

package import ResponderKit

/// The change of one finger in a frame, in the device's own units.
package struct RawContact: Hashable, Sendable {
  /// A number that no other contact of the device has had.
  package var id: Int
  /// The kind of change.
  package var change: Contact.Change
  package var tool = Contact.Tool.finger
  @Bounded<Int32> package var x: Int
  @Bounded<Int32> package var y: Int
  @BoundedIfAny<Int32> package var pressure: Int?
  @BoundedIfAny<Int32> package var touchMajor: Int?
  @BoundedIfAny<Int32> package var touchMinor: Int?
  @BoundedIfAny<Int32> package var orientation: Int?
  @BoundedIfAny<Int32> package var distance: Int?

  /// A finger's change at a place.
  package init(id: Int, change: Contact.Change, x: Int, y: Int) {
    self.id = id
    self.change = change
    self.x = x
    self.y = y
  }
}

/// Counters of violations of the device protocol; each case is handled and counted.
package struct ContactCounters: Hashable, Sendable {
  /// A tracking id that gave way to another without being released: the old contact is cancelled.
  package var replacedContacts = 0
  /// A release of a slot that was free already.
  package var surplusReleases = 0
  /// A contact of a device without slots beyond the limit, or without an id of its own.
  package var surplusContacts = 0
  /// A slot that the device does not have.
  package var slotsOutOfRange = 0
  /// A coordinate outside the range of its axis: it is moved to the nearest edge.
  package var coordinatesOutOfRange = 0
  /// A contact that began without a position: it begins at the last position of its slot.
  package var downsWithoutPosition = 0
  /// A contact that began and ended within one frame: it is not reported.
  package var blinks = 0
  /// A contact that the device called a palm: it is cancelled, or never begins.
  package var palms = 0
  /// A contact that began or ended while events were lost.
  package var resynchronized = 0
  /// Losses of events that the kernel reported.
  package var drops = 0
  /// A frame older than the one before it; it gets the time of that frame.
  package var timeWentBack = 0

  /// No oddity so far.
  package init() {}

  /// Both together.
  static func + (left: ContactCounters, right: ContactCounters) -> ContactCounters {
    var sum = left
    sum += right
    return sum
  }

  /// Adds others.
  static func += (left: inout ContactCounters, right: ContactCounters) {
    left.replacedContacts += right.replacedContacts
    left.surplusReleases += right.surplusReleases
    left.surplusContacts += right.surplusContacts
    left.slotsOutOfRange += right.slotsOutOfRange
    left.coordinatesOutOfRange += right.coordinatesOutOfRange
    left.downsWithoutPosition += right.downsWithoutPosition
    left.blinks += right.blinks
    left.palms += right.palms
    left.resynchronized += right.resynchronized
    left.drops += right.drops
    left.timeWentBack += right.timeWentBack
  }

  /// Each counter's name and value.
  package var all: [(name: String, count: Int)] {
    [
      ("replacedContacts", replacedContacts), ("surplusReleases", surplusReleases),
      ("surplusContacts", surplusContacts), ("slotsOutOfRange", slotsOutOfRange),
      ("coordinatesOutOfRange", coordinatesOutOfRange),
      ("downsWithoutPosition", downsWithoutPosition), ("blinks", blinks), ("palms", palms),
      ("resynchronized", resynchronized), ("drops", drops), ("timeWentBack", timeWentBack),
    ]
  }
}
