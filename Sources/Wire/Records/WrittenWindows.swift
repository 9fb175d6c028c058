// What takes longest of a snapshot: the windows, written before the rest of it.

package import ResponderKit

/// The windows as an audience sees them, written, and the recognizers in them.
package struct WrittenWindows {
  /// Holds the windows as an array, and nothing else.
  package let writer: LineWriter
  let audience: Audience
  private(set) var recognizers: ContiguousArray<GestureRecognizer> = []

  /// Writes the windows to an empty writer, which may breathe.
  package init(of application: Application, for audience: Audience, to writer: LineWriter) {
    self.writer = writer
    self.audience = audience
    writer.windowList(of: application, for: audience)
    for window in application.windows { gather(below: window) }
  }

  private mutating func gather(below view: View) {
    guard writer.breathes(), view.audience.isSubset(of: audience) else { return }
    recognizers.append(contentsOf: view.gestureRecognizers)
    for child in view.subviews { gather(below: child) }
  }
}
