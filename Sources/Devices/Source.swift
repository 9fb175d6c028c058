// The interface between devices and the daemon: sources of frames, and their delegate.
//
// A source registers its descriptors and timers with the loop itself, as the loop serves
// descriptors before timers: what a finger did before a deadline is known when it expires.

package import Configuration
import Glibc
package import Linux
package import ResponderKit

/// A source of frames: libinput, evdev or recordings.
package protocol Source: AnyObject {
  /// The receiver of frames, which is set before `start` and outlives the source.
  var delegate: (any SourceDelegate)? { get set }
  /// Opens the devices that are present, and those that are plugged in later.
  func start(on loop: EventLoop) throws(SourceError)
  /// Releases every device, because the machine sleeps or the session is not active; contacts
  /// are cancelled first.
  func suspend()
  /// Opens the devices again after a pause, without those that were unplugged meanwhile.
  func resume()
  /// Cancels all contacts, closes all devices, and sends nothing more.
  func stop()
}

/// Receives frames and changes of devices, in the order in which they happen.
package protocol SourceDelegate: AnyObject {
  /// Called with a frame; the frame is the source's own buffer and is valid during the call only.
  func source(_ source: any Source, received frame: borrowing Frame)
  /// A device can now be used.
  func source(_ source: any Source, opened device: Device, _ description: DeviceDescription)
  /// Called when a device can no longer be used, with the reason; the frame that cancelled its
  /// contacts was delivered before.
  func source(
    _ source: any Source, closed device: Device, at time: Instant, because reason: String)
  /// The devices that are there have changed, or whether they may be used.
  func sourceChanged(_ source: any Source)
  /// Something for the log.
  func source(_ source: any Source, reported message: SourceMessage)
  /// Whether a person may release the grabs now, with a sign on this device.
  func source(_ source: any Source, mayReleaseGrabsBy device: Device) -> Bool
  /// The grab of a device was released by hand, or applies again.
  func source(_ source: any Source, grabbed device: Device, _ isGrabbed: Bool)
}

extension SourceDelegate {
  package func sourceChanged(_ source: any Source) {}
  package func source(_ source: any Source, mayReleaseGrabsBy device: Device) -> Bool { true }
  package func source(_ source: any Source, grabbed device: Device, _ isGrabbed: Bool) {}
}

/// One fact for the log.
package struct SourceMessage: Hashable, Sendable {
  /// How bad it is.
  package var level: Log.Level
  /// The cause of the error.
  package var origin: Log.Origin
  /// Notes of one kind may be limited together.
  package var kind: String
  /// The fact in words, with the device's name.
  package var text: String

  /// A fact.
  package init(_ level: Log.Level, _ origin: Log.Origin = .device, kind: String, _ text: String) {
    self.level = level
    self.origin = origin
    self.kind = kind
    self.text = text
  }
}

extension SourceMessage {
  /// A device whose touches others do not get from us, for a reason.
  static func nothingPassedOn(_ name: String, _ reason: String) -> SourceMessage {
    SourceMessage(.warning, kind: "passesOn", "\(name): nothing is passed on: \(reason)")
  }
}

/// Why a source cannot start.
package struct SourceError: Error, Hashable, CustomStringConvertible {
  /// The error, its cause, and a fix.
  package let description: String
  /// The kernel's error number, where a system call was refused.
  package let number: Int32?

  /// A failure in words.
  package init(_ description: String, number: Int32? = nil) {
    self.description = description
    self.number = number
  }
}
