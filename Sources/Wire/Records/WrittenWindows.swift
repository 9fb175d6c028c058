// The windows of a snapshot, written before the rest because they take longest.

package import ResponderKit

/// The windows, written for an audience, and the recognizers in them.
package struct WrittenWindows {
  /// A writer that contains only the windows, as an array.
  package let writer: LineWriter
  let audience: Audience
  private(set) var recognizers: ContiguousArray<GestureRecognizer> = []

  /// Writes the windows to an empty writer, which may pause.
  package init(of application: Application, for audience: Audience, to writer: LineWriter) {
    self.writer = writer
    self.audience = audience
    writer.windowList(of: application, for: audience)
    for window in application.windows where audience.knows(window) { gather(below: window) }
  }

  private mutating func gather(below view: View) {
    guard writer.mayContinue() else { return }
    if audience.seesInto(view) { recognizers.append(contentsOf: view.gestureRecognizers) }
    for child in audience.known(in: view) { gather(below: child) }
  }
}
