// The view between a presented controller's view and the window.

/// A view that fills a window in front of all other views, for a presented controller.
///
/// Touches beside the presented view hit the container and no view behind it. They are passed up
/// the presented controller's chain.
public final class PresentationContainer: View {
  package override class var kindWord: StaticString { "presentationContainer" }

  private weak var controller: ViewController?

  init(of controller: ViewController) {
    self.controller = controller
    super.init(id: controller.id + ".container", frame: .zero)
  }

  /// Sets the frame and the coordinates to the window's bounds.
  func fill(_ window: Window) {
    bounds = window.bounds
    center = window.bounds.center
  }

  package override var hierarchyNext: Responder? { controller ?? superview }

  override func didEnterApplication() { application?.zones.zone(of: self).didEnter(self) }

  override func didLeave(for destination: Window?) {
    controller?.presentationDidLeave(for: destination)
  }

  public override class var hitTestsByGeometry: Bool { true }
}
