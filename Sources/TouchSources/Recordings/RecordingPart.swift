// One recording with the device that it stands for: whose fingers they are, and where they land.

package import Devices
package import ResponderKit

/// One recording with the device that it stands for.
package struct RecordingPart {
  /// What is played.
  package var recording: Recording
  /// Who reports.
  package var device: Device
  /// From the surface to the screen, for recordings in units of a device.
  package var mapping: SurfaceMapping
  /// How its events are read.
  package var translation = TranslationSettings()
  /// Which contacts are noise.
  package var noise = NoiseSettings()

  /// A recording whose fingers lie where they lay.
  package init(_ recording: Recording, device: Device, mapping: SurfaceMapping) {
    self.recording = recording
    self.device = device
    self.mapping = mapping
  }
}
