// A device without hardware, for the fingers that a program injects.

package import Linux
package import ResponderKit

/// A device whose fingers a program moves.
package final class InjectedDevice: Source {
  package unowned var delegate: (any SourceDelegate)?
  /// The device.
  package let device: Device
  private let part: RecordingPart
  private var parser = TouchScriptParser()
  private var outlet: DeviceOutlet?
  private var loop: EventLoop?

  /// A device as the rules want it used; what its part's recording holds is not played.
  package init(_ part: RecordingPart) {
    self.part = part
    device = part.device
  }

  package func start(on loop: EventLoop) throws(SourceError) {
    self.loop = loop
    outlet = DeviceOutlet(device, part.filter, loop: loop) { [unowned self] frame in
      delegate?.source(self, received: frame)
    }
    delegate?.source(self, opened: device, part.recording.deviceDescription)
  }

  /// Does the actions of one frame, in the syntax of a touch script; none if one is invalid.
  package func play(_ actions: String) throws(RecordingError) {
    guard let loop, let outlet else { return }
    var next = parser
    let now = Instant(microseconds: loop.clock.now())
    let step = try next.actions(actions, at: now, file: "inject.actions")
    parser = next
    var frame = Frame(time: now, device: device)
    step.fill(&frame)
    outlet.deliver(&frame)
  }

  // The client keeps the device while devices are suspended; its fingers are cancelled.
  package func suspend() { cancelAll() }

  package func resume() {}

  package func stop() {
    guard let loop, outlet != nil else { return }
    cancelAll()
    outlet = nil
    self.loop = nil
    delegate?.source(
      self, closed: device, at: Instant(microseconds: loop.clock.now()), because: "its client left")
  }

  private func cancelAll() {
    outlet?.cancelAll()
    parser = TouchScriptParser()
  }
}
