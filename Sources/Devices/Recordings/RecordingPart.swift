// One recording with its device and its mapping to the screen.

package import Configuration
package import ResponderKit

/// One recording with its device.
package struct RecordingPart {
  /// The recording.
  package var recording: Recording
  /// The device of the frames.
  package var device: Device
  /// From the surface to the screen, for recordings in units of a device.
  package var mapping: SurfaceMapping
  /// How its events are read.
  package var translation = TranslationSettings()
  /// Which contacts are noise.
  package var noise = NoiseSettings()
  /// The filter of noise; nil where there is nothing to do.
  var filter: ContactFilter? { .of(noise) }

  /// A recording whose touches keep their positions.
  package init(_ recording: Recording, device: Device, mapping: SurfaceMapping) {
    self.recording = recording
    self.device = device
    self.mapping = mapping
  }
}
